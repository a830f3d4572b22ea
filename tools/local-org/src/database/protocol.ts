import type { SqlParameter, SqlResult } from './connection.js';

/** What a slot thread sends to the database thread; exactly one is under way per connection. */
export interface SqlRequest {
  /** Statements without parameters that go first, in the same round trip as seen from the slot. */
  readonly before: readonly string[];
  /** null: only `before`. */
  readonly sql: string | null;
  readonly parameters: readonly SqlParameter[];
}

export type SqlResponse =
  | { readonly ok: true; readonly result: SqlResult }
  | {
      readonly ok: false;
      readonly message: string;
      readonly code: string;
      readonly detail: string | null;
      readonly constraint: string | null;
      readonly table: string | null;
      readonly column: string | null;
    };

/** SQLSTATE for a lost connection, PostgreSQL's class 08. */
export const CONNECTION_FAILURE = '08006';

/** In front of a slot's number in the name that its connection has in PostgreSQL. */
export const SLOT_NAME = 'local-org slot ';
