import { randomUUID } from 'node:crypto';
import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { ApexList } from '../../values/collections.js';
import { SObjectRecord } from '../../values/record.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { resultList, resultType, RowResult } from '../support/dml-results.js';
import { notifyLater } from '../support/publish-callbacks.js';
import { apexReference } from '../support/reference.js';

const SAVE_RESULT = resultType('SaveResult');

function publish(events: unknown): unknown {
  const single = events instanceof SObjectRecord;
  const records = single ? [events] : ((required(events) as ApexList).items as SObjectRecord[]);
  const rows = currentTransaction().publish(records);
  return single ? new RowResult(SAVE_RESULT, rows[0]!) : resultList(SAVE_RESULT, rows);
}

function publishWithCallback(events: unknown, callback: object | null): unknown {
  const records =
    events instanceof SObjectRecord ? [events] : ((required(events) as ApexList).items as SObjectRecord[]);
  notifyLater(required(callback, 2), records);
  return publish(events);
}

export default definePlatformType({
  name: 'System.EventBus',
  source: apexReference('apex_class_System_eventbus'),
  statics: {
    'String getOperationId(Object)': () => randomUUID(),
    'Database.SaveResult publish(SObject)': publish,
    'List<Database.SaveResult> publish(List<SObject>)': publish,
    'Database.SaveResult publish(SObject, Object)': publishWithCallback,
    'List<Database.SaveResult> publish(List<SObject>, Object)': publishWithCallback,
    'Database.SaveResult publishWithAccessLevel(SObject, System.AccessLevel)': publish,
    'List<Database.SaveResult> publishWithAccessLevel(List<SObject>, System.AccessLevel)': publish
  }
});
