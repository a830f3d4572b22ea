/**
 * What a caller of the command endpoint can get: the single table of answers. Apex, the client, the receiver and the
 * harness agree with it by test, so a change here is a change of the public contract.
 *
 * Apex REST can send only a fixed set of status codes (any other becomes a 500), which is why a conflict is a 409 and
 * not a 422, and a busy row a 503 and not a 429.
 * Source: Apex Developer Guide, "RestResponse Class", statusCode.
 */

/** What is known about the business effect once this answer has arrived. */
export type Effect =
  /** The effect is there, exactly once. */
  | 'done'
  /** This attempt caused no effect, and nothing of the command is still running. */
  | 'none'
  /** The work is accepted and stored; it will be done later. */
  | 'accepted'
  /** Another attempt may still be causing it. */
  | 'unknown';

/** What the caller may do next. */
export type NextStep =
  /** Nothing: the answer is final. */
  | 'stop'
  /** Send the same key and the same content again, later. */
  | 'retry-same-key'
  /** Correct the request; a new key is needed when the old one is bound to a stored answer. */
  | 'correct-request'
  /** Poll the status resource. */
  | 'poll'
  /** An operator of the org has to act. */
  | 'operator';

export interface Answer {
  /** Stable code, in `code` of the problem body; `COMPLETED` and `ACCEPTED` are answers without a problem body. */
  readonly code: string;
  /** Every status this answer may have. */
  readonly statuses: readonly number[];
  /** One fixed sentence, in `title` of the problem body. */
  readonly title: string;
  /** True when the caller knows after this answer whether the effect happened. */
  readonly definite: boolean;
  readonly effect: Effect;
  readonly next: NextStep;
  /** True when the answer carries a `Retry-After` header. */
  readonly retryAfter: boolean;
  /** True when the ledger keeps the answer and gives it to every duplicate. */
  readonly stored: boolean;
}

function answer<const Code extends string>(code: Code, rest: Omit<Answer, 'code'>): Answer & { readonly code: Code } {
  return Object.freeze({ code, ...rest });
}

const REFUSED = { definite: true, effect: 'none', next: 'correct-request', retryAfter: false, stored: false } as const;

/** The table, in the order of the documentation. */
export const ANSWERS = Object.freeze([
  answer('COMPLETED', {
    statuses: [200, 201],
    title: 'The command is done.',
    definite: true,
    effect: 'done',
    next: 'stop',
    retryAfter: false,
    stored: true
  }),
  answer('ACCEPTED', {
    statuses: [202],
    title: 'The command is stored and will be run.',
    definite: true,
    effect: 'accepted',
    next: 'poll',
    retryAfter: true,
    stored: true
  }),
  answer('IDEMPOTENCY_CONFLICT', {
    statuses: [409],
    title: 'The idempotency key belongs to a command with other content.',
    definite: true,
    effect: 'none',
    next: 'correct-request',
    retryAfter: false,
    stored: false
  }),
  answer('IN_PROGRESS', {
    statuses: [503],
    title: 'Another attempt of this command is still running.',
    definite: false,
    effect: 'unknown',
    next: 'retry-same-key',
    retryAfter: true,
    stored: false
  }),
  answer('RETRYABLE_FAILURE', {
    statuses: [503],
    title: 'The command failed for a transient reason and changed nothing.',
    definite: true,
    effect: 'none',
    next: 'retry-same-key',
    retryAfter: true,
    stored: false
  }),
  answer('ATTEMPTS_EXHAUSTED', {
    statuses: [409],
    title: 'The attempts of this command are used up; an operator decides.',
    definite: true,
    effect: 'none',
    next: 'operator',
    retryAfter: false,
    stored: false
  }),
  answer('REJECTED', {
    statuses: [400],
    title: 'A business rule refused the command.',
    definite: true,
    effect: 'none',
    next: 'correct-request',
    retryAfter: false,
    stored: true
  }),
  answer('IDEMPOTENCY_KEY_MISSING', { ...REFUSED, statuses: [400], title: 'The Idempotency-Key header is missing.' }),
  answer('IDEMPOTENCY_KEY_INVALID', {
    ...REFUSED,
    statuses: [400],
    title: 'The Idempotency-Key header is not a valid key.'
  }),
  answer('INVALID_REQUEST', { ...REFUSED, statuses: [400], title: 'The request is not valid.' }),
  answer('NOT_PERMITTED', { ...REFUSED, statuses: [403], title: 'The caller may not run this operation.' }),
  answer('UNKNOWN_OPERATION', { ...REFUSED, statuses: [404], title: 'There is no such operation.' }),
  answer('COMMAND_NOT_FOUND', { ...REFUSED, statuses: [404], title: 'There is no command with this key.' }),
  answer('PAYLOAD_TOO_LARGE', { ...REFUSED, statuses: [413], title: 'The request body is too large.' }),
  answer('UNSUPPORTED_MEDIA_TYPE', { ...REFUSED, statuses: [415], title: 'The request body must be JSON.' }),
  answer('MISCONFIGURED', {
    ...REFUSED,
    statuses: [500],
    title: 'The operation is not configured correctly in the org.',
    next: 'operator'
  })
]);

/** Every code of the table. */
export type AnswerCode = (typeof ANSWERS)[number]['code'];

/** Codes that come in a problem body: all but the two answers that are not errors. */
export type ProblemCode = Exclude<AnswerCode, 'COMPLETED' | 'ACCEPTED'>;

export const PROBLEM_CODES: readonly ProblemCode[] = ANSWERS.map((entry) => entry.code).filter(
  (code): code is ProblemCode => code !== 'COMPLETED' && code !== 'ACCEPTED'
);

const BY_CODE: ReadonlyMap<string, Answer> = new Map(ANSWERS.map((entry) => [entry.code, entry]));

/** The table entry of a code, or undefined for a code that is not in the table. */
export function answerForCode(code: string): Answer | undefined {
  return BY_CODE.get(code);
}

/**
 * The table entry of an HTTP answer. A 2xx is an answer by its status; anything else only by the code in its problem
 * body: a 503 of a load balancer or a 500 of the platform says nothing about the effect and gives undefined, which
 * callers must treat as indefinite.
 */
export function classifyAnswer(status: number, code: string | undefined): Answer | undefined {
  if (status === 200 || status === 201) return BY_CODE.get('COMPLETED');
  if (status === 202) return BY_CODE.get('ACCEPTED');
  const entry = code === undefined ? undefined : BY_CODE.get(code);
  return entry?.statuses.includes(status) ? entry : undefined;
}
