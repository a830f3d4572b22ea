import { createHash } from 'node:crypto';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import pg from 'pg';
import type { DatabaseAddress } from './cluster.js';
import { answerOn } from '../threads/sync-channel.js';
import { CONNECTION_FAILURE, SLOT_NAME, type SqlRequest, type SqlResponse } from './protocol.js';
import type { SqlResult, SqlValue } from './connection.js';

/** Entry of the database thread: owns the sockets, one connection for each slot that registers. */

interface Registration {
  readonly kind: 'open';
  readonly slot: number;
  readonly port: MessagePort;
  readonly signal: SharedArrayBuffer;
}

export type DatabaseThreadMessage = Registration | { readonly kind: 'close'; readonly slot: number };

/** Named statements a connection keeps on the server; more would cost memory without being used again. */
const MAX_PREPARED = 400;
const TYPE_BOOL = 16;
const TYPE_INT4 = 23;

const address = workerData as DatabaseAddress;
const connections = new Map<number, SlotConnection>();

/** Data definition: a prepared statement whose columns change their types cannot be used again. */
const DATA_DEFINITION = /^\s*(alter|create|drop)\b/i;
const TRANSACTION_BEGIN = /^\s*begin\b/i;
const TRANSACTION_END = /^\s*(commit|rollback(?!\s+to))\b/i;

/** Part of the names of prepared statements, for all connections: a new number leaves the old statements unused. */
let generation = 0;

class SlotConnection {
  private client: pg.Client | null = null;
  private readonly prepared = new Map<string, string>();
  private preparedIn = generation;
  private inTransaction = false;
  private definesData = false;

  constructor(
    private readonly slot: number,
    private readonly port: MessagePort,
    signal: Int32Array
  ) {
    answerOn(port, signal, (request: SqlRequest) => this.run(request).catch((error: unknown) => failure(error)));
  }

  async close(): Promise<void> {
    this.port.close();
    const client = this.client;
    this.client = null;
    // Ending the session rolls back whatever the slot left open.
    await client?.end().catch(() => undefined);
  }

  private async run(request: SqlRequest): Promise<SqlResponse> {
    const statements = request.sql === null ? request.before : [...request.before, request.sql];
    for (const sql of statements) {
      if (TRANSACTION_BEGIN.test(sql)) this.inTransaction = true;
      else if (TRANSACTION_END.test(sql)) this.inTransaction = false;
      else if (DATA_DEFINITION.test(sql)) this.definesData = true;
    }
    if (!this.definesData) return this.send(request);
    // Before, for statements that wait for the locks of this transaction; after, for those named in between.
    generation += 1;
    try {
      return await this.send(request);
    } finally {
      generation += 1;
      this.definesData &&= this.inTransaction;
    }
  }

  private async send(request: SqlRequest): Promise<SqlResponse> {
    const client = this.client ?? (await this.connect());
    const before = request.before.length > 0 ? client.query(request.before.join(';')) : null;
    if (request.sql === null) {
      await before;
      return { ok: true, result: { columns: [], rows: [], rowCount: 0 } };
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
    const result: SqlResult = {
      columns: answer.fields.map((field) => field.name),
      rows: answer.rows,
      rowCount: answer.rowCount ?? 0
    };
    return { ok: true, result };
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
      this.client = null;
      this.prepared.clear();
    });
    await client.connect();
    await client.query(
      "SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET bytea_output = 'hex'; SET search_path = data, public; SET lock_timeout = '10s'; SET deadlock_timeout = '200ms'; SET plan_cache_mode = force_generic_plan"
    );
    this.client = client;
    return client;
  }

  /** Data definition can change what a statement returns, so those run unnamed. */
  private statementName(sql: string): { name?: string } {
    if (this.preparedIn !== generation) {
      this.preparedIn = generation;
      this.prepared.clear();
    }
    const known = this.prepared.get(sql);
    if (known) return { name: known };
    if (this.prepared.size >= MAX_PREPARED || !/^\s*(select|insert|update|delete|with)\b/i.test(sql)) return {};
    const name = createHash('sha1').update(`${generation}:${sql}`).digest('base64url');
    this.prepared.set(sql, name);
    return { name };
  }
}

function failure(error: unknown): SqlResponse {
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
  connections.delete(message.slot);
  void connection?.close();
});

parentPort?.postMessage('ready');
