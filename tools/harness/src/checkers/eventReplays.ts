import type { Entry } from '../history/entry.js';
import type { Finding } from './finding.js';
import type { OperatorReplays } from './replays.js';

/** Subject of the remarks that tell the state of an event before any operator came. */
export const BEFORE_REPLAY = 'event-before-replay';

/** Subject of the remark that tells whether a replay without a reason was refused. */
export const WITHOUT_REASON = 'replay-without-reason';

/** What is expected of the replay of one event. */
export interface ExpectedReplay {
  readonly key: string;
  /** State in which the operator found it. */
  readonly previousStatus: string;
}

/**
 * The operator found each event in the expected state, and the audit names each replayed event once, by its original key, with who
 * replayed it, why, and from which state; and no other.
 */
export function checkEventReplays(
  history: readonly Entry[],
  expected: readonly ExpectedReplay[],
  reason: string,
  { replays, operator }: OperatorReplays
): Finding[] {
  const before = new Map(
    history.flatMap((entry) =>
      entry.kind === 'remark' && entry.subject === BEFORE_REPLAY ? [[entry.key, entry] as const] : []
    )
  );
  const findings: Finding[] = [];
  const add = (kind: Finding['kind'], key: string, message: string, evidence: readonly Entry[] = []): void =>
    void findings.push({ checker: 'event-replays', kind, key, message, evidence });
  for (const { key, previousStatus } of expected) {
    const seen = before.get(key);
    if (seen === undefined) {
      add('inconclusive', key, 'Nobody looked at the event before the replay.');
      continue;
    }
    if (seen.detail.status !== previousStatus) {
      add('inconclusive', key, `Before the replay the event was ${seen.detail.status}, not ${previousStatus}.`, [seen]);
      continue;
    }
    const own = replays.filter(({ workKey }) => workKey === key);
    if (own.length !== 1) add('violation', key, `The audit holds ${own.length} replays of the event, not one.`, [seen]);
    for (const replay of own) {
      const wrong = [
        replay.kind === 'Event' ? '' : `the kind ${replay.kind}`,
        replay.reason === reason ? '' : `the reason '${replay.reason}'`,
        replay.operator === operator ? '' : `the operator ${replay.operator}`,
        replay.previousStatus === previousStatus ? '' : `the former state ${replay.previousStatus}`
      ].filter((text) => text !== '');
      if (wrong.length > 0) add('violation', key, `The audit has ${wrong.join(', ')}.`, [seen]);
    }
  }
  const known = new Set(expected.map(({ key }) => key));
  for (const { workKey } of replays) {
    if (!known.has(workKey)) add('violation', workKey, 'The audit has a replay that nobody made.');
  }
  return findings;
}

/** Who gives no reason replays nothing. */
export function checkReasonDemanded(history: readonly Entry[]): Finding[] {
  const remark = history.find((entry) => entry.kind === 'remark' && entry.subject === WITHOUT_REASON);
  const finding = (kind: Finding['kind'], message: string): Finding[] => [
    { checker: 'reason-demanded', kind, message, evidence: remark === undefined ? [] : [remark] }
  ];
  if (remark?.kind !== 'remark') return finding('inconclusive', 'No replay without a reason was tried.');
  return remark.detail.refused === true ? [] : finding('violation', 'A replay without a reason was accepted.');
}
