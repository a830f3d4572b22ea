import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { SqlError, type SqlParameter, type SqlResult, type SyncConnection } from './connection.js';
import { addWaitingTime } from '../threads/waiting.js';
import type { SqlRequest, SqlResponse } from './protocol.js';

const EMPTY: SqlResult = { columns: [], rows: [], rowCount: 0 };

/**
 * The slot's end of the line to the database thread. A call posts its statement, sleeps on the shared counter until the
 * database thread has posted the answer, and takes it from the port without returning to the event loop.
 */
export class BlockingConnection implements SyncConnection {
  private deferred: string[] = [];
  private answered = 0;

  /**
   * @param port to the database thread.
   * @param signal one counter of answers, shared with the database thread.
   */
  constructor(
    private readonly port: MessagePort,
    private readonly signal: Int32Array
  ) {}

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
    this.port.postMessage(request);
    const asleep = performance.now();
    Atomics.wait(this.signal, 0, this.answered);
    addWaitingTime(performance.now() - asleep);
    this.answered = Atomics.load(this.signal, 0);
    const received = receiveMessageOnPort(this.port) as { message: SqlResponse } | undefined;
    if (!received) throw new Error('the database thread signalled without an answer');
    const response = received.message;
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
