/**
 * A fault that is built into the running org on purpose: where (`at`), what (`do`), at which of the places (`when`), and
 * at which of the matches (`skip`, `every`, `times`, `probability`).
 */
export interface FaultRule {
  readonly at: FaultPoint;
  readonly do: FaultAction;
  readonly when: FaultMatch;
  /** Matches that are let through first. */
  readonly skip: number;
  /** Of the matches after those, every n-th. */
  readonly every: number;
  /** Strikes at most so often; null: no end. */
  readonly times: number | null;
  /** Of the matches that are left, this share, drawn from `seed`. */
  readonly probability: number;
  readonly seed: number;
  /** Of a delay. */
  readonly milliseconds: number;
  /** What a failure says; null: what is usual at the point. */
  readonly message: string | null;
  readonly error: FaultError | null;
}

/**
 * - `request`: an HTTP request has arrived, nothing was done for it.
 * - `statement`: a statement is about to go to the database.
 * - `before-commit`, `after-commit`: everything is done but the commit; the commit is certain, nobody knows of it.
 * - `response`: the answer is about to be sent.
 * - `callout`, `callout-answer`: a callout is about to leave; its answer has arrived.
 * - `job`: a job has been claimed and is about to run, in the transaction that its work belongs to.
 */
export type FaultPoint = keyof typeof ACTIONS;

/** `crash` ends the whole process at once; `drop` cuts the connection; `fail` is an error where the point is. */
export type FaultAction = 'crash' | 'delay' | 'drop' | 'fail';

/** `lock`: no row lock within the time; `deadlock`; `limit`: a governor limit, which ends the transaction. */
export type FaultError = 'lock' | 'deadlock' | 'limit';

/** What is done where. */
export const ACTIONS = {
  request: ['delay', 'drop', 'fail', 'crash'],
  statement: ['delay', 'fail', 'crash'],
  'before-commit': ['delay', 'crash'],
  'after-commit': ['delay', 'crash'],
  response: ['delay', 'drop', 'crash'],
  callout: ['delay', 'fail', 'crash'],
  'callout-answer': ['delay', 'fail', 'crash'],
  job: ['delay', 'fail', 'crash']
} as const satisfies Readonly<Record<string, readonly FaultAction[]>>;

/**
 * Every member that is given must fit; texts ignore case and `*` stands for any text.
 *
 * - `kind`: of the operation, e.g. `apex-rest`, `row`, `collection`, `run-job`, `deliver-events`.
 * - `method`, `path`: of the HTTP request, `path` without the query string. Known at `request` and `response`, and of Apex REST everywhere.
 * - `object`: of a row request, or of the table that a statement names.
 * - `statement`: `select`, `insert`, `update`, `delete`, or `lock` for a SELECT … FOR UPDATE.
 * - `className`: of a job.
 * - `endpoint`: of a callout, as Apex names it (`callout:Name/path`).
 */
export interface FaultMatch {
  readonly kind?: string;
  readonly method?: string;
  readonly path?: string;
  readonly object?: string;
  readonly statement?: string;
  readonly className?: string;
  readonly endpoint?: string;
}

export const MATCH_MEMBERS: readonly (keyof FaultMatch)[] = [
  'kind',
  'method',
  'path',
  'object',
  'statement',
  'className',
  'endpoint'
];

/** What is known where a rule is asked; members as in FaultMatch. */
export type FaultFacts = { readonly [K in keyof FaultMatch]?: string | null };

export function matchesFacts(match: FaultMatch, facts: FaultFacts): boolean {
  return MATCH_MEMBERS.every((member) => {
    const pattern = match[member];
    return pattern === undefined || (typeof facts[member] === 'string' && fits(pattern, facts[member]));
  });
}

function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(text);
}
