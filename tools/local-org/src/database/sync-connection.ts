import type { SyncChannel } from '../threads/sync-channel.js';
import { SqlError, type SqlParameter, type SqlResult, type SyncConnection } from './connection.js';
import { DeferredStatements } from './deferred.js';
import type { SqlRequest, SqlResponse } from './protocol.js';

const EMPTY: SqlResult = { columns: [], rows: [], rowCount: 0 };

/** The slot's end of the line to the database thread. */
export class BlockingConnection implements SyncConnection {
  private readonly deferred = new DeferredStatements();
  /** Called in front of each statement; what it throws takes the statement's place. null: nobody looks. */
  beforeStatement: ((sql: string) => void) | null = null;

  constructor(private readonly channel: SyncChannel<SqlRequest, SqlResponse>) {}

  query(sql: string, parameters: readonly SqlParameter[] = []): SqlResult {
    if (this.beforeStatement !== null) {
      // What goes ahead of a statement that fails has been done when it fails.
      this.flush();
      this.beforeStatement(sql);
    }
    return this.send(sql, parameters);
  }

  defer(sql: string): void {
    this.deferred.push(sql);
  }

  flush(): void {
    if (this.deferred.statements.length > 0) this.send(null, []);
  }

  /** Forgets what is queued and was never sent. */
  discard(): void {
    this.deferred.discard();
  }

  /** Statements that wait for the next call. */
  get pending(): readonly string[] {
    return this.deferred.statements;
  }

  private send(sql: string | null, parameters: readonly SqlParameter[]): SqlResult {
    const request: SqlRequest = { before: this.deferred.take(), sql, parameters };
    const response = this.channel.call(request);
    if (response.ok) return response.result ?? EMPTY;
    throw new SqlError(
      response.message,
      response.code,
      response.detail,
      response.constraint,
      response.table,
      response.column
    );
  }
}
