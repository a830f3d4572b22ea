import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { ApexList } from '../../values/collections.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { SObjectRecord } from '../../values/record.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { resultList, resultType, RowResult } from '../support/dml-results.js';
import { apexReference } from '../support/reference.js';

const SAVE_RESULT = resultType('SaveResult');

function publish(events: unknown): unknown {
  const single = events instanceof SObjectRecord;
  const records = single ? [events] : ((required(events) as ApexList).items as SObjectRecord[]);
  const rows = currentTransaction().publish(records);
  return single ? new RowResult(SAVE_RESULT, rows[0]!) : resultList(SAVE_RESULT, rows);
}

const withCallback = (): never => {
  throw new NotSupportedError('EventBus.publish with a callback');
};

export default definePlatformType({
  name: 'System.EventBus',
  source: apexReference('apex_class_System_eventbus'),
  statics: {
    'Database.SaveResult publish(SObject)': publish,
    'List<Database.SaveResult> publish(List<SObject>)': publish,
    'Database.SaveResult publish(SObject, Object)': withCallback,
    'List<Database.SaveResult> publish(List<SObject>, Object)': withCallback,
    'Database.SaveResult publishWithAccessLevel(SObject, System.AccessLevel)': publish,
    'List<Database.SaveResult> publishWithAccessLevel(List<SObject>, System.AccessLevel)': publish
  }
});
