import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { SObjectRecord } from '../../values/record.js';

/**
 * Names and values that a record holds, in their declared spelling: fields that were set or that a query read as not
 * null, then queried parents and children. The base of getPopulatedFieldsAsMap and of JSON.
 */
export function populatedFields(record: SObjectRecord): [string, unknown][] {
  const { schema } = currentTransaction();
  const object = schema.object(record.objectName);
  const entries: [string, unknown][] = [];
  for (const [key, value] of record.fields) {
    if (value === null && record.queried?.has(key)) continue;
    entries.push([object?.fields[key]?.name ?? record.aliases?.get(key) ?? key, value]);
  }
  for (const [key, parent] of record.parents ?? []) {
    if (parent === null) continue;
    const field = Object.values(object?.fields ?? {}).find(
      (candidate) => candidate.relationshipName?.toLowerCase() === key
    );
    entries.push([field?.relationshipName ?? key, parent]);
  }
  for (const [key, list] of record.children ?? []) {
    const relationship = schema
      .childRelationships(record.objectName)
      .find((candidate) => candidate.name?.toLowerCase() === key);
    entries.push([relationship?.name ?? key, list]);
  }
  return entries;
}
