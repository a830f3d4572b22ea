import type { DmlCallOptions, DmlRowResult } from '../../apex/runtime/transaction.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import type { SObjectRecord } from '../../values/record.js';

/**
 * Makes records as clients do: what is a platform event is published, which Apex can do by EventBus only
 * (platform_events_publish_api). @returns one result a record, in their order.
 */
export function insertRows(
  tx: SlotTransaction,
  records: readonly SObjectRecord[],
  options: DmlCallOptions
): readonly DmlRowResult[] {
  const isEvent = (record: SObjectRecord): boolean => tx.schema.object(record.objectName)?.kind === 'platform-event';
  if (!records.some(isEvent)) return tx.dml('insert', records, options);
  const events = tx.publish(records.filter(isEvent), options.access, null).values();
  const others = records.filter((record) => !isEvent(record));
  const rows = (others.length > 0 ? tx.dml('insert', others, options) : []).values();
  return records.map((record) => (isEvent(record) ? events : rows).next().value as DmlRowResult);
}
