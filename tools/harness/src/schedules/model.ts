import type { ScheduledAttempt } from './schedule.js';

/** What became of one attempt, as its client saw it. */
export interface Answer {
  /** Code of the contract's table; absent when no answer arrived. */
  readonly code?: string;
  readonly replayed: boolean;
  readonly bodyDigest?: string;
}

/** Which contents may have won a key; nobody can tell more than that while answers are lost. */
interface KeyState {
  /** Contents whose command may be the one that was done. Empty: the key is unused for certain. */
  candidates: ReadonlySet<number>;
  /** Whether one of them was done for certain. */
  isDone: boolean;
  /** Bytes of the stored answer, once somebody has seen them. */
  bodyDigest: string | undefined;
  /** Whether somebody was told to be the first. */
  firstSeen: boolean;
}

/**
 * The ledger as its contract describes it, small enough to be read: a key is unused, or bound to the content that came
 * first. It follows what clients saw and complains about the first thing that no order of events explains.
 */
export class LedgerModel {
  readonly #keys = new Map<number, KeyState>();

  /**
   * Takes over one wave of attempts that were under way together.
   *
   * @param answers one for each attempt
   * @returns what is wrong, or undefined
   */
  wave(attempts: readonly ScheduledAttempt[], answers: readonly Answer[]): string | undefined {
    const keys = new Set(attempts.map(({ key }) => key));
    for (const key of keys) {
      const own = attempts.flatMap((attempt, index) =>
        attempt.key === key ? [{ attempt, answer: answers[index] ?? { replayed: false } }] : []
      );
      const complaint = this.#settle(key, own);
      if (complaint !== undefined) return `key ${key}: ${complaint}`;
    }
    return undefined;
  }

  /**
   * Compares with what the org holds in the end.
   *
   * @param effects contents of the records that each key made, one element a record
   */
  finish(effects: ReadonlyMap<number, readonly number[]>): string | undefined {
    for (const [key, { candidates, isDone }] of this.#keys) {
      const own = effects.get(key) ?? [];
      if (own.length > 1) return `key ${key}: ${own.length} effects`;
      if (own.length === 0 && isDone) return `key ${key}: acknowledged, but there is no effect`;
      const [content] = own;
      if (content !== undefined && !candidates.has(content)) {
        return candidates.size === 0
          ? `key ${key}: an effect, though no attempt reached the org`
          : `key ${key}: the effect has content ${content}, not ${[...candidates].join(' or ')}`;
      }
    }
    return undefined;
  }

  #settle(key: number, own: readonly { attempt: ScheduledAttempt; answer: Answer }[]): string | undefined {
    const before = this.#stateOf(key);
    const arrived = own.filter(({ attempt }) => attempt.fault.kind !== 'drop-request').map(({ attempt }) => attempt);
    let candidates = before.isDone
      ? new Set(before.candidates)
      : new Set([...before.candidates, ...arrived.map(({ content }) => content)]);
    const done = own.filter(({ answer }) => answer.code === 'COMPLETED');
    const refused = own.filter(({ answer }) => answer.code === 'IDEMPOTENCY_CONFLICT');

    const outside = own.find(({ answer }) => !KNOWN.includes(answer.code));
    if (outside !== undefined) return `answered ${outside.answer.code}, which no order of events explains`;
    const winners = new Set(done.map(({ attempt }) => attempt.content));
    if (winners.size > 1) return `contents ${[...winners].join(' and ')} were both accepted`;
    const [winner] = winners;
    if (winner !== undefined) {
      if (!candidates.has(winner)) return `content ${winner} was accepted, though the key belongs to another`;
      candidates = new Set([winner]);
    }
    for (const { attempt } of refused) candidates.delete(attempt.content);
    if (refused.length > 0 && candidates.size === 0) {
      return `content ${refused[0]!.attempt.content} was refused as a conflict, but no other content can have been first`;
    }
    const firsts = done.filter(({ answer }) => !answer.replayed).length;
    if (firsts > 1 || (firsts === 1 && (before.firstSeen || before.isDone))) {
      return 'more than one attempt was answered as the first';
    }
    const digests = new Set(done.map(({ answer }) => answer.bodyDigest));
    if (before.bodyDigest !== undefined) digests.add(before.bodyDigest);
    if (done.length > 0 && digests.size > 1) return 'the same outcome was answered in different bytes';

    this.#keys.set(key, {
      candidates,
      isDone: before.isDone || done.length > 0 || refused.length > 0,
      bodyDigest: before.bodyDigest ?? done[0]?.answer.bodyDigest,
      firstSeen: before.firstSeen || firsts > 0
    });
    return undefined;
  }

  #stateOf(key: number): KeyState {
    return this.#keys.get(key) ?? { candidates: new Set(), isDone: false, bodyDigest: undefined, firstSeen: false };
  }
}

/** Answers that some order of events explains: done, a conflict, held by another attempt, none at all. */
const KNOWN: readonly (string | undefined)[] = [
  'COMPLETED',
  'IDEMPOTENCY_CONFLICT',
  'IN_PROGRESS',
  'RETRYABLE_FAILURE',
  undefined
];
