import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { AccessOptions } from '../../schema/execution.js';
import { ApexList, type ApexMap } from '../../values/collections.js';
import { SObjectRecord } from '../../values/record.js';
import { sobjectType, SOBJECT } from '../../values/type.js';
import { definePlatformType, type Implementation } from '../define.js';
import { illegalArgument, required } from '../support/arguments.js';
import { Bean } from '../support/bean.js';
import { countedCursor, type Cursor } from '../support/cursor.js';
import { readOptions, recordsOfIds, runDml, type DmlVerb } from '../support/dml-calls.js';
import { resultList, resultType, RowResult } from '../support/dml-results.js';
import { leadConversion, leadConvertResult } from '../support/lead-conversion.js';
import { bindValues, type BindSource } from '../support/query-binds.js';
import { QueryLocator } from '../support/query-locator.js';
import { apexReference } from '../support/reference.js';
import type { AccessLevel } from './AccessLevel.js';
import { accessOf } from './AccessLevel.js';
import { Savepoint } from './Savepoint.js';

const LEVEL = 'System.AccessLevel';

/** All overloads of one DML verb. @param tails what may follow the records. */
function dmlOverloads(
  verb: DmlVerb,
  result: string,
  tails: readonly string[],
  ids: boolean
): Record<string, Implementation> {
  const type = resultType(result);
  const calls: Record<string, Implementation> = {};
  for (const tail of tails) {
    const rest = tail === '' ? '' : `, ${tail}`;
    const byRecord: Implementation = (target: unknown, ...args: unknown[]) => runDml(verb, type, target, args);
    const byId: Implementation = (target: unknown, ...args: unknown[]) => runDml(verb, type, target, args, true);
    calls[`Database.${result} ${verb}(SObject${rest})`] = byRecord;
    calls[`List<Database.${result}> ${verb}(List<SObject>${rest})`] = byRecord;
    if (ids) {
      calls[`Database.${result} ${verb}(Id${rest})`] = byId;
      calls[`List<Database.${result}> ${verb}(List<Id>${rest})`] = byId;
    }
  }
  return calls;
}

const SAVE_TAILS = ['', 'Boolean', 'Database.DMLOptions', LEVEL, `Boolean, ${LEVEL}`, `Database.DMLOptions, ${LEVEL}`];
const DELETE_TAILS = ['', 'Boolean', LEVEL, `Boolean, ${LEVEL}`];
const UPSERT_TAILS = [
  '',
  'Boolean',
  'Schema.SObjectField',
  'Schema.SObjectField, Boolean',
  LEVEL,
  `Boolean, ${LEVEL}`,
  `Schema.SObjectField, ${LEVEL}`,
  `Schema.SObjectField, Boolean, ${LEVEL}`
];

function mergeOverloads(): Record<string, Implementation> {
  const type = resultType('MergeResult');
  const merge =
    (byId: boolean): Implementation =>
    (master: SObjectRecord | null, others: unknown, ...args: unknown[]) => {
      const single = byId ? typeof others === 'string' : others instanceof SObjectRecord;
      const duplicates = byId
        ? recordsOfIds(others)
        : single
          ? [others as SObjectRecord]
          : ((required(others, 2) as ApexList).items as SObjectRecord[]);
      const options = readOptions(args.slice(0, -1), args.at(-1) as AccessOptions);
      const rows = currentTransaction().merge(required(master), duplicates, options);
      const results = rows.map((row, index) => {
        const merged = single ? duplicates : duplicates.slice(index, index + 1);
        return new RowResult(type, row, row.success ? merged.map((record) => record.id!) : []);
      });
      return single ? results[0] : new ApexList(type, results);
    };
  const calls: Record<string, Implementation> = {};
  for (const tail of ['', ', Boolean', `, ${LEVEL}`, `, Boolean, ${LEVEL}`]) {
    calls[`Database.MergeResult merge(SObject, Id${tail})`] = merge(true);
    calls[`Database.MergeResult merge(SObject, SObject${tail})`] = merge(false);
    calls[`List<Database.MergeResult> merge(SObject, List<Id>${tail})`] = merge(true);
    calls[`List<Database.MergeResult> merge(SObject, List<SObject>${tail})`] = merge(false);
  }
  return calls;
}

function convertOverloads(): Record<string, Implementation> {
  const calls: Record<string, Implementation> = {};
  for (const tail of SAVE_TAILS) {
    const rest = tail === '' ? '' : `, ${tail}`;
    calls[`Database.LeadConvertResult convertLead(Database.LeadConvert${rest})`] = convertLead;
    calls[`List<Database.LeadConvertResult> convertLead(List<Database.LeadConvert>${rest})`] = convertLead;
  }
  return calls;
}

const convertLead: Implementation = (target: Bean | ApexList | null, ...args: unknown[]) => {
  const leads = target instanceof Bean ? [target] : (required(target).items as (Bean | null)[]);
  const options = readOptions(args.slice(0, -1), args.at(-1) as AccessOptions);
  const conversions = leads.map((lead) => leadConversion(required(lead)));
  const results = currentTransaction().convertLeads(conversions, options).map(leadConvertResult);
  return target instanceof Bean ? results[0] : new ApexList(resultType('LeadConvertResult'), results);
};

function query(text: string | null, binds: BindSource | null, access: AccessOptions): ApexList {
  const outcome = currentTransaction().query(required(text), bindValues(binds), access);
  const type = outcome.objectName === 'AggregateResult' ? SOBJECT : sobjectType(outcome.objectName);
  return new ApexList(type, [...outcome.records]);
}

function countQuery(text: string | null, binds: BindSource | null, access: AccessOptions): number {
  const outcome = currentTransaction().query(required(text), bindValues(binds), access);
  return outcome.count ?? outcome.records.length;
}

/** Rows of a locator count against its own limit, not against that of queries. */
function locator(text: string | null, binds: BindSource | null, access: AccessOptions): QueryLocator {
  return new QueryLocator(text, locatorRows(text, binds, access));
}

const cursorOf =
  (name: 'Cursor' | 'PaginationCursor') =>
  (text: string | null, binds: BindSource | null, access: AccessOptions): Cursor =>
    countedCursor(name, locatorRows(text, binds, access));

function locatorRows(text: string | null, binds: BindSource | null, access: AccessOptions): readonly SObjectRecord[] {
  const transaction = currentTransaction();
  const rowsBefore = transaction.limits.used('queryRows');
  const { records } = transaction.query(required(text), bindValues(binds), access);
  const counters = transaction.limits.snapshot();
  transaction.limits.restore({ ...counters, queryRows: rowsBefore });
  transaction.limits.consume('queryLocatorRows', records.length);
  return records;
}

function executeBatch(job: object | null, scope: number | null = 200): string {
  const size = required(scope, 2);
  if (size < 1) throw illegalArgument('Batch size must be greater than 0');
  return currentTransaction().jobs.executeBatch(required(job), size);
}

/** Reads a dynamic query: the text, then an AccessLevel if the overload has one, then what the emitted call adds. */
const dynamic =
  <T>(
    run: (text: string | null, binds: BindSource | null, access: AccessOptions) => T,
    withLevel: boolean
  ): Implementation =>
  (text: string | null, ...rest: unknown[]) => {
    const level = withLevel ? (rest.shift() as AccessLevel | null) : null;
    const [calling, binds] = rest as [AccessOptions, BindSource | undefined];
    return run(text, binds ?? null, withLevel ? accessOf(required(level, 2), calling) : calling);
  };

const withBinds =
  <T>(run: (text: string | null, binds: BindSource | null, access: AccessOptions) => T): Implementation =>
  (text: string | null, binds: ApexMap | null, level: AccessLevel | null, calling: AccessOptions) =>
    run(text, required(binds, 2), accessOf(required(level, 3), calling));

const cursorCalls = (name: 'Cursor' | 'PaginationCursor'): Record<string, Implementation> => ({
  [`Database.${name} get${name}(String)`]: dynamic(cursorOf(name), false),
  [`Database.${name} get${name}(String, ${LEVEL})`]: dynamic(cursorOf(name), true),
  [`Database.${name} get${name}WithBinds(String, Map<String, Object>, ${LEVEL})`]: withBinds(cursorOf(name))
});

const emptyBin = (target: unknown, byId: boolean): unknown => {
  const single = target instanceof SObjectRecord;
  const records = byId
    ? recordsOfIds(target)
    : single
      ? [target]
      : ((required(target) as ApexList).items as SObjectRecord[]);
  const rows = currentTransaction().emptyRecycleBin(records);
  const type = resultType('EmptyRecycleBinResult');
  return single ? new RowResult(type, rows[0]!) : resultList(type, rows);
};

export default definePlatformType({
  name: 'System.Database',
  source: apexReference('apex_methods_system_database'),
  statics: {
    ...dmlOverloads('insert', 'SaveResult', SAVE_TAILS, false),
    ...dmlOverloads('update', 'SaveResult', SAVE_TAILS, false),
    ...dmlOverloads('upsert', 'UpsertResult', UPSERT_TAILS, false),
    ...dmlOverloads('delete', 'DeleteResult', DELETE_TAILS, true),
    ...dmlOverloads('undelete', 'UndeleteResult', DELETE_TAILS, true),
    ...mergeOverloads(),
    ...convertOverloads(),
    'Integer countQuery(String)': dynamic(countQuery, false),
    [`Integer countQuery(String, ${LEVEL})`]: dynamic(countQuery, true),
    [`Integer countQueryWithBinds(String, Map<String, Object>, ${LEVEL})`]: withBinds(countQuery),
    'List<SObject> query(String)': dynamic(query, false),
    [`List<SObject> query(String, ${LEVEL})`]: dynamic(query, true),
    [`List<SObject> queryWithBinds(String, Map<String, Object>, ${LEVEL})`]: withBinds(query),
    'Database.QueryLocator getQueryLocator(String)': dynamic(locator, false),
    [`Database.QueryLocator getQueryLocator(String, ${LEVEL})`]: dynamic(locator, true),
    [`Database.QueryLocator getQueryLocatorWithBinds(String, Map<String, Object>, ${LEVEL})`]: withBinds(locator),
    ...cursorCalls('Cursor'),
    ...cursorCalls('PaginationCursor'),
    'Database.QueryLocator getQueryLocator(List<SObject>)': (records: ApexList | null) =>
      new QueryLocator(null, required(records).items as SObjectRecord[]),
    [`Database.QueryLocator getQueryLocator(List<SObject>, ${LEVEL})`]: (records: ApexList | null) =>
      new QueryLocator(null, required(records).items as SObjectRecord[]),
    'Database.EmptyRecycleBinResult emptyRecycleBin(SObject)': (target: unknown) => emptyBin(target, false),
    'List<Database.EmptyRecycleBinResult> emptyRecycleBin(List<SObject>)': (target: unknown) => emptyBin(target, false),
    'List<Database.EmptyRecycleBinResult> emptyRecycleBin(List<Id>)': (target: unknown) => emptyBin(target, true),
    'Id executeBatch(Object)': (job: object | null) => executeBatch(job),
    'Id executeBatch(Object, Integer)': (job: object | null, scope: number | null) => executeBatch(job, scope),
    'System.Savepoint setSavepoint()': () => new Savepoint(currentTransaction().savepoints.set()),
    'void rollback(System.Savepoint)': (savepoint: Savepoint | null) =>
      currentTransaction().savepoints.rollback(required(savepoint).handle),
    'void releaseSavepoint(System.Savepoint)': (savepoint: Savepoint | null) =>
      currentTransaction().savepoints.release(required(savepoint).handle)
  }
});
