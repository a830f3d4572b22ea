import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { SObjectRecord } from '../../values/record.js';

/** All rows with all fields, read by the platform itself: no access checks, no query limit used. */
export function selectAll(objectName: string, where = '', binds: readonly unknown[] = []): readonly SObjectRecord[] {
  const transaction = currentTransaction();
  const object = transaction.schema.object(objectName);
  if (!object) return [];
  const fields = Object.values(object.fields)
    .filter((field) => field.type !== 'base64' && field.type !== 'address' && field.type !== 'location')
    .map((field) => field.name);
  const before = transaction.limits.snapshot();
  const { records } = transaction.query(`SELECT ${fields.join(', ')} FROM ${object.name}${where}`, binds, {
    mode: 'system',
    sharing: false
  });
  const { cpuTime, heapSize } = transaction.limits.snapshot();
  transaction.limits.restore({ ...before, cpuTime, heapSize });
  return records;
}
