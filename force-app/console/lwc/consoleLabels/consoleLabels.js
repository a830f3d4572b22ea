import refresh from '@salesforce/label/c.Console_Refresh';
import loading from '@salesforce/label/c.Console_Loading';
import cancel from '@salesforce/label/c.Console_Cancel';
import kind from '@salesforce/label/c.Console_Kind';
import view from '@salesforce/label/c.Console_View';
import never from '@salesforce/label/c.Console_Never';
import none from '@salesforce/label/c.Console_None';
import commands from '@salesforce/label/c.Console_Commands';
import events from '@salesforce/label/c.Console_Events';
import dispatches from '@salesforce/label/c.Console_Dispatches';
import findings from '@salesforce/label/c.Console_Findings';
import unknownProblem from '@salesforce/label/c.Console_Unknown_Problem';
import lessThanMinute from '@salesforce/label/c.Console_Less_Than_Minute';
import oneMinute from '@salesforce/label/c.Console_One_Minute';
import minutes from '@salesforce/label/c.Console_Minutes';
import oneHour from '@salesforce/label/c.Console_One_Hour';
import hours from '@salesforce/label/c.Console_Hours';
import oneDay from '@salesforce/label/c.Console_One_Day';
import days from '@salesforce/label/c.Console_Days';
import ago from '@salesforce/label/c.Console_Ago';
import fromNow from '@salesforce/label/c.Console_From_Now';
import overviewTitle from '@salesforce/label/c.Console_Overview_Title';
import window from '@salesforce/label/c.Console_Window';
import lastDay from '@salesforce/label/c.Console_Last_Day';
import lastWeek from '@salesforce/label/c.Console_Last_Week';
import arrivalsTitle from '@salesforce/label/c.Console_Arrivals_Title';
import arrivalsEmpty from '@salesforce/label/c.Console_Arrivals_Empty';
import seriesNew from '@salesforce/label/c.Console_Series_New';
import seriesDuplicate from '@salesforce/label/c.Console_Series_Duplicate';
import seriesConflict from '@salesforce/label/c.Console_Series_Conflict';
import seriesRetryable from '@salesforce/label/c.Console_Series_Retryable';
import seriesExhausted from '@salesforce/label/c.Console_Series_Exhausted';
import chartSummary from '@salesforce/label/c.Console_Chart_Summary';
import showTable from '@salesforce/label/c.Console_Show_Table';
import showChart from '@salesforce/label/c.Console_Show_Chart';
import chartTime from '@salesforce/label/c.Console_Chart_Time';
import chartHelp from '@salesforce/label/c.Console_Chart_Help';
import queuesTitle from '@salesforce/label/c.Console_Queues_Title';
import waitingJob from '@salesforce/label/c.Console_Waiting_Job';
import waitingCaller from '@salesforce/label/c.Console_Waiting_Caller';
import waitingOperator from '@salesforce/label/c.Console_Waiting_Operator';
import oldest from '@salesforce/label/c.Console_Oldest';
import dueFor from '@salesforce/label/c.Console_Due_For';
import showWork from '@salesforce/label/c.Console_Show_Work';
import inOrder from '@salesforce/label/c.Console_In_Order';
import endpointsTitle from '@salesforce/label/c.Console_Endpoints_Title';
import endpointsEmpty from '@salesforce/label/c.Console_Endpoints_Empty';
import endpoint from '@salesforce/label/c.Console_Endpoint';
import circuit from '@salesforce/label/c.Console_Circuit';
import circuitOpenUntil from '@salesforce/label/c.Console_Circuit_Open_Until';
import circuitClosed from '@salesforce/label/c.Console_Circuit_Closed';
import circuitOpen from '@salesforce/label/c.Console_Circuit_Open';
import circuitProbing from '@salesforce/label/c.Console_Circuit_Probing';
import circuitFailures from '@salesforce/label/c.Console_Circuit_Failures';
import succeeded from '@salesforce/label/c.Console_Succeeded';
import rejected from '@salesforce/label/c.Console_Rejected';
import waiting from '@salesforce/label/c.Console_Waiting';
import exhausted from '@salesforce/label/c.Console_Exhausted';
import notActive from '@salesforce/label/c.Console_Not_Active';
import oldestWaiting from '@salesforce/label/c.Console_Oldest_Waiting';
import workTitle from '@salesforce/label/c.Console_Work_Title';
import viewOperator from '@salesforce/label/c.Console_View_Operator';
import viewStuck from '@salesforce/label/c.Console_View_Stuck';
import viewDue from '@salesforce/label/c.Console_View_Due';
import viewOpen from '@salesforce/label/c.Console_View_Open';
import viewConflict from '@salesforce/label/c.Console_View_Conflict';
import viewRejected from '@salesforce/label/c.Console_View_Rejected';
import viewRecent from '@salesforce/label/c.Console_View_Recent';
import scopeCommand from '@salesforce/label/c.Console_Scope_Command';
import scopeEvent from '@salesforce/label/c.Console_Scope_Event';
import scopeDispatch from '@salesforce/label/c.Console_Scope_Dispatch';
import search from '@salesforce/label/c.Console_Search';
import searchHelp from '@salesforce/label/c.Console_Search_Help';
import apply from '@salesforce/label/c.Console_Apply';
import number from '@salesforce/label/c.Console_Number';
import key from '@salesforce/label/c.Console_Key';
import entity from '@salesforce/label/c.Console_Entity';
import tenant from '@salesforce/label/c.Console_Tenant';
import status from '@salesforce/label/c.Console_Status';
import attempts from '@salesforce/label/c.Console_Attempts';
import arrived from '@salesforce/label/c.Console_Arrived';
import nextAttempt from '@salesforce/label/c.Console_Next_Attempt';
import lastOutcome from '@salesforce/label/c.Console_Last_Outcome';
import detail from '@salesforce/label/c.Console_Detail';
import replay from '@salesforce/label/c.Console_Replay';
import replaySelected from '@salesforce/label/c.Console_Replay_Selected';
import replayNotPermitted from '@salesforce/label/c.Console_Replay_Not_Permitted';
import workEmpty from '@salesforce/label/c.Console_Work_Empty';
import workEmptyFiltered from '@salesforce/label/c.Console_Work_Empty_Filtered';
import loadMore from '@salesforce/label/c.Console_Load_More';
import shown from '@salesforce/label/c.Console_Shown';
import shownMore from '@salesforce/label/c.Console_Shown_More';
import selected from '@salesforce/label/c.Console_Selected';
import notReplayableSelected from '@salesforce/label/c.Console_Not_Replayable_Selected';
import replayTitle from '@salesforce/label/c.Console_Replay_Title';
import replayText from '@salesforce/label/c.Console_Replay_Text';
import reason from '@salesforce/label/c.Console_Reason';
import reasonHelp from '@salesforce/label/c.Console_Reason_Help';
import reasonMissing from '@salesforce/label/c.Console_Reason_Missing';
import reasonTooLong from '@salesforce/label/c.Console_Reason_Too_Long';
import replayDone from '@salesforce/label/c.Console_Replay_Done';
import replayDoneOne from '@salesforce/label/c.Console_Replay_Done_One';
import refusedTitle from '@salesforce/label/c.Console_Refused_Title';
import done from '@salesforce/label/c.Console_Done';
import storyTitle from '@salesforce/label/c.Console_Story_Title';
import reconciliationHeading from '@salesforce/label/c.Console_Reconciliation_Heading';
import workHeading from '@salesforce/label/c.Console_Work_Heading';
import storyNext from '@salesforce/label/c.Console_Story_Next';
import storyReplays from '@salesforce/label/c.Console_Story_Replays';
import storyFindings from '@salesforce/label/c.Console_Story_Findings';
import storyFacts from '@salesforce/label/c.Console_Story_Facts';
import toldCommand from '@salesforce/label/c.Console_Told_Command';
import toldEvent from '@salesforce/label/c.Console_Told_Event';
import toldDispatch from '@salesforce/label/c.Console_Told_Dispatch';
import toldNoAttempt from '@salesforce/label/c.Console_Told_No_Attempt';
import toldAttempts from '@salesforce/label/c.Console_Told_Attempts';
import toldAttemptsOpen from '@salesforce/label/c.Console_Told_Attempts_Open';
import toldLatest from '@salesforce/label/c.Console_Told_Latest';
import toldLatestPlain from '@salesforce/label/c.Console_Told_Latest_Plain';
import toldDetail from '@salesforce/label/c.Console_Told_Detail';
import toldHttp from '@salesforce/label/c.Console_Told_Http';
import toldSucceeded from '@salesforce/label/c.Console_Told_Succeeded';
import toldRejected from '@salesforce/label/c.Console_Told_Rejected';
import toldRejectedPlain from '@salesforce/label/c.Console_Told_Rejected_Plain';
import toldExhausted from '@salesforce/label/c.Console_Told_Exhausted';
import toldGivenUp from '@salesforce/label/c.Console_Told_Given_Up';
import toldDeadLetter from '@salesforce/label/c.Console_Told_Dead_Letter';
import toldStale from '@salesforce/label/c.Console_Told_Stale';
import toldProcessed from '@salesforce/label/c.Console_Told_Processed';
import toldCancelled from '@salesforce/label/c.Console_Told_Cancelled';
import toldPending from '@salesforce/label/c.Console_Told_Pending';
import toldReceived from '@salesforce/label/c.Console_Told_Received';
import toldIsolating from '@salesforce/label/c.Console_Told_Isolating';
import toldRetryDue from '@salesforce/label/c.Console_Told_Retry_Due';
import toldRetryOverdue from '@salesforce/label/c.Console_Told_Retry_Overdue';
import toldHeld from '@salesforce/label/c.Console_Told_Held';
import toldLeaseEnded from '@salesforce/label/c.Console_Told_Lease_Ended';
import toldCaller from '@salesforce/label/c.Console_Told_Caller';
import toldConflicts from '@salesforce/label/c.Console_Told_Conflicts';
import toldCircuit from '@salesforce/label/c.Console_Told_Circuit';
import toldReplayed from '@salesforce/label/c.Console_Told_Replayed';
import toldReplayedOnce from '@salesforce/label/c.Console_Told_Replayed_Once';
import toldRemote from '@salesforce/label/c.Console_Told_Remote';
import nextNothing from '@salesforce/label/c.Console_Next_Nothing';
import nextNothingEvent from '@salesforce/label/c.Console_Next_Nothing_Event';
import nextWait from '@salesforce/label/c.Console_Next_Wait';
import nextCaller from '@salesforce/label/c.Console_Next_Caller';
import nextReplay from '@salesforce/label/c.Console_Next_Replay';
import nextResponsible from '@salesforce/label/c.Console_Next_Responsible';
import nextRejectedCommand from '@salesforce/label/c.Console_Next_Rejected_Command';
import nextRejectedDispatch from '@salesforce/label/c.Console_Next_Rejected_Dispatch';
import nextStuck from '@salesforce/label/c.Console_Next_Stuck';
import nextCancelled from '@salesforce/label/c.Console_Next_Cancelled';
import replayBy from '@salesforce/label/c.Console_Replay_By';
import noReplays from '@salesforce/label/c.Console_No_Replays';
import noFindings from '@salesforce/label/c.Console_No_Findings';
import correlationId from '@salesforce/label/c.Console_Correlation_Id';
import businessRecord from '@salesforce/label/c.Console_Business_Record';
import remoteId from '@salesforce/label/c.Console_Remote_Id';
import expires from '@salesforce/label/c.Console_Expires';
import responsible from '@salesforce/label/c.Console_Responsible';
import findingsTitle from '@salesforce/label/c.Console_Findings_Title';
import findingsDecide from '@salesforce/label/c.Console_Findings_Decide';
import findingsUnresolved from '@salesforce/label/c.Console_Findings_Unresolved';
import findingsWaiting from '@salesforce/label/c.Console_Findings_Waiting';
import findingsDeclined from '@salesforce/label/c.Console_Findings_Declined';
import findingsEmpty from '@salesforce/label/c.Console_Findings_Empty';
import classification from '@salesforce/label/c.Console_Classification';
import repair from '@salesforce/label/c.Console_Repair';
import found from '@salesforce/label/c.Console_Found';
import decision from '@salesforce/label/c.Console_Decision';
import approveSelected from '@salesforce/label/c.Console_Approve_Selected';
import declineSelected from '@salesforce/label/c.Console_Decline_Selected';
import approveTitle from '@salesforce/label/c.Console_Approve_Title';
import declineTitle from '@salesforce/label/c.Console_Decline_Title';
import approveText from '@salesforce/label/c.Console_Approve_Text';
import declineText from '@salesforce/label/c.Console_Decline_Text';
import approve from '@salesforce/label/c.Console_Approve';
import decline from '@salesforce/label/c.Console_Decline';
import approveDone from '@salesforce/label/c.Console_Approve_Done';
import declineDone from '@salesforce/label/c.Console_Decline_Done';
import decideNotPermitted from '@salesforce/label/c.Console_Decide_Not_Permitted';
import repairs from '@salesforce/label/c.Console_Repairs';
import repairOne from '@salesforce/label/c.Console_Repair_One';
import rowsOne from '@salesforce/label/c.Console_Rows_One';
import rowsMany from '@salesforce/label/c.Console_Rows_Many';

/** All texts of the console, by their names in code. */
export const labels = Object.freeze({
  refresh,
  loading,
  cancel,
  kind,
  view,
  never,
  none,
  commands,
  events,
  dispatches,
  findings,
  unknownProblem,
  lessThanMinute,
  oneMinute,
  minutes,
  oneHour,
  hours,
  oneDay,
  days,
  ago,
  fromNow,
  overviewTitle,
  window,
  lastDay,
  lastWeek,
  arrivalsTitle,
  arrivalsEmpty,
  seriesNew,
  seriesDuplicate,
  seriesConflict,
  seriesRetryable,
  seriesExhausted,
  chartSummary,
  showTable,
  showChart,
  chartTime,
  chartHelp,
  queuesTitle,
  waitingJob,
  waitingCaller,
  waitingOperator,
  oldest,
  dueFor,
  showWork,
  inOrder,
  endpointsTitle,
  endpointsEmpty,
  endpoint,
  circuit,
  circuitOpenUntil,
  circuitClosed,
  circuitOpen,
  circuitProbing,
  circuitFailures,
  succeeded,
  rejected,
  waiting,
  exhausted,
  notActive,
  oldestWaiting,
  workTitle,
  viewOperator,
  viewStuck,
  viewDue,
  viewOpen,
  viewConflict,
  viewRejected,
  viewRecent,
  scopeCommand,
  scopeEvent,
  scopeDispatch,
  search,
  searchHelp,
  apply,
  number,
  key,
  entity,
  tenant,
  status,
  attempts,
  arrived,
  nextAttempt,
  lastOutcome,
  detail,
  replay,
  replaySelected,
  replayNotPermitted,
  workEmpty,
  workEmptyFiltered,
  loadMore,
  shown,
  shownMore,
  selected,
  notReplayableSelected,
  replayTitle,
  replayText,
  reason,
  reasonHelp,
  reasonMissing,
  reasonTooLong,
  replayDone,
  replayDoneOne,
  refusedTitle,
  done,
  storyTitle,
  reconciliationHeading,
  workHeading,
  storyNext,
  storyReplays,
  storyFindings,
  storyFacts,
  toldCommand,
  toldEvent,
  toldDispatch,
  toldNoAttempt,
  toldAttempts,
  toldAttemptsOpen,
  toldLatest,
  toldLatestPlain,
  toldDetail,
  toldHttp,
  toldSucceeded,
  toldRejected,
  toldRejectedPlain,
  toldExhausted,
  toldGivenUp,
  toldDeadLetter,
  toldStale,
  toldProcessed,
  toldCancelled,
  toldPending,
  toldReceived,
  toldIsolating,
  toldRetryDue,
  toldRetryOverdue,
  toldHeld,
  toldLeaseEnded,
  toldCaller,
  toldConflicts,
  toldCircuit,
  toldReplayed,
  toldReplayedOnce,
  toldRemote,
  nextNothing,
  nextNothingEvent,
  nextWait,
  nextCaller,
  nextReplay,
  nextResponsible,
  nextRejectedCommand,
  nextRejectedDispatch,
  nextStuck,
  nextCancelled,
  replayBy,
  noReplays,
  noFindings,
  correlationId,
  businessRecord,
  remoteId,
  expires,
  responsible,
  findingsTitle,
  findingsDecide,
  findingsUnresolved,
  findingsWaiting,
  findingsDeclined,
  findingsEmpty,
  classification,
  repair,
  found,
  decision,
  approveSelected,
  declineSelected,
  approveTitle,
  declineTitle,
  approveText,
  declineText,
  approve,
  decline,
  approveDone,
  declineDone,
  decideNotPermitted,
  repairs,
  repairOne,
  rowsOne,
  rowsMany
});

/**
 * Fills the numbered places of a text.
 * @param {string} text with {0}, {1} ...
 * @param {...unknown} values in order
 * @returns {string} the text; a place without value stays as it is
 */
export function format(text, ...values) {
  return text.replace(/\{(\d+)\}/g, (place, index) => (index in values ? String(values[index]) : place));
}
