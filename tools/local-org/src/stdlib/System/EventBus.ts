import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { ApexList } from '../../values/collections.js';
import type { AccessOptions } from '../../schema/execution.js';
import { SObjectRecord } from '../../values/record.js';
import { definePlatformType } from '../define.js';
import { accessOf, type AccessLevel } from './AccessLevel.js';
import { required } from '../support/arguments.js';
import { resultList, resultType, RowResult } from '../support/dml-results.js';
import { notifyLater } from '../support/publish-callbacks.js';
import { apexReference } from '../support/reference.js';

const SAVE_RESULT = resultType('SaveResult');

interface Publication {
  readonly callback: object | null;
  readonly level: AccessLevel | null;
  /** Of the calling class. */
  readonly calling: AccessOptions;
}

function publish(events: unknown, { callback, level, calling }: Publication): unknown {
  const single = events instanceof SObjectRecord;
  const records = single ? [events] : ((required(events) as ApexList).items as SObjectRecord[]);
  if (callback) notifyLater(callback, records);
  const rows = currentTransaction().publish(records, accessOf(level, calling), callback);
  return single ? new RowResult(SAVE_RESULT, rows[0]!) : resultList(SAVE_RESULT, rows);
}

const plain = (events: unknown, calling: AccessOptions): unknown =>
  publish(events, { callback: null, level: null, calling });

const withCallback = (events: unknown, callback: object | null, calling: AccessOptions): unknown =>
  publish(events, { callback: required(callback, 2), level: null, calling });

const withLevel = (events: unknown, level: AccessLevel | null, calling: AccessOptions): unknown =>
  publish(events, { callback: null, level: required(level, 2), calling });

const withBoth = (
  events: unknown,
  callback: object | null,
  level: AccessLevel | null,
  calling: AccessOptions
): unknown => publish(events, { callback: required(callback, 2), level: required(level, 3), calling });

/** UUID of the event that a result is of; null when it was not accepted. */
function operationId(result: unknown): string | null {
  const { success, errors } = (required(result) as RowResult).row;
  return (success && errors.find(({ statusCode }) => statusCode === 'OPERATION_ENQUEUED')?.message) || null;
}

export default definePlatformType({
  name: 'System.EventBus',
  source: apexReference('apex_class_System_eventbus'),
  statics: {
    'String getOperationId(Object)': operationId,
    'Database.SaveResult publish(SObject)': plain,
    'List<Database.SaveResult> publish(List<SObject>)': plain,
    'Database.SaveResult publish(SObject, Object)': withCallback,
    'List<Database.SaveResult> publish(List<SObject>, Object)': withCallback,
    'Database.SaveResult publishWithAccessLevel(SObject, System.AccessLevel)': withLevel,
    'List<Database.SaveResult> publishWithAccessLevel(List<SObject>, System.AccessLevel)': withLevel,
    'Database.SaveResult publishWithAccessLevel(SObject, Object, System.AccessLevel)': withBoth,
    'List<Database.SaveResult> publishWithAccessLevel(List<SObject>, Object, System.AccessLevel)': withBoth
  }
});
