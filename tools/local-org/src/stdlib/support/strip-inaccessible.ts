import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexList, ApexMap, ApexSet } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { SObjectRecord } from '../../values/record.js';
import { INTEGER, platformType, setOf, STRING } from '../../values/type.js';

/** Result of Security.stripInaccessible. */
export class AccessDecision extends PlatformObject {
  readonly removedFields = new ApexMap(STRING, setOf(STRING));
  readonly modifiedIndexes = new ApexSet(INTEGER);

  constructor(readonly records: ApexList) {
    super();
  }

  override get apexType() {
    return platformType('System', 'SObjectAccessDecision');
  }

  noteRemoval(objectName: string, field: string): void {
    let fields = this.removedFields.get(objectName) as ApexSet | null;
    if (!fields) this.removedFields.put(objectName, (fields = new ApexSet(STRING)));
    fields.add(field);
  }
}

/**
 * Copies of the records without the fields the running user may not use so.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_class_System_Security.htm
 * @param access name of a System.AccessType. @param enforceObject the right to the object itself is checked too.
 * @throws PlatformError System.NoAccessException when that right is missing.
 */
export function stripInaccessible(access: string, records: ApexList, enforceObject: boolean): AccessDecision {
  const decision = new AccessDecision(new ApexList(records.elementType));
  records.items.forEach((item, index) => {
    const record = item as SObjectRecord;
    if (record.objectName === 'AggregateResult') {
      throw new PlatformError('System.NoAccessException', 'AggregateResult SObject types are not supported');
    }
    if (enforceObject) checkObject(access, record.objectName);
    const { copy, changed } = strip(access, record, decision);
    decision.records.items.push(copy);
    if (changed) decision.modifiedIndexes.add(index);
  });
  return decision;
}

function checkObject(access: string, objectName: string): void {
  const rights = currentTransaction().rights.object(objectName);
  const allowed =
    access === 'READABLE'
      ? rights.read
      : access === 'CREATABLE'
        ? rights.create
        : access === 'UPDATABLE'
          ? rights.edit
          : rights.create && rights.edit;
  if (!allowed) throw new PlatformError('System.NoAccessException', `No access to entity: ${objectName}`);
}

/** Name and id of a record never go. */
function isAllowed(access: string, objectName: string, key: string): boolean {
  const { schema, rights } = currentTransaction();
  const field = schema.field(objectName, key);
  if (!field || field.type === 'id') return true;
  const right = rights.field(objectName, field.name);
  if (access === 'READABLE') return right.read;
  const writable =
    access === 'CREATABLE'
      ? field.createable
      : access === 'UPDATABLE'
        ? field.updateable
        : field.createable && field.updateable;
  return right.edit && writable;
}

/** Related records of an object that the user may not read go altogether. */
const isHidden = (access: string, objectName: string): boolean =>
  access === 'READABLE' && !currentTransaction().rights.object(objectName).read;

function strip(
  access: string,
  record: SObjectRecord,
  decision: AccessDecision
): { readonly copy: SObjectRecord; readonly changed: boolean } {
  const { schema } = currentTransaction();
  const copy = new SObjectRecord(record.objectName);
  let changed = false;
  copy.queried = record.queried && new Set(record.queried);
  for (const [key, value] of record.fields) {
    if (isAllowed(access, record.objectName, key)) {
      copy.fields.set(key, value);
      continue;
    }
    changed = true;
    copy.queried?.delete(key);
    decision.noteRemoval(record.objectName, schema.field(record.objectName, key)?.name ?? key);
  }
  for (const [name, parent] of record.parents ?? []) {
    if (parent && isHidden(access, parent.objectName)) {
      copy.queried?.delete(name);
      changed = true;
      continue;
    }
    copy.parents ??= new Map();
    const stripped = parent && strip(access, parent, decision);
    changed ||= stripped?.changed ?? false;
    copy.parents.set(name, stripped?.copy ?? null);
  }
  for (const [name, list] of record.children ?? []) {
    if (isHidden(access, list.elementType.name)) {
      // As if the query had left the relationship out.
      copy.queried?.delete(name);
      changed = true;
      continue;
    }
    copy.children ??= new Map();
    const children = list.items.map((child) => strip(access, child as SObjectRecord, decision));
    changed ||= children.some((child) => child.changed);
    copy.children.set(
      name,
      new ApexList(
        list.elementType,
        children.map((child) => child.copy)
      )
    );
  }
  return { copy, changed };
}
