import type { AccessOptions } from '../../schema/execution.js';
import { ApexList } from '../../values/collections.js';
import { PlatformError } from '../../values/platform-error.js';
import { SObjectRecord } from '../../values/record.js';
import { OBJECT, SOBJECT, listOf, sobjectType, type ApexType } from '../../values/type.js';
import { npe } from './operators.js';
import { currentTransaction, type QueryOutcome } from './transaction.js';

/** Queries and DML statements of emitted code, on their way to the transaction. */

/** @param text the query with `:tmpVar1` … for the binds. */
export const query = (text: string, binds: readonly unknown[], access: AccessOptions): QueryOutcome =>
  currentTransaction().query(text, binds, access);

export const rows = (outcome: QueryOutcome, type: ApexType): ApexList =>
  new ApexList(type.args[0] ?? SOBJECT, [...outcome.records]);

const tooMany = (): PlatformError =>
  new PlatformError('System.QueryException', 'List has more than 1 row for assignment to SObject');
const none = (): PlatformError =>
  new PlatformError('System.QueryException', 'List has no rows for assignment to SObject');

function single(records: readonly unknown[]): unknown {
  if (records.length > 1) throw tooMany();
  return records[0] ?? null;
}

/** @throws PlatformError System.QueryException unless there is exactly one row. */
export const onlyRow = (outcome: QueryOutcome): unknown => single(outcome.records) ?? fail(none());
export const rowOrNull = (outcome: QueryOutcome): unknown => single(outcome.records);
export const rowOfList = (list: ApexList | null): unknown => single((list ?? npe()).items) ?? fail(none());
export const rowOfListOrNull = (list: ApexList | null): unknown => single((list ?? npe()).items);

function fail(error: Error): never {
  throw error;
}

export const count = (outcome: QueryOutcome): number => outcome.count ?? outcome.records.length;

/** Size of the lists that `for (List<Account> chunk : [SELECT …])` gives. */
const CHUNK = 200;

export function* chunks(list: ApexList): Generator<ApexList> {
  for (let start = 0; start < list.items.length; start += CHUNK) {
    yield new ApexList(list.elementType, list.items.slice(start, start + CHUNK));
  }
}

/** One list for each object of the RETURNING clause. */
export function search(text: string, binds: readonly unknown[], access: AccessOptions): ApexList {
  const found = currentTransaction().search(text, binds, access);
  return new ApexList(
    listOf(SOBJECT),
    found.map((records) => new ApexList(records[0] ? sobjectType(records[0].objectName) : SOBJECT, [...records]))
  );
}

type Operation = 'insert' | 'update' | 'upsert' | 'delete' | 'undelete';

function recordsOf(target: unknown): SObjectRecord[] {
  if (target instanceof ApexList) return target.items.map((item) => (item as SObjectRecord | null) ?? npe());
  return [target as SObjectRecord];
}

/**
 * A DML statement: all rows or none. @param target a record or a list of records.
 * @throws PlatformError System.DmlException
 */
export function dml(
  operation: Operation,
  target: unknown,
  access: AccessOptions,
  externalIdField: string | null = null
): void {
  currentTransaction().dml(operation, recordsOf(target), { allOrNone: true, access, externalIdField });
}

/** @param duplicates a record, an id, or a list of either. */
export function merge(master: unknown, duplicates: unknown, access: AccessOptions): void {
  const record = master as SObjectRecord;
  const list = duplicates instanceof ApexList ? duplicates.items : [duplicates];
  const records = list.map((item) => {
    if (item instanceof SObjectRecord) return item;
    const made = new SObjectRecord(record.objectName);
    made.fields.set('id', item ?? npe());
    return made;
  });
  currentTransaction().merge(record, records, { allOrNone: true, access, externalIdField: null });
}

/**
 * `System.runAs(user) { … }`. A user without id is inserted first; a package version changes nothing here.
 * @returns what the body returned.
 */
export function runAs(user: unknown, body: () => unknown): unknown {
  if (!(user instanceof SObjectRecord)) return body();
  const transaction = currentTransaction();
  if (user.id === null) {
    const access = { mode: 'system', sharing: false } as const;
    transaction.dml('insert', [user], { allOrNone: true, access, externalIdField: null });
  }
  let result: unknown;
  transaction.runAs(user.id ?? npe(), () => {
    result = body();
  });
  return result;
}

/** `new T[n]`. */
export function newArray(type: ApexType, size: number | null): ApexList {
  return new ApexList(type.args[0] ?? OBJECT, Array<unknown>(size ?? npe()).fill(null));
}
