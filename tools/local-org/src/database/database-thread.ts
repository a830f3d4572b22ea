import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseAddress } from './cluster.js';
import { answerOn } from '../threads/sync-channel.js';
import {
  CONNECTION_FAILURE,
  SLOT_NAME,
  TYPE_BOOL,
  TYPE_INT4,
  type DatabaseRequest,
  type DatabaseResponse,
  type SqlFailure,
  type SqlRequest
} from './protocol.js';
import type { SqlResult, SqlValue } from './connection.js';
import { StatementNames } from './statement-names.js';

/**
 * Entry of the database thread: opens the connections, one for each slot that registers, and owns their sockets. A slot
 * sends its statements by itself over the socket's descriptor; where there is none to use (Windows), this thread does.
 */

interface Registration {
  readonly kind: 'open';
  readonly slot: number;
  readonly port: MessagePort;
  readonly signal: SharedArrayBuffer;
}

export type DatabaseThreadMessage = Registration | { readonly kind: 'close' | 'interrupt'; readonly slot: number };

export interface DatabaseThreadData {
  readonly address: DatabaseAddress;
  /** See `StatementNames`. */
  readonly generation: SharedArrayBuffer;
  /** Slots may use the sockets. */
  readonly direct: boolean;
}

const { address, direct, ...shared } = workerData as DatabaseThreadData;
const generation = new Int32Array(shared.generation);
const connections = new Map<number, SlotConnection>();

const SESSION =
  "SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET bytea_output = 'hex'; SET search_path = data, public; " +
  "SET lock_timeout = '10s'; SET deadlock_timeout = '200ms'; SET plan_cache_mode = force_generic_plan";

class SlotConnection {
  private client: pg.Client | null = null;
  private names = new StatementNames<string>(generation);

  constructor(
    private readonly slot: number,
    private readonly port: MessagePort,
    signal: Int32Array
  ) {
    answerOn(port, signal, (request: DatabaseRequest) =>
      this.answer(request).catch((error: unknown) => failure(error))
    );
  }

  /** Ending the session rolls back whatever the slot left open. */
  close(): void {
    this.port.close();
    this.disconnect();
  }

  /** Ends the session on the server, whatever it does or waits for: a slot that waits for it wakes up. */
  async interrupt(): Promise<void> {
    const backend = (this.client as { processID?: number | null } | null)?.processID;
    if (!backend) return;
    const control = new pg.Client({ ...address, application_name: 'local-org-control' });
    control.on('error', () => undefined);
    try {
      await control.connect();
      await control.query('SELECT pg_terminate_backend($1)', [backend]);
    } catch {
      // The server itself is gone, and with it the session.
    } finally {
      await control.end().catch(() => undefined);
    }
  }

  private async answer(request: DatabaseRequest): Promise<DatabaseResponse> {
    if (request.kind === 'connect') {
      this.disconnect();
      const client = await this.connect();
      return { ok: true, kind: 'connected', descriptor: direct ? handOver(client) : null };
    }
    const { before, sql } = request.statements;
    this.names.enter(before, sql);
    try {
      return { ok: true, kind: 'result', result: await this.send(request.statements) };
    } finally {
      this.names.leave();
    }
  }

  private async send(request: SqlRequest): Promise<SqlResult> {
    const client = this.client ?? (await this.connect());
    const before = request.before.length > 0 ? client.query(request.before.join(';')) : null;
    if (request.sql === null) {
      await before;
      return { columns: [], rows: [], rowCount: 0 };
    }
    const main = client.query<SqlValue[], unknown[]>({
      text: request.sql,
      values: request.parameters as unknown[],
      rowMode: 'array',
      ...this.statementName(request.sql)
    });
    // Both are under way; an error of the first is the reason for one of the second.
    const [first, second] = await Promise.allSettled([before, main]);
    if (first.status === 'rejected') throw first.reason;
    if (second.status === 'rejected') throw second.reason;
    const answer = second.value;
    return {
      columns: answer.fields.map((field) => field.name),
      rows: answer.rows,
      rowCount: answer.rowCount ?? 0
    };
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...address,
      application_name: `${SLOT_NAME}${this.slot}`,
      // Savepoints and the statement after them go out together.
      pipeline: true,
      types: {
        getTypeParser: (oid: number) => {
          if (oid === TYPE_BOOL) return (text: string) => text === 't';
          if (oid === TYPE_INT4) return (text: string) => Number(text);
          return (text: string) => text;
        }
      } as pg.CustomTypesConfig
    });
    client.on('error', () => {
      if (this.client === client) this.disconnect();
    });
    await client.connect();
    await client.query(SESSION);
    this.client = client;
    return client;
  }

  private disconnect(): void {
    if (this.client) socketOf(this.client).destroy();
    this.client = null;
    this.names = new StatementNames(generation);
  }

  private statementName(sql: string): { name?: string } {
    const known = this.names.find(sql);
    const name = known ?? this.names.newName(sql);
    if (name === null) return {};
    if (!known) this.names.keep(sql, name);
    return { name };
  }
}

const socketOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** What Node keeps behind a socket. Not documented: used where it is there. */
interface SocketHandle {
  readonly fd?: number;
  readStop?(): unknown;
  setBlocking?(blocking: boolean): number;
}

/** Leaves the socket to whoever has its descriptor: this thread reads no more of it. @returns null when that cannot be. */
function handOver(client: pg.Client): number | null {
  const socket = socketOf(client);
  const handle = (socket as unknown as { _handle: SocketHandle | null })._handle;
  const descriptor = handle?.fd;
  if (descriptor === undefined || descriptor < 0 || !handle?.readStop || !handle.setBlocking) return null;
  socket.pause();
  handle.readStop();
  return handle.setBlocking(true) === 0 ? descriptor : null;
}

function failure(error: unknown): SqlFailure {
  const known = error as Partial<pg.DatabaseError> & Error;
  return {
    ok: false,
    message: known.message,
    code: known.code ?? CONNECTION_FAILURE,
    detail: known.detail ?? null,
    constraint: known.constraint ?? null,
    table: known.table ?? null,
    column: known.column ?? null
  };
}

parentPort?.on('message', (message: DatabaseThreadMessage) => {
  if (message.kind === 'open') {
    connections.set(message.slot, new SlotConnection(message.slot, message.port, new Int32Array(message.signal)));
    return;
  }
  const connection = connections.get(message.slot);
  if (message.kind === 'interrupt') return void connection?.interrupt();
  connections.delete(message.slot);
  connection?.close();
});

parentPort?.postMessage('ready');
