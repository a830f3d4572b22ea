import type { SyncChannel } from '../threads/sync-channel.js';
import { SqlError, type SqlParameter, type SqlResult, type SyncConnection } from './connection.js';
import type { SqlRequest, SqlResponse } from './protocol.js';

const EMPTY: SqlResult = { columns: [], rows: [], rowCount: 0 };

/** The slot's end of the line to the database thread. */
export class BlockingConnection implements SyncConnection {
  private deferred: string[] = [];

  constructor(private readonly channel: SyncChannel<SqlRequest, SqlResponse>) {}

  query(sql: string, parameters: readonly SqlParameter[] = []): SqlResult {
    return this.send(sql, parameters);
  }

  defer(sql: string): void {
    this.deferred.push(sql);
  }

  flush(): void {
    if (this.deferred.length > 0) this.send(null, []);
  }

  /** Forgets what is queued and was never sent. */
  discard(): void {
    this.deferred = [];
  }

  /** Statements that wait for the next call. */
  get pending(): readonly string[] {
    return this.deferred;
  }

  private send(sql: string | null, parameters: readonly SqlParameter[]): SqlResult {
    const request: SqlRequest = { before: this.deferred, sql, parameters };
    this.deferred = [];
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
