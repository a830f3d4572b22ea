import { entriesOf, type Entry } from '../history/entry.js';
import type { Finding } from './finding.js';
import { groupByKey, remoteAttemptsOf, type RemoteAttempt } from './remoteAttempts.js';

/** A row of the outbox. */
export interface DispatchRow {
  readonly id: string;
  readonly key: string;
  readonly entity: string;
  readonly status: string;
  /** Since it was created, or replayed by an operator. */
  readonly attempts: number;
  readonly lastCategory: string | undefined;
  readonly remoteId: string | undefined;
  readonly correlationId: string | undefined;
  /** Digest of the stored body. */
  readonly payloadDigest: string;
}

/** States in which nothing more happens by itself. */
export const TERMINAL_DISPATCH_STATES: readonly string[] = ['Succeeded', 'Exhausted', 'Rejected', 'Cancelled'];

/**
 * Every attempt about an entity carries the stored key, the stored body and the stored correlation id of its dispatch; an
 * attempt without a dispatch was never asked for.
 */
export function checkSameKeyOnEveryAttempt(history: readonly Entry[], dispatches: readonly DispatchRow[]): Finding[] {
  const byKey = new Map(dispatches.map((row) => [row.key, row]));
  const byEntity = new Map(dispatches.map((row) => [row.entity, row]));
  const findings: Finding[] = [];
  const complain = ({ key, operation }: RemoteAttempt, message: string): void =>
    void findings.push({ checker: 'same-key', kind: 'violation', key, message, evidence: entriesOf([operation]) });
  for (const attempt of remoteAttemptsOf(history)) {
    const row = byKey.get(attempt.key);
    if (row === undefined) {
      const stored = byEntity.get(attempt.entity);
      complain(
        attempt,
        stored === undefined
          ? 'The remote got work that no dispatch asks for.'
          : `The remote got the key '${attempt.key}', but the stored key is '${stored.key}'.`
      );
      continue;
    }
    if (attempt.payloadDigest !== row.payloadDigest) complain(attempt, 'An attempt carried other content than stored.');
    if (attempt.correlationId !== row.correlationId) {
      complain(attempt, `An attempt carried the correlation id ${attempt.correlationId}, not ${row.correlationId}.`);
    }
  }
  return findings;
}

/** The remote did each piece of work at most once, whatever the keys. */
export function checkOneRemoteEffect(history: readonly Entry[]): Finding[] {
  const made = new Map<string, RemoteAttempt[]>();
  for (const attempt of remoteAttemptsOf(history)) {
    if (!attempt.created) continue;
    const about = `${attempt.kind} ${attempt.entity === '' ? attempt.key : attempt.entity}`;
    made.set(about, [...(made.get(about) ?? []), attempt]);
  }
  return [...made.values()]
    .filter((own) => own.length > 1)
    .map((own) => ({
      checker: 'one-remote-effect',
      kind: 'violation',
      key: own[0]!.key,
      message: `The remote did it ${own.length} times: ${own.map(({ resourceId }) => resourceId).join(', ')}.`,
      evidence: entriesOf(own.map(({ operation }) => operation))
    }));
}

/** Effects at the remote beyond the first of each entity. */
export function countDuplicateRemoteEffects(history: readonly Entry[]): number {
  const created = remoteAttemptsOf(history).filter((attempt) => attempt.created);
  return (
    created.length - new Set(created.map(({ kind, entity, key }) => `${kind} ${entity === '' ? key : entity}`)).size
  );
}

/**
 * Work is neither lost nor made up: every key that was to be dispatched has one row in the state that it must end in, and
 * what the row says is what the remote did.
 *
 * @param expected the state of each key
 */
export function checkDispatchesEnd(
  history: readonly Entry[],
  dispatches: readonly DispatchRow[],
  expected: ReadonlyMap<string, string>
): Finding[] {
  const attempts = groupByKey(remoteAttemptsOf(history));
  const rows = new Map<string, DispatchRow[]>();
  for (const row of dispatches) rows.set(row.key, [...(rows.get(row.key) ?? []), row]);
  return [...expected].flatMap(([key, status]): Finding[] => {
    const own = rows.get(key) ?? [];
    const tries = attempts.get(key) ?? [];
    const [row] = own;
    const message = complaintAbout(own, tries, status);
    if (message === undefined) return [];
    const isOpen = own.length === 1 && row !== undefined && !TERMINAL_DISPATCH_STATES.includes(row.status);
    return [
      {
        checker: 'dispatches-end',
        kind: isOpen ? 'inconclusive' : 'violation',
        key,
        message,
        evidence: entriesOf(tries.map(({ operation }) => operation))
      }
    ];
  });
}

function complaintAbout(
  rows: readonly DispatchRow[],
  attempts: readonly RemoteAttempt[],
  expected: string
): string | undefined {
  const [row] = rows;
  if (row === undefined) return 'The business change is there, but its dispatch is not.';
  if (rows.length > 1) return `The outbox holds the key ${rows.length} times.`;
  if (row.status !== expected)
    return `The dispatch is ${row.status} (${row.lastCategory ?? 'no attempt'}), not ${expected}.`;
  const done = attempts.find(({ resourceId, status }) => resourceId !== undefined && status !== 422);
  if (row.status === 'Succeeded' && done === undefined) return 'The dispatch succeeded, but the remote never did it.';
  if (row.status === 'Succeeded' && row.remoteId !== done?.resourceId) {
    return `The dispatch keeps ${row.remoteId ?? 'no identifier'}, but the remote gave ${done?.resourceId}.`;
  }
  const isDone = attempts.some(({ created }) => created);
  if ((row.status === 'Rejected' || row.status === 'Cancelled') && isDone) {
    return `The dispatch is ${row.status}, but the remote did it.`;
  }
  return undefined;
}

/**
 * No dispatch is tried more often than its endpoint allows.
 *
 * @param mostAttempts of the endpoint
 * @param rounds how often each key may begin anew: 1, and 1 for each operator replay
 */
export function checkAttemptsBounded(
  history: readonly Entry[],
  mostAttempts: number,
  rounds: (key: string) => number = () => 1
): Finding[] {
  return [...groupByKey(remoteAttemptsOf(history))]
    .filter(([key, own]) => own.length > mostAttempts * rounds(key))
    .map(([key, own]) => ({
      checker: 'attempts-bounded',
      kind: 'violation',
      key,
      message: `${own.length} attempts arrived; ${mostAttempts * rounds(key)} are allowed.`,
      evidence: entriesOf(own.map(({ operation }) => operation))
    }));
}

/**
 * Retries do not come back together: no window of time holds too many of them.
 *
 * @param windowMs length of the window
 * @param mostShare of all retries that one window may hold, from 0 to 1
 */
export function checkRetriesSpread(history: readonly Entry[], windowMs: number, mostShare: number): Finding[] {
  const retries = retriesOf(history);
  if (retries.length < FEWEST_RETRIES) {
    const message = `Only ${retries.length} retries were made; nothing is proved about how they spread.`;
    return [{ checker: 'retries-spread', kind: 'inconclusive', message, evidence: [] }];
  }
  const most = mostRetriesWithin(history, windowMs);
  if (most.length <= mostShare * retries.length) return [];
  return [
    {
      checker: 'retries-spread',
      kind: 'violation',
      message: `${most.length} of ${retries.length} retries arrived within ${windowMs} ms; at most ${Math.round(mostShare * 100)} % may.`,
      evidence: entriesOf(most.slice(0, 20).map(({ operation }) => operation))
    }
  ];
}

/** The retries of the window that holds most of them. */
export function mostRetriesWithin(history: readonly Entry[], windowMs: number): readonly RemoteAttempt[] {
  const retries = retriesOf(history);
  let most: readonly RemoteAttempt[] = [];
  for (let first = 0, last = 0; last < retries.length; last += 1) {
    while (retries[last]!.at - retries[first]!.at >= windowMs) first += 1;
    if (last - first + 1 > most.length) most = retries.slice(first, last + 1);
  }
  return most;
}

function retriesOf(history: readonly Entry[]): RemoteAttempt[] {
  return remoteAttemptsOf(history)
    .filter(({ occurrence }) => occurrence > 1)
    .sort((left, right) => left.at - right.at);
}

const FEWEST_RETRIES = 20;

/**
 * The situation that the scenario is about came up: some attempt met each of these steps.
 *
 * @param steps of the remote's behaviour
 */
export function checkSituationArose(history: readonly Entry[], steps: readonly string[]): Finding[] {
  const inconclusive = (message: string): Finding => ({
    checker: 'situation-arose',
    kind: 'inconclusive',
    message,
    evidence: []
  });
  const met = new Set(remoteAttemptsOf(history).map(({ step }) => step));
  if (met.size === 0) return [inconclusive('No attempt arrived at the remote; nothing is proved.')];
  const missing = steps.filter((step) => !met.has(step));
  return missing.length === 0
    ? []
    : [inconclusive(`The remote never did this: ${missing.join(', ')}; nothing is proved about it.`)];
}
