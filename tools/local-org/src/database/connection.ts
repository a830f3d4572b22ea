/**
 * The one way to PostgreSQL for everything that runs inside a transaction. Calls block the worker thread until the
 * answer is there; another thread owns the sockets. Each worker slot has exactly one connection.
 */

/** Parameters travel as text or null; the statement casts where PostgreSQL cannot infer (`$1::numeric`). Arrays: text[]. */
export type SqlParameter = string | number | boolean | null | readonly (string | null)[];

/** Values arrive as text (PostgreSQL's own output form), booleans and int4 already as JS values, null as null. */
export type SqlValue = string | number | boolean | null;

export interface SqlResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** Rows touched by INSERT/UPDATE/DELETE, or returned. */
  readonly rowCount: number;
}

export interface SyncConnection {
  /** Runs one statement. Prepared and cached by text. @throws SqlError */
  query(sql: string, parameters?: readonly SqlParameter[]): SqlResult;
  /**
   * Queues a statement without parameters (BEGIN, SAVEPOINT, RELEASE, SET LOCAL …); it is sent in front of the next
   * `query` in the same hop. Order is kept; an error of it surfaces from that `query`.
   */
  defer(sql: string): void;
  /** Sends what is queued, when nothing follows (ROLLBACK TO, COMMIT). */
  flush(): void;
  /** Grows each time a savepoint is rolled back to: what was written before may be gone since. */
  readonly rollbacks: number;
}

/** A refusal by PostgreSQL. `code` is the SQLSTATE (23505 unique_violation, 55P03 lock_not_available, 40P01 deadlock …). */
export class SqlError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly detail: string | null,
    readonly constraint: string | null,
    readonly table: string | null,
    readonly column: string | null
  ) {
    super(message);
    this.name = 'SqlError';
  }
}
