import { ApiError } from '../../platform/api-error.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import type { DatetimeValue } from '../../values/datetime.js';
import { AS_USER } from './query-operation.js';
import { objectOf } from './row-action.js';

export interface ReplicationRequest {
  readonly object: string;
  readonly kind: 'updated' | 'deleted';
  /** ISO 8601. */
  readonly start: string;
  readonly end: string;
}

/** How far back the platform looks, and how long the recycle bin keeps rows. */
const DAYS_KEPT = 30;
const DAYS_BIN = 15;
const DAY_MS = 86_400_000;

/** Rows that were changed or deleted in a span of time (api_rest, resources_getupdated and resources_getdeleted). */
export function changedRows(tx: SlotTransaction, { object, kind, start, end }: ReplicationRequest): unknown {
  const { name, fields } = objectOf(tx, object);
  const deleted = kind === 'deleted';
  const deletable = Object.hasOwn(fields, 'isdeleted');
  if (!Object.hasOwn(fields, 'systemmodstamp') || (deleted && !deletable)) {
    throw new ApiError(400, 'INVALID_TYPE', `the object ${name} is not replicateable`);
  }
  const [from, to] = [moment(start, 'start'), moment(end, 'end')];
  if (from >= to) throw new ApiError(400, 'INVALID_REPLICATION_DATE', 'startDate cannot be after endDate');
  if (from < tx.now() - DAYS_KEPT * DAY_MS) {
    throw new ApiError(400, 'INVALID_REPLICATION_DATE', `startDate before org's ${DAYS_KEPT}-day replication window`);
  }
  const span = `SystemModstamp >= ${literal(from)} AND SystemModstamp < ${literal(to)}`;
  const { records } = tx.apiQuery(
    `SELECT Id, SystemModstamp FROM ${name} WHERE ${span}${deletable ? ` AND IsDeleted = ${deleted}` : ''} ORDER BY SystemModstamp, Id`,
    AS_USER,
    deleted
  );
  const latestDateCovered = restTime(Math.min(to, tx.now()));
  if (!deleted) return { ids: records.map((record) => record.id), latestDateCovered };
  return {
    deletedRecords: records.map((record) => ({
      id: record.id,
      deletedDate: restTime((record.fields.get('systemmodstamp') as DatetimeValue).ms)
    })),
    earliestDateAvailable: restTime(tx.now() - DAYS_BIN * DAY_MS),
    latestDateCovered
  };
}

function moment(text: string, what: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms))
    throw new ApiError(400, 'INVALID_REPLICATION_DATE', `${what} must be a time as ISO 8601 writes it`);
  return ms;
}

const literal = (ms: number): string => new Date(ms).toISOString();

/** As the API writes times: `2026-12-31T23:59:59.000+0000`. */
const restTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '+0000');
