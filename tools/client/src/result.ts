import type { Problem } from '@retrysafe/contracts';

interface Common {
  readonly operation: string;
  readonly key: string;
  /** Requests that were sent, polls not counted. */
  readonly attempts: number;
  readonly correlationId: string;
}

/** The effect is there, exactly once. */
export interface Done<T> extends Common {
  readonly outcome: 'done';
  readonly status: 200 | 201;
  /** Salesforce id of the record that was created or changed. */
  readonly recordId: string | null;
  /** What the operation tells. */
  readonly result: T;
  /** An earlier attempt did the work; this is its stored answer. */
  readonly replayed: boolean;
}

/** A business rule said no; the same key gets the same answer for ever. */
export interface Rejected extends Common {
  readonly outcome: 'rejected';
  readonly problem: Problem;
}

/** The key belongs to other content in the org. Nothing was changed. */
export interface Conflict extends Common {
  readonly outcome: 'conflict';
  readonly problem: Problem;
}

/** The org has used up its attempts; an operator there can run the command again, with the same key. */
export interface Exhausted extends Common {
  readonly outcome: 'exhausted';
  readonly problem: Problem;
}

/** The request itself is wrong or not permitted; nothing is stored in the org. */
export interface Refused extends Common {
  readonly outcome: 'refused';
  readonly status: number;
  readonly problem: Problem | null;
}

/**
 * Attempts, polls or time are used up before a final answer. The command stays open in the store: `resume` goes on with
 * the same key, and no second effect can come of it.
 */
export interface Unresolved extends Common {
  readonly outcome: 'unresolved';
  /** `accepted`: the org has it and will do it; `nothing-changed`: the last attempt changed nothing; `unknown`: nobody knows. */
  readonly knowledge: 'accepted' | 'nothing-changed' | 'unknown';
  readonly lastError: string;
}

export type SendResult<T = Record<string, unknown> | null> =
  Done<T> | Rejected | Conflict | Exhausted | Refused | Unresolved;
