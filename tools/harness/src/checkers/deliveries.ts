import { entriesOf, operationsByKey, operationsOf, type Entry } from '../history/entry.js';
import type { Finding } from './finding.js';

/** Subject of the remark that tells what the receiver holds after a scenario. */
export const RECEIVER_LEFT = 'receiver-left';

/** Everything that the receiver acknowledged has left it for the org: nothing waits, nothing was given up. */
export function checkReceiverDrained(history: readonly Entry[]): Finding[] {
  const finding = (kind: Finding['kind'], message: string, evidence: Entry[] = []): Finding[] => [
    { checker: 'receiver-drained', kind, message, evidence }
  ];
  const last = history.findLast((entry) => entry.kind === 'remark' && entry.subject === RECEIVER_LEFT);
  if (last?.kind !== 'remark') return finding('inconclusive', 'The receiver was not asked what it holds.');
  const waiting = Number(last.detail.waiting);
  const deadLetters = Number(last.detail.deadLetters);
  if (deadLetters > 0) {
    return finding('violation', `The receiver gave up ${deadLetters} events that are in order.`, [last]);
  }
  return waiting > 0 ? finding('inconclusive', `${waiting} events still wait in the receiver.`, [last]) : [];
}

/** A delivery of an event that is long processed is acknowledged as known. */
export function checkLateDuplicatesKnown(history: readonly Entry[], lateAttempt: number): Finding[] {
  const late = operationsOf(history).filter(({ invocation }) => invocation.attempt === lateAttempt);
  if (late.length === 0) {
    const message = 'No event came again after it was processed.';
    return [{ checker: 'late-duplicates-known', kind: 'inconclusive', message, evidence: [] }];
  }
  return late
    .filter(({ completion }) => completion?.kind === 'ok' && completion.replayed !== true)
    .map((operation) => ({
      checker: 'late-duplicates-known',
      kind: 'violation',
      key: operation.invocation.key,
      message: 'An event that was processed long before was stored again.',
      evidence: entriesOf([operation])
    }));
}

/** Events that nobody may have proved to come from the provider, with why. */
export type Unproved = ReadonlyMap<string, string>;

/**
 * Deliveries without a valid signature are refused with 401 and the right reason, and leave no trace; the others get through, so
 * that a receiver that refuses everything does not pass.
 *
 * @param reasons of the refusal, by the key of the event
 * @param present keys of events and ids of entities that the org holds, all of them
 */
export function checkUnprovedRefused(
  history: readonly Entry[],
  reasons: Unproved,
  present: ReadonlySet<string>
): Finding[] {
  const findings: Finding[] = [];
  const operations = operationsByKey(history);
  for (const [key, reason] of reasons) {
    const own = operations.get(key) ?? [];
    const completion = own[0]?.completion;
    const evidence = entriesOf(own);
    const add = (kind: Finding['kind'], message: string): void =>
      void findings.push({ checker: 'unproved-refused', kind, key, message, evidence });
    if (present.has(key)) add('violation', 'The org holds an event that nobody proved to come from the provider.');
    if (completion === undefined || completion.kind === 'unknown') add('inconclusive', 'The delivery got no answer.');
    else if (completion.kind === 'ok') add('violation', 'A delivery without a valid signature was acknowledged.');
    else if (completion.status !== 401 || completion.code !== reason) {
      add('violation', `It was refused with ${completion.status} ${completion.code ?? ''}, not with 401 ${reason}.`);
    }
  }
  return findings;
}

/** What an amount of events cost. */
export interface Cost {
  readonly events: number;
  readonly calls: number;
  readonly jobs: number;
}

/** Subject of the remark that tells what the events of a scenario cost. */
export const COST = 'cost';

/** Rows of one call, and events of one job. */
const BATCH = 200;
/** Batches are not always full: the first ones and the last ones do not wait, and a slow machine sends a small burst in several. */
const SPARE_CALLS = 5;
/** A job may find less than there was. */
const JOBS_PER_BATCH = 1.2;
const SPARE_JOBS = 10;

/** The most API calls and jobs that a burst may cost: 30 and 40 for 5,000 events. */
export function allowedCost(events: number): { readonly calls: number; readonly jobs: number } {
  const batches = Math.ceil(events / BATCH);
  return { calls: batches + SPARE_CALLS, jobs: Math.floor(batches * JOBS_PER_BATCH) + SPARE_JOBS };
}

/** Events go to the org by the batch and not one by one, and jobs process them so. */
export function checkCost(history: readonly Entry[]): Finding[] {
  const remark = history.findLast((entry) => entry.kind === 'remark' && entry.subject === COST);
  if (remark?.kind !== 'remark') {
    return [{ checker: 'cost', kind: 'inconclusive', message: 'Nothing was counted.', evidence: [] }];
  }
  const { events, calls, jobs } = remark.detail as unknown as Cost;
  const allowed = allowedCost(events);
  return (['calls', 'jobs'] as const)
    .filter((what) => remark.detail[what] !== undefined && { calls, jobs }[what] > allowed[what])
    .map((what) => ({
      checker: 'cost',
      kind: 'violation',
      message: `${events} events took ${{ calls, jobs }[what]} ${what}, not ${allowed[what]} at most.`,
      evidence: [remark]
    }));
}
