import { currentTransaction } from '../../apex/runtime/transaction.js';
import { PlatformError } from '../../values/platform-error.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

function job(): NonNullable<ReturnType<ReturnType<typeof currentTransaction>['jobs']['current']>> {
  const current = currentTransaction().jobs.current();
  if (current?.kind !== 'queueable')
    throw new PlatformError('System.AsyncException', 'AsyncInfo is only available in a Queueable job');
  return current;
}

export default definePlatformType({
  name: 'System.AsyncInfo',
  source: apexReference('apex_class_System_AsyncInfo'),
  statics: {
    'Integer getCurrentQueueableStackDepth()': () => job().depth,
    'Integer getMaximumQueueableStackDepth()': () => job().maximumDepth,
    'Integer getMinimumQueueableDelayInMinutes()': () => job().delayMinutes,
    'Boolean hasMaxStackDepth()': () => (currentTransaction().jobs.current()?.maximumDepth ?? null) !== null
  }
});
