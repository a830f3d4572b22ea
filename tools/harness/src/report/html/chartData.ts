import { isCompletion, operationsByKey, type Entry, type Operation } from '../../history/entry.js';

/** How many attempts ended in each way, by slices of time. */
export interface OutcomesOverTime {
  /** Length of a slice in milliseconds. */
  readonly sliceMs: number;
  readonly ok: readonly number[];
  readonly fail: readonly number[];
  readonly unknown: readonly number[];
}

/** One attempt of a contended key; times in milliseconds since the first attempt with the key. */
export interface TimelineAttempt {
  readonly client: number;
  readonly from: number;
  readonly to: number;
  /** `first`: made the effect; `replayed`: got its stored answer; else how it ended. */
  readonly outcome: 'first' | 'replayed' | 'refused' | 'unknown';
  readonly answer: string;
}

export interface Timeline {
  readonly scenario: string;
  readonly key: string;
  /** When the first attempt was answered: by then the org had committed. Null when no attempt was the first. */
  readonly committedBy: number | null;
  readonly attempts: readonly TimelineAttempt[];
}

const SLICES = 60;
const SHOWN_ATTEMPTS = 60;
/** Outweighs any number of attempts. */
const FIRST_SEEN = 1_000_000;

/** Counts completions in at most 60 slices of equal length. */
export function outcomesOverTime(history: readonly Entry[]): OutcomesOverTime {
  const completions = history.filter(isCompletion);
  const start = history[0]?.at ?? 0;
  const span = Math.max(1, (completions.at(-1)?.at ?? start) - start);
  const sliceMs = Math.max(1, Math.ceil(span / SLICES));
  const slices = Math.floor(span / sliceMs) + 1;
  const counts = { ok: newSlices(slices), fail: newSlices(slices), unknown: newSlices(slices) };
  for (const completion of completions) {
    const slice = Math.floor((completion.at - start) / sliceMs);
    counts[completion.kind][slice] = (counts[completion.kind][slice] ?? 0) + 1;
  }
  return { sliceMs, ...counts };
}

/**
 * The key on which most attempts were under way at once, of those whose first attempt was seen, else of all; undefined when
 * no two ever were.
 */
export function mostContendedKey(history: readonly Entry[]): Timeline | undefined {
  let best: { key: string; operations: Operation[]; rank: number } | undefined;
  for (const [key, operations] of operationsByKey(history)) {
    const ended = operations.filter((operation) => operation.completion !== undefined);
    const overlap = mostAtOnce(ended);
    if (overlap < 2) continue;
    const rank = overlap + (ended.some((operation) => outcomeOf(operation) === 'first') ? FIRST_SEEN : 0);
    if (rank > (best?.rank ?? 0)) best = { key, operations: ended, rank };
  }
  if (best === undefined) return undefined;
  const origin = best.operations[0]!.invocation.at;
  const first = best.operations.find((operation) => outcomeOf(operation) === 'first');
  return {
    scenario: best.operations[0]!.invocation.scenario,
    key: best.key,
    committedBy: first === undefined ? null : first.completion!.at - origin,
    attempts: best.operations.slice(0, SHOWN_ATTEMPTS).map((operation) => ({
      client: operation.invocation.client,
      from: operation.invocation.at - origin,
      to: operation.completion!.at - origin,
      outcome: outcomeOf(operation),
      answer: answerOf(operation)
    }))
  };
}

function newSlices(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

function mostAtOnce(operations: readonly Operation[]): number {
  const changes = operations
    .flatMap(({ invocation, completion }) => [
      { index: invocation.index, by: 1 },
      { index: completion!.index, by: -1 }
    ])
    .sort((left, right) => left.index - right.index);
  let now = 0;
  let most = 0;
  for (const { by } of changes) most = Math.max(most, (now += by));
  return most;
}

function outcomeOf({ completion }: Operation): TimelineAttempt['outcome'] {
  if (completion?.kind === 'ok') return completion.replayed === true ? 'replayed' : 'first';
  return completion?.kind === 'fail' ? 'refused' : 'unknown';
}

function answerOf({ completion }: Operation): string {
  return completion?.status === undefined
    ? (completion?.error ?? 'no answer')
    : `${completion.status} ${completion.code ?? ''}`.trim();
}
