import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexList } from '../../values/collections.js';
import { SObjectRecord } from '../../values/record.js';

export interface CloneOptions {
  readonly preserveId: boolean;
  /** false: related records are shared with the copy; true: they are copied too. */
  readonly deep: boolean;
  readonly preserveReadonlyTimestamps: boolean;
  readonly preserveAutonumber: boolean;
}

const TIMESTAMPS = ['createddate', 'createdbyid', 'lastmodifieddate', 'lastmodifiedbyid', 'systemmodstamp'];
const sources = new WeakMap<SObjectRecord, string>();

/** Id of the record that `record` was cloned from; null when it is no clone or its source had no id. */
export const cloneSource = (record: SObjectRecord): string | null => sources.get(record) ?? null;

const clones = new WeakSet<SObjectRecord>();
export const isClone = (record: SObjectRecord): boolean => clones.has(record);

/**
 * SObject.clone.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_sobject.htm
 */
export function cloneRecord(record: SObjectRecord, options: CloneOptions): SObjectRecord {
  const copy = new SObjectRecord(record.objectName);
  const { schema } = currentTransaction();
  for (const [key, value] of record.fields) {
    if (key === 'id' && !options.preserveId) continue;
    if (!options.preserveReadonlyTimestamps && TIMESTAMPS.includes(key)) continue;
    if (!options.preserveAutonumber && schema.field(record.objectName, key)?.autoNumberFormat) continue;
    copy.fields.set(key, value);
  }
  if (record.queried) {
    copy.queried = new Set(record.queried);
    // What was selected but left out of the copy reads as null.
    if (!options.preserveId) copy.queried.add('id');
  }
  copyRelations(record, copy, options.deep);
  clones.add(copy);
  if (record.id !== null) sources.set(copy, record.id);
  return copy;
}

function copyRelations(record: SObjectRecord, copy: SObjectRecord, deep: boolean): void {
  const deepOptions: CloneOptions = {
    preserveId: true,
    deep: true,
    preserveReadonlyTimestamps: true,
    preserveAutonumber: true
  };
  if (record.parents) {
    copy.parents = new Map(
      [...record.parents].map(([name, parent]) => [name, deep && parent ? cloneRecord(parent, deepOptions) : parent])
    );
  }
  if (record.children) {
    copy.children = new Map(
      [...record.children].map(([name, list]) => [
        name,
        deep
          ? new ApexList(
              list.elementType,
              list.items.map((child) => cloneRecord(child as SObjectRecord, deepOptions))
            )
          : list
      ])
    );
  }
}
