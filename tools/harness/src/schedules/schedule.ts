import fc from 'fast-check';
import type { Fault } from '../faults/fault.js';

/** One attempt of a schedule. */
export interface ScheduledAttempt {
  /** Which key it carries, from 0. */
  readonly key: number;
  /** Which content, from 0; different contents under one key conflict. */
  readonly content: number;
  /** Which way of writing the content, from 0; all mean the same. */
  readonly spelling: number;
  /** What happens to it on the wire. */
  readonly fault: Fault;
}

/** Attempts by waves: those of one wave are under way together, a wave begins when the one before has ended. */
export interface Schedule {
  readonly waves: readonly (readonly ScheduledAttempt[])[];
}

export const KEYS = 3;
export const CONTENTS = 2;
export const SPELLINGS = 3;

const MOST_WAVES = 4;
const MOST_TOGETHER = 5;
const LONGEST_HOLD_MS = 60;

/** Faults, the harmless one first: shrinking goes towards the first. */
const fault: fc.Arbitrary<Fault> = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.constant<Fault>({ kind: 'pass' }) },
  { weight: 2, arbitrary: fc.constant<Fault>({ kind: 'drop-response' }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'drop-request' }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'cut-mid-body' }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'duplicate' }) },
  { weight: 1, arbitrary: milliseconds().map((ms): Fault => ({ kind: 'delay', ms })) },
  // Held before the org sees it, so that others overtake it.
  { weight: 2, arbitrary: milliseconds().map((ms): Fault => ({ kind: 'hold', ms })) }
);

function milliseconds(): fc.Arbitrary<number> {
  return fc.integer({ min: 1, max: LONGEST_HOLD_MS });
}

const attempt: fc.Arbitrary<ScheduledAttempt> = fc.record({
  key: fc.integer({ min: 0, max: KEYS - 1 }),
  content: fc.integer({ min: 0, max: CONTENTS - 1 }),
  spelling: fc.integer({ min: 0, max: SPELLINGS - 1 }),
  fault
});

/** Every schedule, small ones first when it shrinks. */
export const schedules: fc.Arbitrary<Schedule> = fc
  .array(fc.array(attempt, { minLength: 1, maxLength: MOST_TOGETHER }), { minLength: 1, maxLength: MOST_WAVES })
  .map((waves) => ({ waves }));

/** A schedule in one line a wave, for people. */
export function describeSchedule({ waves }: Schedule): string {
  return waves
    .map(
      (wave, index) =>
        `wave ${index + 1}: ${wave
          .map(({ key, content, fault: { kind, ...more } }) => {
            const ms = 'ms' in more ? ` ${more.ms} ms` : '';
            return `key ${key} content ${content}${kind === 'pass' ? '' : ` (${kind}${ms})`}`;
          })
          .join(', ')}`
    )
    .join('; ');
}
