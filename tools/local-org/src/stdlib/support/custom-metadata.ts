import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexMap } from '../../values/collections.js';
import { SObjectRecord } from '../../values/record.js';
import { sobjectType, STRING } from '../../values/type.js';
import type { Implementation } from '../define.js';
import { required } from './arguments.js';
import { selectAll } from './select-all.js';

/** Records of a custom metadata type: read once a transaction, which cannot change them. */
function rows(objectName: string): readonly SObjectRecord[] {
  const { state } = currentTransaction();
  const slot = `customMetadata:${objectName.toLowerCase()}`;
  let known = state.get(slot) as readonly SObjectRecord[] | undefined;
  if (!known) state.set(slot, (known = selectAll(objectName)));
  return known;
}

/** Each caller gets records of its own, which it may write to. */
function copyOf(row: SObjectRecord): SObjectRecord {
  const copy = new SObjectRecord(row.objectName);
  for (const [field, value] of row.fields) copy.fields.set(field, value);
  copy.queried = row.queried && new Set(row.queried);
  return copy;
}

const text = (record: SObjectRecord, field: string): string =>
  ((record.fields.get(field) as string | null) ?? '').toLowerCase();

/** By developer name, qualified name or id (15 or 18 characters). */
function find(objectName: string, wanted: string): SObjectRecord | null {
  const name = wanted.toLowerCase();
  const found = rows(objectName).find((record) => {
    const id = text(record, 'id');
    return [text(record, 'developername'), text(record, 'qualifiedapiname'), id, id.slice(0, 15)].includes(name);
  });
  return found ? copyOf(found) : null;
}

/**
 * getAll and getInstance of a custom metadata type.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_custom_metadata_types.htm
 */
export const customMetadataStatics = (objectName: string): Record<string, Implementation> => ({
  [`Map<String, ${objectName}> getAll()`]: () =>
    new ApexMap(
      STRING,
      sobjectType(objectName),
      rows(objectName).map((record) => [record.fields.get('developername'), copyOf(record)])
    ),
  [`${objectName} getInstance(String)`]: (name: string | null) => find(objectName, required(name))
});
