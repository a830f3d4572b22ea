import { ApexList } from '../../values/collections.js';
import { PlatformError } from '../../values/platform-error.js';
import { SObjectRecord } from '../../values/record.js';
import { OBJECT, type ApexType } from '../../values/type.js';
import { npe } from './operators.js';

const notQueried = (record: SObjectRecord, name: string): PlatformError =>
  new PlatformError(
    'System.SObjectException',
    `SObject row was retrieved via SOQL without querying the requested field: ${record.objectName}.${name}`
  );

/**
 * Value of a field.
 * @param key name in lower case. @param name declared spelling, for messages.
 * @param missing what null reads as: false for a checkbox.
 * @throws PlatformError System.SObjectException when the record was queried without the field.
 */
export function field(record: SObjectRecord | null, key: string, name: string, missing: unknown = null): unknown {
  if (record === null) npe();
  const value = record.fields.get(key);
  if (value !== undefined) return value ?? missing;
  if (record.queried !== null && !record.queried.has(key)) {
    // A group of rows has no id, but may be asked for one, as any sObject.
    if (record.objectName === 'AggregateResult' && key === 'id') return null;
    throw notQueried(record, name);
  }
  return missing;
}

/** The same behind a parent relationship, which makes null of null. */
export const fieldOrNull = (
  record: SObjectRecord | null,
  key: string,
  name: string,
  missing: unknown = null
): unknown => (record === null ? null : field(record, key, name, missing));

/** Parent record of a relationship; null when there is none. */
export function parent(record: SObjectRecord | null, key: string, name: string): SObjectRecord | null {
  if (record === null) npe();
  const found = record.parents?.get(key);
  if (found !== undefined) return found;
  if (record.queried !== null && !record.queried.has(key)) throw notQueried(record, name);
  return null;
}

export const parentOrNull = (record: SObjectRecord | null, key: string, name: string): SObjectRecord | null =>
  record === null ? null : parent(record, key, name);

/** Child records of a relationship; an empty list for a record made in memory. */
export function children(record: SObjectRecord | null, key: string, name: string, type: ApexType): ApexList {
  if (record === null) npe();
  const found = record.children?.get(key);
  if (found) return found;
  if (record.queried !== null && !record.queried.has(key)) throw notQueried(record, name);
  return new ApexList(type.args[0] ?? OBJECT);
}

export const childrenOrNull = (
  record: SObjectRecord | null,
  key: string,
  name: string,
  type: ApexType
): ApexList | null => (record === null ? null : children(record, key, name, type));

/** @throws PlatformError System.FinalException for a record of an after trigger. */
function writable(record: SObjectRecord | null): SObjectRecord {
  if (record === null) npe();
  if (record.readOnly) throw new PlatformError('System.FinalException', 'Record is read-only');
  return record;
}

/** @returns the value, as an assignment does. */
export function setField(record: SObjectRecord | null, key: string, value: unknown): unknown {
  writable(record).fields.set(key, value);
  return value;
}

export function setParent(record: SObjectRecord | null, key: string, value: SObjectRecord | null): unknown {
  const target = writable(record);
  target.parents ??= new Map();
  target.parents.set(key, value);
  return value;
}

/** `new Account(Name = 'x', Parent__r = other)`. @param pairs names in declared spelling, each with its value. */
export function record(objectName: string, ...pairs: unknown[]): SObjectRecord {
  const made = new SObjectRecord(objectName);
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const key = (pairs[index] as string).toLowerCase();
    const value = pairs[index + 1];
    if (value instanceof SObjectRecord || key.endsWith('__r')) setParent(made, key, value as SObjectRecord | null);
    else made.fields.set(key, value);
  }
  return made;
}
