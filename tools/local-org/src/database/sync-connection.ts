import type { SyncChannel } from '../threads/sync-channel.js';
import { SqlError, type SqlParameter, type SqlResult, type SyncConnection } from './connection.js';
import { DeferredStatements } from './deferred.js';
import {
  CONNECTION_FAILURE,
  type DatabaseRequest,
  type DatabaseResponse,
  type SqlFailure,
  type SqlRequest
} from './protocol.js';
import { ConnectionLost, SocketLine } from './socket-line.js';
import { StatementNames } from './statement-names.js';

/** The slot's end of the line to PostgreSQL. */
export class BlockingConnection implements SyncConnection {
  private readonly deferred = new DeferredStatements();
  /** The socket, where this thread may use it; null: not yet connected, or by way of the database thread. */
  private line: SocketLine | null = null;
  private connected = false;
  /** Called in front of each statement; what it throws takes the statement's place. null: nobody looks. */
  beforeStatement: ((sql: string) => void) | null = null;

  /**
   * @param channel to the database thread, which opens the connection.
   * @param signal shows others that this thread waits.
   * @param generation see `StatementNames`.
   */
  constructor(
    private readonly channel: SyncChannel<DatabaseRequest, DatabaseResponse>,
    private readonly signal: Int32Array,
    private readonly generation: Int32Array
  ) {}

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

  get rollbacks(): number {
    return this.deferred.rollbacks;
  }

  /** Statements that wait for the next call. */
  get pending(): readonly string[] {
    return this.deferred.statements;
  }

  private send(sql: string | null, parameters: readonly SqlParameter[]): SqlResult {
    const request: SqlRequest = { before: this.deferred.take(), sql, parameters };
    const reused = this.connected;
    try {
      return this.run(request);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      this.line = null;
      this.connected = false;
      // Lost while nobody used it, and nothing has been done yet: as good as one that is opened now.
      if (reused && request.before[0] === 'BEGIN') return this.retry(request);
      throw lost(error);
    }
  }

  private retry(request: SqlRequest): SqlResult {
    try {
      return this.run(request);
    } catch (error) {
      throw error instanceof ConnectionLost ? lost(error) : error;
    }
  }

  private run(request: SqlRequest): SqlResult {
    if (!this.connected) this.connect();
    const answer = this.line ? this.line.run(request) : this.call({ kind: 'run', statements: request });
    if ('ok' in answer) throw refusal(answer);
    return answer;
  }

  private connect(): void {
    const response = this.channel.call({ kind: 'connect' });
    if (!response.ok) throw refusal(response);
    const descriptor = response.kind === 'connected' ? response.descriptor : null;
    this.line =
      descriptor === null ? null : new SocketLine(descriptor, new StatementNames(this.generation), this.signal);
    this.connected = true;
  }

  private call(request: DatabaseRequest): SqlResult | SqlFailure {
    const response = this.channel.call(request);
    if (!response.ok) return response;
    if (response.kind !== 'result') throw new Error('the database thread answered another question');
    return response.result;
  }
}

const refusal = ({ message, code, detail, constraint, table, column }: SqlFailure): SqlError =>
  new SqlError(message, code, detail, constraint, table, column);

const lost = ({ message }: ConnectionLost): SqlError =>
  new SqlError(message, CONNECTION_FAILURE, null, null, null, null);
