import { readSync, writeSync } from 'node:fs';
import { serialize } from 'pg-protocol';
import { asleep } from '../threads/sync-channel.js';
import type { SqlParameter, SqlResult } from './connection.js';
import type { SqlFailure, SqlRequest } from './protocol.js';
import type { StatementNames } from './statement-names.js';
import { readRows, rowCountOf, WireAnswer, type WireColumn } from './wire-answer.js';

/** Answers of most statements fit. Bytes. */
const READ_SIZE = 64 * 1024;

/** The server has gone, or what it says cannot be followed any more. */
export class ConnectionLost extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ConnectionLost';
  }
}

interface Prepared {
  readonly name: string;
  readonly columns: readonly WireColumn[];
}

const EXECUTE = serialize.execute();
const SYNC = serialize.sync();
const FLUSH = serialize.flush();
/**
 * A longer batch goes out in parts. The socket blocks: while this thread writes it does not read, and a server whose answers
 * nobody reads does not read either.
 */
const MOST_STATEMENTS = 100;
const MOST_CHARACTERS = 64 * 1024;
const MOST_PARAMETERS = 5000;
const NO_COLUMNS: readonly WireColumn[] = [];

/**
 * Runs statements over a connected blocking socket, without leaving the thread: one write, and reads until the server is
 * ready again. All statements of a call go out as one batch of the extended protocol, so that the server answers once.
 */
export class SocketLine {
  private readonly answer = new WireAnswer();
  private buffer = Buffer.allocUnsafeSlow(READ_SIZE);
  private lost = false;

  /**
   * @param descriptor of the socket; belongs to the database thread.
   * @param signal shows others that this thread waits.
   */
  constructor(
    private readonly descriptor: number,
    private readonly names: StatementNames<Prepared>,
    private readonly signal: Int32Array
  ) {}

  /** @throws ConnectionLost when the connection cannot be used again; the transaction has been rolled back then. */
  run({ before, sql, parameters }: SqlRequest): SqlResult | SqlFailure {
    this.names.enter(before, sql);
    try {
      return this.send(before, sql, parameters);
    } finally {
      this.names.leave();
    }
  }

  private send(
    before: readonly string[],
    sql: string | null,
    parameters: readonly SqlParameter[]
  ): SqlResult | SqlFailure {
    const known = sql === null ? undefined : this.names.find(sql);
    const name = sql === null || known ? null : this.names.newName(sql);
    const first: Uint8Array[] = [];
    const last: Uint8Array[] = [];
    if (sql !== null) {
      const statement = known?.name ?? name ?? '';
      if (!known) {
        first.push(serialize.parse({ name: statement, text: sql }), serialize.describe({ type: 'S', name: statement }));
      }
      last.push(serialize.bind({ statement, values: parameters.map(textOf) }), EXECUTE);
    }
    last.push(SYNC);
    this.begin();
    const messages: Uint8Array[] = [];
    let [statements, size] = [0, 0];
    for (const [index, statement] of before.entries()) {
      messages.push(serialize.parse({ text: statement }), serialize.bind(), EXECUTE);
      statements += 1;
      size += statement.length;
      if (statements < MOST_STATEMENTS && size < MOST_CHARACTERS) continue;
      // What follows a refusal is not run: it need not be sent.
      if (!this.flush(Buffer.concat([...messages.splice(0), FLUSH]), index + 1)) return this.refused();
      [statements, size] = [0, 0];
    }
    messages.push(...first);
    // The description tells the types of all parameters: it has to be read before they are sent.
    if (first.length > 0 && parameters.length > MOST_PARAMETERS) {
      this.write(Buffer.concat([...messages.splice(0), FLUSH]));
      while (!this.answer.described && !this.answer.failure) this.read();
      if (this.answer.failure) return this.refused();
    }
    this.finish(Buffer.concat([...messages, ...last]));
    const { answer } = this;
    const columns = known?.columns ?? answer.columns ?? NO_COLUMNS;
    if (sql !== null && name !== null && answer.parsed > before.length) this.names.keep(sql, { name, columns });
    if (answer.failure) return answer.failure;
    if (sql === null) return { columns: [], rows: [], rowCount: 0 };
    return {
      columns: columns.map((column) => column.name),
      rows: readRows(columns, answer.rows),
      rowCount: rowCountOf(answer.tag)
    };
  }

  /** Whatever breaks this off half-way leaves an answer behind that nobody waits for: the connection is of no use then. */
  private begin(): void {
    if (this.lost) throw new ConnectionLost('the connection to the database was lost');
    this.lost = true;
    this.answer.reset();
  }

  /** Sends a part of the batch and takes its answers. @returns false when the server has refused a statement. */
  private flush(bytes: Uint8Array, statements: number): boolean {
    this.write(bytes);
    while (this.answer.completed < statements && !this.answer.failure) this.read();
    return this.answer.failure === null;
  }

  private refused(): SqlFailure {
    this.finish(SYNC);
    return this.answer.failure as SqlFailure;
  }

  private finish(bytes: Uint8Array): void {
    this.write(bytes);
    while (!this.answer.ready) this.read();
    this.lost = false;
  }

  private write(bytes: Uint8Array): void {
    for (let sent = 0; sent < bytes.length;) sent += reached(() => writeSync(this.descriptor, bytes, sent));
  }

  private read(): void {
    const { buffer } = this;
    const count = asleep(this.signal, () => reached(() => readSync(this.descriptor, buffer)));
    if (count > 0) this.answer.add(buffer.subarray(0, count));
    if (count === 0 || this.answer.fatal) {
      throw new ConnectionLost(this.answer.failure?.message ?? 'the server has closed the connection');
    }
    // A message that goes on beyond these bytes is still in them.
    if (!this.answer.ready) this.buffer = Buffer.allocUnsafeSlow(READ_SIZE);
  }
}

function reached(action: () => number): number {
  for (;;) {
    try {
      return action();
    } catch (error) {
      const { code, syscall, message } = error as NodeJS.ErrnoException;
      if (syscall === undefined) throw error;
      // A signal came while nothing had been read yet.
      if (code !== 'EINTR') throw new ConnectionLost(message);
    }
  }
}

/** The text form of a parameter. https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function textOf(parameter: SqlParameter): string | null {
  if (typeof parameter === 'string' || parameter === null) return parameter;
  if (typeof parameter !== 'object') return String(parameter);
  return `{${parameter.map(elementText).join(',')}}`;
}

const elementText = (element: string | null): string =>
  element === null ? 'NULL' : `"${element.replace(/["\\]/g, '\\$&')}"`;
