import type { SlotTransaction } from '../../platform/transaction.js';
import { sqlName } from '../../schema/ddl/names.js';
import { objectOf } from './row-action.js';

/** Nothing is counted against these: they are what a large sandbox has (salesforce_app_limits_cheatsheet). */
const LIMITS: Readonly<Record<string, number>> = {
  ConcurrentAsyncGetReportInstances: 200,
  DailyApiRequests: 5_000_000,
  DailyAsyncApexExecutions: 250_000,
  DailyBulkApiBatches: 15_000,
  DailyBulkV2QueryJobs: 10_000,
  DailyDurableGenericStreamingApiEvents: 10_000,
  DailyStreamingApiEvents: 10_000,
  DataStorageMB: 1024,
  FileStorageMB: 1024,
  HourlyPublishedPlatformEvents: 250_000,
  HourlyPublishedStandardVolumePlatformEvents: 1000,
  MassEmail: 5000,
  SingleEmail: 5000
};

/** @param more limits of this org of which a part is used. */
export const limitsOf = (more: Readonly<Record<string, { Max: number; Remaining: number }>> = {}): unknown => ({
  ...Object.fromEntries(Object.entries(LIMITS).map(([name, maximum]) => [name, { Max: maximum, Remaining: maximum }])),
  ...more
});

/** Rows by object (api_rest, resources_record_count). @param names null: all that have rows. */
export function recordCounts(tx: SlotTransaction, names: readonly string[] | null): unknown {
  const objects = names
    ? names.map((name) => objectOf(tx, name))
    : [...tx.schema.objects()].filter((object) => object.queryable && tx.rights.object(object.name).read);
  const counts = objects.map((object) => {
    const live = Object.hasOwn(object.fields, 'isdeleted') ? ' WHERE NOT isdeleted' : '';
    const row = tx.db.query(`SELECT count(*) FROM ${sqlName(object.name)}${live}`).rows[0];
    return { count: Number(row?.[0] ?? 0), name: object.name };
  });
  return { sObjects: names ? counts : counts.filter(({ count }) => count > 0) };
}
