import { createHash } from 'node:crypto';

/** How the remote treats one attempt. What it does and what it says are two things, as in real services. */
export type Step =
  /** Does the work and says so. */
  | { readonly do: 'answer' }
  /** Does the work, after a while. Before it is done nobody sees it. */
  | { readonly do: 'slow'; readonly ms: number }
  /** Does the work at once, but answers late: longer than the caller waits, and the caller cannot know. */
  | { readonly do: 'late'; readonly ms: number }
  /** Does nothing and answers with a status. */
  | {
      readonly do: 'refuse';
      readonly status: number;
      /** Value of `error.code`. */
      readonly code?: string;
      /** Sends `Retry-After` with these seconds … */
      readonly retryAfterSeconds?: number;
      /** … as an HTTP date. */
      readonly retryAfterAsDate?: boolean;
    }
  /** Does nothing and answers 200 with an error in the body. */
  | { readonly do: 'error-in-body'; readonly code: string }
  /** Does the work and closes the connection before the answer. */
  | { readonly do: 'commit-then-cut' }
  /** Does the work and answers with a server error. */
  | { readonly do: 'commit-then-fail'; readonly status: number }
  /** Closes the connection and does nothing. */
  | { readonly do: 'cut' };

/** What happens to the first attempts of one piece of work, in order; later ones are answered. */
export interface Plan {
  /** Idempotency key … */
  readonly key?: string;
  /** … or the entity that the work is about. */
  readonly entity?: string;
  readonly steps: readonly Step[];
}

/** Failures of all kinds, without a plan for each key. */
export interface Mix {
  readonly seed: number;
  /** How many of a hundred attempts fail. */
  readonly failPercent: number;
}

export const ANSWER: Step = { do: 'answer' };

/** The failures of a mix, each as likely as the others. All of them leave the work to be tried again. */
export const MIXED_FAILURES: readonly Step[] = [
  { do: 'refuse', status: 500, code: 'internal' },
  { do: 'refuse', status: 503, code: 'unavailable', retryAfterSeconds: 1 },
  { do: 'refuse', status: 429, code: 'too_many', retryAfterSeconds: 1 },
  { do: 'refuse', status: 429, code: 'too_many', retryAfterSeconds: 1, retryAfterAsDate: true },
  { do: 'error-in-body', code: 'try_later' },
  { do: 'commit-then-cut' },
  { do: 'commit-then-fail', status: 502 },
  { do: 'cut' }
];

/**
 * The step of a mix for one attempt. Depends on nothing but its arguments, so the order in which attempts arrive does not
 * change the schedule.
 *
 * @param attempt number of the attempt with the key, from 1
 */
export function stepOfMix({ seed, failPercent }: Mix, key: string, attempt: number): Step {
  const bytes = createHash('sha256').update(`${seed}:${attempt}:${key}`).digest();
  const share = (bytes.readUInt32BE(0) / 2 ** 32) * 100;
  if (share >= failPercent) return ANSWER;
  return MIXED_FAILURES[bytes.readUInt32BE(4) % MIXED_FAILURES.length] ?? ANSWER;
}

const STEP_KINDS = new Set<unknown>([
  'answer',
  'slow',
  'late',
  'refuse',
  'error-in-body',
  'commit-then-cut',
  'commit-then-fail',
  'cut'
] satisfies Step['do'][]);

/** @throws TypeError that says what is wrong with a plan of the control interface */
export function parsePlan(value: unknown): Plan {
  const { key, entity, steps } = (value ?? {}) as Partial<Plan>;
  if ((typeof key === 'string') === (typeof entity === 'string')) {
    throw new TypeError('A plan needs a "key" or an "entity", and not both.');
  }
  if (!Array.isArray(steps)) throw new TypeError('A plan needs "steps", a list.');
  for (const step of steps as readonly Partial<Record<string, unknown>>[]) {
    if (!STEP_KINDS.has(step?.do)) {
      throw new TypeError(`A step does one of ${[...STEP_KINDS].join(', ')}, not ${JSON.stringify(step?.do)}.`);
    }
    const needed =
      step.do === 'slow' || step.do === 'late' ? ['ms'] : /refuse|fail/.test(String(step.do)) ? ['status'] : [];
    for (const name of needed) {
      if (!Number.isInteger(step[name])) throw new TypeError(`The step ${String(step.do)} needs "${name}", a number.`);
    }
    if (step.do === 'error-in-body' && typeof step.code !== 'string') {
      throw new TypeError('The step error-in-body needs "code", a text.');
    }
  }
  return { ...(key === undefined ? {} : { key }), ...(entity === undefined ? {} : { entity }), steps };
}
