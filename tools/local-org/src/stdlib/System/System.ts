import { currentLine } from '../../apex/runtime/exception.js';
import { currentTransaction } from '../../apex/runtime/transaction.js';
import { DatetimeValue } from '../../values/datetime.js';
import type { EnumValue } from '../../values/enum.js';
import { equalsDeep } from '../../values/equality.js';
import { hashOf } from '../../values/hash.js';
import { textOf } from '../../values/text.js';
import { definePlatformType } from '../define.js';
import { illegalArgument, required } from '../support/arguments.js';
import { assertEqual, assertNotEqual, failAssertion } from '../support/assertions.js';
import { apexReference } from '../support/reference.js';
import { AsyncOptions } from './AsyncOptions.js';
import { today } from './Date.js';
import { Version } from './Version.js';

/** A line of the Apex log: `[12]|DEBUG|text`. */
function debug(level: string, value: unknown): void {
  const line = currentLine();
  currentTransaction().log('USER_DEBUG', `[${line === 0 ? 'EXTERNAL' : line}]|${level}|${textOf(value)}`);
}

function assertCondition(condition: boolean | null, message: unknown = null): void {
  if (condition !== true) failAssertion(message);
}

function enqueue(job: object | null, options: unknown): string {
  const given = options instanceof AsyncOptions ? options : null;
  const delay = typeof options === 'number' ? options : (given?.minimumDelay ?? null);
  if (delay !== null && (delay < 0 || delay > 10)) {
    throw illegalArgument('Delay must be between 0 and 10 minutes');
  }
  return currentTransaction().jobs.enqueueQueueable(required(job), {
    delayMinutes: delay,
    signature: given?.duplicateSignature?.text ?? null,
    maximumDepth: given?.maximumDepth ?? null
  });
}

const quiddityIs =
  (...names: string[]) =>
  (): boolean =>
    names.includes(currentTransaction().quiddity);

export default definePlatformType({
  name: 'System.System',
  source: apexReference('apex_methods_system_system'),
  statics: {
    'void abortJob(String)': (jobId: string | null) => currentTransaction().jobs.abort(required(jobId)),
    'void assert(Boolean)': assertCondition,
    'void assert(Boolean, Object)': assertCondition,
    'void assertEquals(Object, Object)': assertEqual,
    'void assertEquals(Object, Object, Object)': assertEqual,
    'void assertNotEquals(Object, Object)': assertNotEqual,
    'void assertNotEquals(Object, Object, Object)': assertNotEqual,
    'void attachFinalizer(Object)': (finalizer: object | null) => {
      currentTransaction().jobs.attachFinalizer(required(finalizer));
    },
    'Long currentTimeMillis()': () => BigInt(currentTransaction().now()),
    'void debug(Object)': (value: unknown) => debug('DEBUG', value),
    'void debug(LoggingLevel, Object)': (level: EnumValue | null, value: unknown) => debug(required(level).name, value),
    'Id enqueueJob(Object)': (job: object | null) => enqueue(job, null),
    'Id enqueueJob(Object, Integer)': enqueue,
    'Id enqueueJob(Object, Object)': enqueue,
    'Boolean equals(Object, Object)': equalsDeep,
    'Integer hashCode(Object)': hashOf,
    'Boolean isBatch()': quiddityIs('BATCH_APEX', 'BATCH_ACS', 'BATCH_CHUNK_SERIAL', 'BATCH_CHUNK_PARALLEL'),
    'Boolean isFunctionCallback()': () => false,
    'Boolean isFuture()': quiddityIs('FUTURE'),
    'Boolean isQueueable()': quiddityIs('QUEUEABLE'),
    'Boolean isRunningElasticCompute()': () => false,
    'Boolean isScheduled()': quiddityIs('SCHEDULED'),
    'Datetime now()': () => new DatetimeValue(currentTransaction().now()),
    'System.Version requestVersion()': () => new Version(1, 0, null),
    'void runAs(System.Version)': () => undefined,
    'String schedule(String, String, Object)': (name: string | null, cron: string | null, job: object | null) =>
      currentTransaction().jobs.schedule(required(name), required(cron, 2), required(job, 3)),
    'String scheduleBatch(Object, String, Integer)': (
      job: object | null,
      name: string | null,
      minutes: number | null
    ) => currentTransaction().jobs.scheduleBatch(required(job), required(name, 2), required(minutes, 3), 200),
    'String scheduleBatch(Object, String, Integer, Integer)': (
      job: object | null,
      name: string | null,
      minutes: number | null,
      scope: number | null
    ) =>
      currentTransaction().jobs.scheduleBatch(
        required(job),
        required(name, 2),
        required(minutes, 3),
        required(scope, 4)
      ),
    'Date today()': today
  }
});
