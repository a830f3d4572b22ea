import type { AccessRights } from '../schema/execution.js';
import { ApexList } from '../values/collections.js';
import { PlatformError } from '../values/platform-error.js';
import { SObjectRecord } from '../values/record.js';

export type AccessType = 'readable' | 'createable' | 'updateable' | 'upsertable';

export interface StrippedRecords {
  readonly records: readonly SObjectRecord[];
  /** API names in lower case by object; children's objects included. */
  readonly removedFields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Positions of records that lost a field. */
  readonly modifiedIndexes: readonly number[];
}

/**
 * Copies of the records without the fields the user must not read or write.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_class_System_Security.htm
 *
 * @param enforceObject also refuse when the object itself is denied.
 * @throws PlatformError System.NoAccessException.
 */
export function stripInaccessible(
  rights: AccessRights,
  access: AccessType,
  records: readonly SObjectRecord[],
  enforceObject = true
): StrippedRecords {
  const removed = new Map<string, Set<string>>();
  const modified: number[] = [];
  const stripped = records.map((record, index) => {
    if (enforceObject && !objectAllowed(rights, access, record.objectName)) {
      throw new PlatformError('System.NoAccessException', `No access to entity: ${record.objectName}`);
    }
    const before = count(removed);
    const copy = strip(rights, access, record, removed);
    if (copy.lost || count(removed) > before) modified.push(index);
    return copy.record;
  });
  return { records: stripped, removedFields: removed, modifiedIndexes: modified };
}

function objectAllowed(rights: AccessRights, access: AccessType, object: string): boolean {
  const granted = rights.object(object);
  switch (access) {
    case 'readable':
      return granted.read;
    case 'createable':
      return granted.create;
    case 'updateable':
      return granted.edit;
    case 'upsertable':
      return granted.create && granted.edit;
  }
}

const count = (removed: ReadonlyMap<string, ReadonlySet<string>>): number =>
  [...removed.values()].reduce((sum, fields) => sum + fields.size, 0);

function strip(
  rights: AccessRights,
  access: AccessType,
  record: SObjectRecord,
  removed: Map<string, Set<string>>
): { readonly record: SObjectRecord; readonly lost: boolean } {
  const copy = new SObjectRecord(record.objectName);
  let lost = false;
  for (const [name, value] of record.fields) {
    if (fieldAllowed(rights, access, record.objectName, name)) {
      copy.fields.set(name, value);
      continue;
    }
    lost = true;
    const fields = removed.get(record.objectName) ?? new Set<string>();
    removed.set(record.objectName, fields.add(name));
  }
  if (record.queried)
    copy.queried = new Set([...record.queried].filter((name) => copy.fields.has(name) || !record.fields.has(name)));
  if (record.parents) {
    copy.parents = new Map();
    for (const [name, parent] of record.parents) {
      const inner = parent && strip(rights, access, parent, removed);
      lost ||= inner?.lost ?? false;
      copy.parents.set(name, inner?.record ?? null);
    }
  }
  if (record.children) {
    copy.children = new Map();
    for (const [name, list] of record.children) {
      const items = list.items.map((item) => strip(rights, access, item as SObjectRecord, removed));
      lost ||= items.some((item) => item.lost);
      copy.children.set(
        name,
        new ApexList(
          list.elementType,
          items.map((item) => item.record)
        )
      );
    }
  }
  return { record: copy, lost };
}

function fieldAllowed(rights: AccessRights, access: AccessType, object: string, field: string): boolean {
  if (field === 'id') return true;
  const granted = rights.field(object, field);
  return access === 'readable' ? granted.read : granted.edit;
}
