import { EventEmitter } from 'node:events';
import { parse } from 'pg-protocol';
import type { SqlValue } from './connection.js';
import { TYPE_BOOL, TYPE_INT4, type SqlFailure } from './protocol.js';

/** A column of a result. */
export interface WireColumn {
  readonly name: string;
  readonly dataTypeID: number;
}

type Message = Readonly<{ name: string }> & Partial<Record<string, unknown>>;

/**
 * What the server has answered to one batch of messages, which ended with Sync: all of it, until it is ready again.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export class WireAnswer {
  private readonly feed = new EventEmitter();
  /** Statements that were parsed and those that ran, in their order. */
  parsed = 0;
  completed = 0;
  /** Columns of the one statement that was described; null: none was, or it returns nothing. */
  columns: readonly WireColumn[] | null = null;
  rows: (string | null)[][] = [];
  /** The statement's columns, or that it has none, have been told. */
  described = false;
  /** Tag of the statement that ran last, e.g. `INSERT 0 5`. */
  tag = '';
  /** The first refusal; what follows it was not run. */
  failure: SqlFailure | null = null;
  /** The server has ended the connection. */
  fatal = false;
  ready = false;

  constructor() {
    void parse(this.feed as unknown as NodeJS.ReadableStream, (message) => this.take(message as unknown as Message));
  }

  /** Before the next batch. */
  reset(): void {
    this.parsed = 0;
    this.completed = 0;
    this.columns = null;
    this.described = false;
    this.rows = [];
    this.tag = '';
    this.failure = null;
    this.ready = false;
  }

  /** @param bytes as they came; kept until the message that they end with is complete. */
  add(bytes: Uint8Array): void {
    this.feed.emit('data', bytes);
  }

  private take(message: Message): void {
    switch (message.name) {
      case 'dataRow':
        this.rows.push(message.fields as (string | null)[]);
        return;
      case 'commandComplete':
        this.completed++;
        this.tag = message.text as string;
        return;
      case 'emptyQuery':
        this.completed++;
        return;
      case 'parseComplete':
        this.parsed++;
        return;
      case 'rowDescription':
        this.columns = message.fields as WireColumn[];
        this.described = true;
        return;
      case 'noData':
        this.described = true;
        return;
      case 'readyForQuery':
        this.ready = true;
        return;
      case 'error':
        this.failure ??= failureOf(message);
        if (message.severity === 'FATAL' || message.severity === 'PANIC') this.fatal = true;
        return;
      default:
        // Notices and settings, which may come at any time, and what says no more than that it went well.
        return;
    }
  }
}

function failureOf(message: Message): SqlFailure {
  const text = (name: string): string | null => (message[name] as string | undefined) ?? null;
  return {
    ok: false,
    message: text('message') ?? '',
    code: text('code') ?? '',
    detail: text('detail'),
    constraint: text('constraint'),
    table: text('table'),
    column: text('column')
  };
}

/** Rows in the form of `SqlResult`, made of the ones that came. */
export function readRows(
  columns: readonly WireColumn[],
  rows: readonly (string | null)[][]
): readonly (readonly SqlValue[])[] {
  columns.forEach(({ dataTypeID }, index) => {
    if (dataTypeID !== TYPE_BOOL && dataTypeID !== TYPE_INT4) return;
    for (const row of rows as SqlValue[][]) {
      const text = row[index] ?? null;
      if (text !== null) row[index] = dataTypeID === TYPE_BOOL ? text === 't' : Number(text);
    }
  });
  return rows;
}

/** Number of rows in a tag: the last word, where it is a number. */
export function rowCountOf(tag: string): number {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1));
  return Number.isInteger(count) ? count : 0;
}
