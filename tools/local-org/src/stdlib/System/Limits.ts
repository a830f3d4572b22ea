import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { LimitName } from '../../schema/execution.js';
import { definePlatformType, type Implementation } from '../define.js';
import { apexReference } from '../support/reference.js';

/** Limits the transaction counts, by the name in the methods. */
const COUNTED: Readonly<Record<string, LimitName>> = {
  AggregateQueries: 'aggregateQueries',
  ApexCursors: 'apexCursors',
  ApexCursorRows: 'apexCursorRows',
  Callouts: 'callouts',
  CpuTime: 'cpuTime',
  DmlRows: 'dmlRows',
  DmlStatements: 'dmlStatements',
  EmailInvocations: 'emailInvocations',
  FetchCallsOnApexCursor: 'fetchCallsOnApexCursor',
  FutureCalls: 'futureCalls',
  HeapSize: 'heapSize',
  MobilePushApexCalls: 'mobilePushApexCalls',
  PublishImmediateDML: 'publishImmediate',
  Queries: 'queries',
  QueryLocatorRows: 'queryLocatorRows',
  QueryRows: 'queryRows',
  QueueableJobs: 'queueableJobs',
  SoslQueries: 'soslQueries',
  // Obsolete names: the platform answers with the counters they became part of.
  RunAs: 'dmlStatements',
  SavepointRollbacks: 'dmlStatements',
  Savepoints: 'dmlStatements'
};

/** Limits of features that the local org has not, or that the platform does not count any more: never used. */
const UNUSED: Readonly<Record<string, number>> = {
  AsyncCalls: 200,
  FindSimilarCalls: 10,
  ChildRelationshipsDescribes: 100,
  FieldSetsDescribes: 100,
  FieldsDescribes: 100,
  PicklistDescribes: 100,
  RecordTypesDescribes: 100,
  ScriptStatements: 200_000
};

const statics: Record<string, Implementation> = {};
for (const [name, counter] of Object.entries(COUNTED)) {
  statics[`Integer get${name}()`] = () => currentTransaction().limits.used(counter);
  statics[`Integer getLimit${name}()`] = () => currentTransaction().limits.limit(counter);
}
for (const [name, limit] of Object.entries(UNUSED)) {
  statics[`Integer get${name}()`] = () => 0;
  statics[`Integer getLimit${name}()`] = () => limit;
}

export default definePlatformType({
  name: 'System.Limits',
  source: apexReference('apex_methods_system_limits'),
  statics
});
