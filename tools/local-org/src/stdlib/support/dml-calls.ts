import { currentTransaction, type DmlCallOptions } from '../../apex/runtime/transaction.js';
import type { AccessOptions } from '../../schema/execution.js';
import type { ApexList } from '../../values/collections.js';
import { PlatformError } from '../../values/platform-error.js';
import { SObjectRecord } from '../../values/record.js';
import type { ApexType } from '../../values/type.js';
import { DmlOptions } from '../Database/DMLOptions.js';
import { accessOf, AccessLevel } from '../System/AccessLevel.js';
import { required } from './arguments.js';
import { resultList, RowResult } from './dml-results.js';
import { SObjectFieldToken } from './tokens.js';

export type DmlVerb = 'insert' | 'update' | 'upsert' | 'delete' | 'undelete';

/** What follows the records in `Database.insert(records, …)`: allOrNone or DMLOptions, an external id field, an access level. */
export function readOptions(given: readonly unknown[], calling: AccessOptions): DmlCallOptions {
  let options: DmlCallOptions = { allOrNone: true, access: calling, externalIdField: null };
  for (const value of given) {
    if (typeof value === 'boolean') options = { ...options, allOrNone: value };
    else if (value instanceof DmlOptions) {
      options = { ...options, allOrNone: value.allOrNone, allowFieldTruncation: value.truncate };
    } else if (value instanceof AccessLevel) options = { ...options, access: accessOf(value, calling) };
    else if (value instanceof SObjectFieldToken) options = { ...options, externalIdField: value.fieldName };
  }
  return options;
}

const recordsOf = (target: unknown): readonly SObjectRecord[] =>
  target instanceof SObjectRecord
    ? [target]
    : nonNull((required(target) as ApexList).items as (SObjectRecord | null)[]);

function nonNull(records: readonly (SObjectRecord | null)[]): readonly SObjectRecord[] {
  records.forEach((record, index) => {
    if (record === null) throw new PlatformError('System.NullPointerException', `Null element found at row ${index}`);
  });
  return records as readonly SObjectRecord[];
}

/** Records that stand for ids, for the calls that take ids. */
export function recordsOfIds(target: unknown): readonly SObjectRecord[] {
  const ids = typeof target === 'string' ? [target] : ((required(target) as ApexList).items as (string | null)[]);
  return ids.map((id) => {
    const object = currentTransaction().schema.objectByKeyPrefix(required(id).slice(0, 3));
    if (!object) throw new PlatformError('System.StringException', `Invalid id: ${id}`);
    const record = new SObjectRecord(object.name);
    record.fields.set('id', id);
    return record;
  });
}

/** Runs one DML call; a list gives a list of results, a single record or id gives one. */
export function runDml(
  verb: DmlVerb,
  type: ApexType,
  target: unknown,
  args: readonly unknown[],
  byId = false
): unknown {
  const calling = args.at(-1) as AccessOptions;
  const records = byId ? recordsOfIds(target) : recordsOf(target);
  const rows = currentTransaction().dml(verb, records, readOptions(args.slice(0, -1), calling));
  const single = byId ? typeof target === 'string' : target instanceof SObjectRecord;
  return single ? new RowResult(type, rows[0]!) : resultList(type, rows);
}
