import type { SqlParameter, SqlResult } from './connection.js';

/** Statements of one call; exactly one call is under way per connection. */
export interface SqlRequest {
  /** Statements without parameters that go first, in the same round trip as seen from the slot. */
  readonly before: readonly string[];
  /** null: only `before`. */
  readonly sql: string | null;
  readonly parameters: readonly SqlParameter[];
}

/** What a slot thread sends to the database thread. */
export type DatabaseRequest =
  | { readonly kind: 'connect' }
  /** Where the slot cannot use the socket itself. */
  | { readonly kind: 'run'; readonly statements: SqlRequest };

/** PostgreSQL's refusal, as far as somebody asks for it. */
export interface SqlFailure {
  readonly ok: false;
  readonly message: string;
  readonly code: string;
  readonly detail: string | null;
  readonly constraint: string | null;
  readonly table: string | null;
  readonly column: string | null;
}

export type DatabaseResponse =
  | { readonly ok: true; readonly kind: 'result'; readonly result: SqlResult }
  /** `descriptor` of a blocking socket for the slot's own use; null: statements go by way of the database thread. */
  | { readonly ok: true; readonly kind: 'connected'; readonly descriptor: number | null }
  | SqlFailure;

/** SQLSTATE for a lost connection, PostgreSQL's class 08. */
export const CONNECTION_FAILURE = '08006';

/** Types whose values do not stay text. */
export const TYPE_BOOL = 16;
export const TYPE_INT4 = 23;

/** In front of a slot's number in the name that its connection has in PostgreSQL. */
export const SLOT_NAME = 'local-org slot ';
