import { wire } from 'lwc';
import { CurrentPageReference } from 'lightning/navigation';
import page from '@salesforce/apex/ConsoleWorkResource.page';
import replay from '@salesforce/apex/ConsoleWorkResource.replay';
import mayReplay from '@salesforce/customPermission/Replay_Integration_Work';
import ReasonDialog from 'c/consoleReasonDialog';
import ConsoleSelection from 'c/consoleSelection';
import { labels, format } from 'c/consoleLabels';
import { agoText, counted, numberText, readableName } from 'c/consoleSupport';

const OBJECTS = { command: 'Integration_Request__c', event: 'Inbound_Event__c', dispatch: 'Outbound_Dispatch__c' };
const KINDS = Object.keys(OBJECTS);
const SCOPE_LABELS = { command: labels.scopeCommand, event: labels.scopeEvent, dispatch: labels.scopeDispatch };
const VIEWS = [
  { value: 'operator', label: labels.viewOperator, kinds: KINDS },
  { value: 'stuck', label: labels.viewStuck, kinds: KINDS },
  { value: 'due', label: labels.viewDue, kinds: KINDS },
  { value: 'conflict', label: labels.viewConflict, kinds: ['command', 'dispatch'] },
  { value: 'rejected', label: labels.viewRejected, kinds: ['dispatch'] },
  { value: 'open', label: labels.viewOpen, kinds: KINDS },
  { value: 'recent', label: labels.viewRecent, kinds: KINDS }
];

/** Commands, events and dispatches by view; runs a selection again with a reason. */
export default class ConsoleWorkList extends ConsoleSelection {
  kind = 'dispatch';
  view = 'operator';
  scope = '';
  search = '';
  scopeDraft = '';
  searchDraft = '';
  kinds = [
    { label: labels.commands, value: 'command' },
    { label: labels.events, value: 'event' },
    { label: labels.dispatches, value: 'dispatch' }
  ];

  more = [];
  hasMoreBehind;

  @wire(CurrentPageReference)
  takeState(reference) {
    const { c__kind: kind, c__view: view } = reference?.state ?? {};
    if (KINDS.includes(kind)) this.kind = kind;
    if (this.views.some(({ value }) => value === view)) this.view = view;
  }

  @wire(page, { kind: '$kind', view: '$view', scope: '$scope', search: '$search', afterDate: null, afterId: null })
  takePage(result) {
    this.wired = result;
    this.more = [];
    this.hasMoreBehind = undefined;
  }

  get objectApiName() {
    return OBJECTS[this.kind];
  }

  get mayReplay() {
    return Boolean(mayReplay);
  }

  /** Who may not even look is told that alone. */
  get saysWatcher() {
    return this.isWatcher && !this.wired?.error;
  }

  get isWatcher() {
    return !this.mayReplay;
  }

  get views() {
    return VIEWS.filter(({ kinds }) => kinds.includes(this.kind));
  }

  get scopeLabel() {
    return SCOPE_LABELS[this.kind];
  }

  get columns() {
    return [
      {
        label: labels.number,
        type: 'button',
        typeAttributes: { label: { fieldName: 'name' }, variant: 'base' },
        initialWidth: 130
      },
      { label: labels.key, fieldName: 'workKey', wrapText: true },
      { label: this.scopeLabel, fieldName: 'scopeText', wrapText: true },
      { label: this.kind === 'command' ? labels.tenant : labels.entity, fieldName: 'entity', wrapText: true },
      { label: labels.status, fieldName: 'status', initialWidth: 130 },
      { label: labels.attempts, fieldName: 'attempts', type: 'number', initialWidth: 90 },
      { label: labels.arrived, fieldName: 'arrived', wrapText: true },
      { label: labels.nextAttempt, fieldName: 'next', wrapText: true },
      { label: labels.lastOutcome, fieldName: 'outcome', wrapText: true }
    ].map((column) => ({ ...column, hideDefaultActions: true }));
  }

  get found() {
    return [...(this.data?.rows ?? []), ...this.more];
  }

  get rows() {
    const now = Date.now();
    return this.found.map((row) => ({
      ...row,
      scopeText: readableName(row.scope),
      arrived: agoText(row.createdAt, now),
      next: row.nextAttemptAt ? agoText(row.nextAttemptAt, now) : '',
      outcome: [row.category, row.detail].filter(Boolean).join(': ')
    }));
  }

  get hasMore() {
    return this.hasMoreBehind ?? this.data?.hasMore ?? false;
  }

  get hasRows() {
    return this.found.length > 0;
  }

  get isEmpty() {
    return this.data !== undefined && !this.hasRows;
  }

  get emptyText() {
    return this.scope || this.search ? labels.workEmptyFiltered : labels.workEmpty;
  }

  get countText() {
    if (!this.hasRows) return '';
    const shown = format(this.hasMore ? labels.shownMore : labels.shown, numberText(this.found.length));
    return this.selectedIds.length === 0
      ? shown
      : `${shown}, ${format(labels.selected, numberText(this.selectedIds.length))}`;
  }

  get replayLabel() {
    return format(labels.replaySelected, numberText(this.selectedIds.length));
  }

  chooseKind(event) {
    this.kind = event.detail.value;
    if (!this.views.some(({ value }) => value === this.view)) this.view = 'operator';
    this.startOver();
  }

  chooseView(event) {
    this.view = event.detail.value;
    this.startOver();
  }

  typeScope(event) {
    this.scopeDraft = event.detail.value;
  }

  typeSearch(event) {
    this.searchDraft = event.detail.value;
  }

  apply(event) {
    event.preventDefault();
    this.scope = this.scopeDraft.trim();
    this.search = this.searchDraft.trim();
    this.startOver();
  }

  async startAnew() {
    this.startOver();
    await this.reload();
  }

  async loadMore() {
    const last = this.found[this.found.length - 1];
    await this.working(async () => {
      const { rows, hasMore } = await page({
        kind: this.kind,
        view: this.view,
        scope: this.scope,
        search: this.search,
        afterDate: last.createdAt,
        afterId: last.recordId
      });
      this.more = [...this.more, ...rows];
      this.hasMoreBehind = hasMore;
    });
  }

  async replaySelected() {
    const recordIds = [...this.selectedIds];
    const chosen = this.found.filter(({ recordId }) => recordIds.includes(recordId));
    const refusable = chosen.filter(({ replayable }) => !replayable).length;
    const reason = await ReasonDialog.open({
      size: 'small',
      label: format(labels.replayTitle, counted(recordIds.length, labels.rowsOne, labels.rowsMany)),
      text: labels.replayText,
      warning: refusable > 0 ? format(labels.notReplayableSelected, numberText(refusable)) : '',
      action: labels.replay
    });
    if (reason === undefined) return;
    await this.working(async () => {
      const outcome = await replay({ kind: this.kind, recordIds, reason });
      this.startOver();
      this.outcome = outcome;
      this.summary = counted(outcome.done, labels.replayDoneOne, labels.replayDone);
      await this.reload();
    });
  }

  async reload() {
    this.more = [];
    this.hasMoreBehind = undefined;
    await this.refresh();
  }
}
