import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import { explainQuery, selectedColumns, type QueryPlanReport } from '../../soql/index.js';
import { PlatformError } from '../../values/platform-error.js';
import type { JsonRow } from './json-codec.js';
import type { QueryRest } from './query-cursors.js';
import { queryRowToJson } from './query-json.js';

export interface QueryRequest {
  readonly soql: string;
  /** `v68.0`. */
  readonly version: string;
  readonly resource: string;
  readonly allRows: boolean;
  readonly columns: boolean;
  readonly batchSize: number;
  /** Files as base64 in the rows; otherwise their addresses. */
  readonly inlineBlobs?: boolean;
}

export type QueryReply =
  { totalSize: number; done: boolean; records: JsonRow[]; nextRecordsUrl?: string } | { columnMetadata: unknown[] };

export interface QueryAnswer {
  readonly reply: QueryReply;
  /** null: the reply holds all rows. */
  readonly rest: QueryRest | null;
}

/** The API works with the rights of its user, rows shared with that user only. */
export const AS_USER = { mode: 'user', sharing: true } as const;

export function queryOperation(context: SlotContext, payload: QueryRequest): QueryAnswer {
  return context.transaction({}, (tx) => answerQuery(tx, payload));
}

/** @throws PlatformError with the place of the mistake in its text. */
export function explainOperation(
  context: SlotContext,
  { soql }: { soql: string }
): { plans: readonly QueryPlanReport[]; sourceQuery: string } {
  return context.transaction({}, (tx) => {
    try {
      return { plans: explainQuery(tx, soql, AS_USER), sourceQuery: soql };
    } catch (error) {
      throw withCaret(error, soql);
    }
  });
}

/** @throws PlatformError with the place of the mistake in its text. */
export function answerQuery(tx: SlotTransaction, payload: QueryRequest): QueryAnswer {
  try {
    if (payload.columns) return { reply: { columnMetadata: tx.queryColumns(payload.soql) }, rest: null };
    return runQueryFor(tx, payload);
  } catch (error) {
    throw withCaret(error, payload.soql);
  }
}

function runQueryFor(tx: SlotTransaction, payload: QueryRequest): QueryAnswer {
  const outcome = tx.apiQuery(payload.soql, AS_USER, payload.allRows);
  if (outcome.count !== null) return { reply: { totalSize: outcome.count, done: true, records: [] }, rest: null };
  const base = `/services/data/${payload.version}${payload.resource.startsWith('tooling') ? '/tooling' : ''}`;
  const columns = selectedColumns(payload.soql, tx.schema);
  const page = (start: number): JsonRow[] =>
    outcome.records
      .slice(start, start + payload.batchSize)
      .map((record) => queryRowToJson(record, columns, tx.schema, base, payload.inlineBlobs));
  const totalSize = outcome.records.length;
  const done = totalSize <= payload.batchSize;
  const pages: string[] = [];
  for (let start = payload.batchSize; start < totalSize; start += payload.batchSize) {
    pages.push(JSON.stringify(page(start)));
  }
  return {
    reply: { totalSize, done, records: page(0) },
    rest: done ? null : { totalSize, pageSize: payload.batchSize, pages }
  };
}

/** Characters of a long line that are shown on each side of the mistake. */
const SHOWN = 200;

/** The API shows the line and marks the column; Apex gets the bare text. */
function withCaret(error: unknown, soql: string): unknown {
  if (!(error instanceof PlatformError)) return error;
  const { offset } = (error.detail ?? {}) as { offset?: number };
  if (offset === undefined) return error;
  const before = soql.slice(0, offset).split('\n');
  const column = before.at(-1)?.length ?? 0;
  const line = soql.split('\n')[before.length - 1] ?? '';
  const from = Math.max(0, column - SHOWN);
  const place = `\n${line.slice(from, column + SHOWN)}\n${' '.repeat(column - from)}^\nERROR at Row:${before.length}:Column:${column + 1}\n`;
  return new PlatformError(error.apexType, `${place}${error.message}`, error.detail);
}
