import { labels, format } from 'c/consoleLabels';
import { agoText, instantText, numberText, readableName } from 'c/consoleSupport';

const OPENINGS = { command: labels.toldCommand, event: labels.toldEvent, dispatch: labels.toldDispatch };

/**
 * Tells in words what happened to a command, event or dispatch.
 * @param {object} story as `ConsoleStoryResource.story` gives it
 * @param {number} now milliseconds
 * @returns {{ sentences: string[], next: string, tone: 'success' | 'error' | 'warning' | 'info' }}
 */
export function tell(story, now = Date.now()) {
  const sentences = [
    format(OPENINGS[story.kind], story.workKey, readableName(story.scope), agoText(story.createdAt, now)),
    ...attempts(story, now),
    ...state(story, now),
    ...around(story, now)
  ];
  return { sentences, next: nextStep(story, now), tone: toneOf(story) };
}

function attempts({ attempts: count, maxAttempts, lastAttemptAt, category, detail, httpStatus, kind }, now) {
  if (count === 0 && !category) return kind === 'event' ? [] : [labels.toldNoAttempt];
  const told = [];
  if (maxAttempts) told.push(format(labels.toldAttempts, numberText(count), numberText(maxAttempts)));
  else told.push(format(labels.toldAttemptsOpen, numberText(count)));
  if (category) {
    const what = readable(category);
    told.push(
      lastAttemptAt
        ? format(labels.toldLatest, agoText(lastAttemptAt, now), what)
        : format(labels.toldLatestPlain, what)
    );
  }
  if (httpStatus) told.push(format(labels.toldHttp, httpStatus));
  if (detail) told.push(format(labels.toldDetail, detail.replace(/\.$/, '')));
  return told;
}

function state(story, now) {
  const { status, completedAt, nextAttemptAt, leaseExpiresAt } = story;
  switch (status) {
    case 'Succeeded':
      return [format(labels.toldSucceeded, agoText(completedAt, now))];
    case 'Processed':
      return [format(labels.toldProcessed, agoText(completedAt, now))];
    case 'Rejected':
      return [completedAt ? format(labels.toldRejected, agoText(completedAt, now)) : labels.toldRejectedPlain];
    case 'Exhausted':
      return [story.attempts < story.maxAttempts ? labels.toldGivenUp : labels.toldExhausted];
    case 'Dead Letter':
      return [labels.toldDeadLetter];
    case 'Stale':
      return [labels.toldStale];
    case 'Cancelled':
      return [labels.toldCancelled];
    case 'Pending':
    case 'Accepted':
      return [labels.toldPending];
    case 'Received':
      return [labels.toldReceived];
    case 'Retryable Failure':
    case 'Retry Scheduled':
      return retry(story.waitingFor, nextAttemptAt, now);
    case 'Processing':
    case 'In Flight':
      return held(story.kind, leaseExpiresAt, now);
    default:
      return [];
  }
}

function retry(waitingFor, nextAttemptAt, now) {
  if (waitingFor === 'Caller') return [labels.toldCaller];
  if (!nextAttemptAt) return [];
  return Date.parse(nextAttemptAt) <= now
    ? [format(labels.toldRetryOverdue, instantText(nextAttemptAt))]
    : [format(labels.toldRetryDue, agoText(nextAttemptAt, now))];
}

function held(kind, leaseExpiresAt, now) {
  if (kind === 'event') return [labels.toldIsolating];
  if (!leaseExpiresAt) return [labels.toldPending];
  const hasEnded = Date.parse(leaseExpiresAt) <= now;
  return [format(hasEnded ? labels.toldLeaseEnded : labels.toldHeld, agoText(leaseExpiresAt, now))];
}

function around({ circuit, waitingFor, conflicts, remoteId, replays }, now) {
  const told = [];
  if (waitingFor && circuit && circuit !== 'Closed') told.push(format(labels.toldCircuit, circuit.toLowerCase()));
  if (conflicts > 0) told.push(format(labels.toldConflicts, numberText(conflicts)));
  if (remoteId) told.push(format(labels.toldRemote, remoteId));
  if (replays.length > 0) {
    const [{ requestedAt, operator }] = replays;
    told.push(
      replays.length === 1
        ? format(labels.toldReplayedOnce, agoText(requestedAt, now), operator)
        : format(labels.toldReplayed, numberText(replays.length), agoText(requestedAt, now), operator)
    );
  }
  return told;
}

function nextStep({ kind, status, waitingFor, responsible, leaseExpiresAt }, now) {
  if (status === 'Cancelled') return labels.nextCancelled;
  if (status === 'Rejected') return kind === 'command' ? labels.nextRejectedCommand : labels.nextRejectedDispatch;
  if (waitingFor === 'Caller') return labels.nextCaller;
  if (waitingFor === 'Operator') {
    return responsible ? format(labels.nextResponsible, responsible) : labels.nextReplay;
  }
  if (waitingFor === 'Job') {
    return leaseExpiresAt && Date.parse(leaseExpiresAt) <= now ? labels.nextStuck : labels.nextWait;
  }
  return kind === 'event' ? labels.nextNothingEvent : labels.nextNothing;
}

function toneOf({ status, waitingFor }) {
  if (waitingFor === 'Operator' || status === 'Rejected') return 'error';
  if (status === 'Retryable Failure' || status === 'Retry Scheduled') return 'warning';
  return status === 'Succeeded' || status === 'Processed' ? 'success' : 'info';
}

/** `LOCK_CONTENTION` → `lock contention`; what is written for people stays as it is. */
function readable(category) {
  return /^[A-Z_]+$/.test(category) ? category.replaceAll('_', ' ').toLowerCase() : category.toLowerCase();
}
