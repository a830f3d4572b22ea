import { describeUncaught } from '../../apex/runtime/errors.js';
import { deserializeValue, serializeValue } from '../../apex/runtime/serialize.js';
import { invokeSlot } from '../../apex/runtime/invoke.js';
import { isInstance } from '../../apex/runtime/instances.js';
import { QueryLocator } from '../../stdlib/support/query-locator.js';
import { ApexList } from '../../values/collections.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType, SOBJECT, type ApexType } from '../../values/type.js';
import { sobjectType } from '../../values/type.js';
import type { SObjectRecord } from '../../values/record.js';
import type { SlotContext } from '../slot.js';
import type { SlotTransaction, TransactionOptions } from '../transaction.js';
import { BatchableContext } from '../../stdlib/support/job-contexts.js';
import { EventStore } from '../events/event-store.js';
import { batchErrorEvent, type BatchFailure } from './batch-error-event.js';
import type { BaseJobs } from './job-gateway.js';
import type { BatchPhase } from './job-places.js';
import { JobStore, type StoredJob } from './job-store.js';
import { JobTable } from './job-table.js';

/** What the queue keeps of a batch job. */
export interface BatchPayload {
  readonly instance: string;
  readonly scope: number;
  /** Scopes in all, once `start` has run; null before. */
  readonly total: number | null;
  readonly errors: number;
  /** Message of the first scope that failed. */
  readonly firstError?: string | null;
  /** Id of the job that works the scopes off, once `start` has run. */
  readonly worker?: string | null;
}

const STATEFUL = platformType('Database', 'Stateful');
/** A QueryLocator caps the scope (apex_batch_interface). */
const MAX_LOCATOR_SCOPE = 2000;

/**
 * Batch Apex: `start`, every scope and `finish` are transactions of their own with fresh limits; a scope that fails
 * does not undo the others, and `finish` still runs (apex_batch_interface). Scopes that are done are deleted in their
 * own transaction, so a restart goes on with the next. A job that was aborted runs no further scope and no `finish`.
 */
export function runBatch(context: SlotContext, job: StoredJob, options: TransactionOptions): void {
  let payload = JSON.parse(job.payload) as BatchPayload;
  let phase: BatchPhase = 'start';
  try {
    if (payload.total === null) payload = context.transaction(options, (tx) => startBatch(tx, job, payload));
    phase = 'execute';
    for (let next = nextScope(context, job.id); next; next = nextScope(context, job.id)) {
      payload = runScope(context, job, payload, next, options);
    }
    phase = 'finish';
    context.transaction(options, (tx) => {
      if (!new JobStore(tx.db).has(job.id)) return;
      jobsOf(tx).during('finish', () =>
        invokeSlot(deserializeValue(payload.instance) as object, 'batchable$finish$1', [
          new BatchableContext(job.id, null)
        ])
      );
      endBatch(tx, job, payload, null);
    });
  } catch (error) {
    context.transaction({ userId: job.userId }, (tx) => {
      if (!new JobStore(tx.db).has(job.id)) return;
      if (phase !== 'execute') raise(tx, payload, { jobId: job.id, phase, scope: null, error });
      endBatch(tx, job, payload, error);
    });
  }
}

const jobsOf = (tx: SlotTransaction): BaseJobs => tx.jobs as BaseJobs;

function raise(tx: SlotTransaction, payload: BatchPayload, failure: BatchFailure): void {
  const event = batchErrorEvent(tx, deserializeValue(payload.instance) as object, failure);
  if (!event) return;
  new EventStore(tx.db).add(event);
  tx.pending.push({ event });
}

function startBatch(tx: SlotTransaction, job: StoredJob, payload: BatchPayload): BatchPayload {
  const instance = deserializeValue(payload.instance) as object;
  const table = new JobTable(tx.db);
  table.status(job.id, 'Preparing');
  const scopes = jobsOf(tx).during('start', () => scopesOf(instance, job.id, payload.scope));
  scopes.forEach((scope, number) =>
    tx.db.query('INSERT INTO meta.batch_scope (job_id, number, payload) VALUES ($1, $2::int, $3)', [
      job.id,
      number,
      serializeValue(scope)
    ])
  );
  if (scopes.length - 1 > tx.slot.usage.remaining('DailyAsyncApexExecutions')) {
    throw new PlatformError('System.AsyncException', 'Rate Limiting Exception : AsyncApexExecutions Limit exceeded.');
  }
  const worker = tx.newId('707');
  const next = { ...payload, instance: serializeValue(instance), total: scopes.length, worker };
  savePayload(tx, job.id, next);
  table.progress(job.id, 0, scopes.length, 0);
  table.status(job.id, 'Processing');
  table.addWorker(worker, job.id);
  return next;
}

/** Calls `start` and cuts what it gives into scopes. */
export function scopesOf(instance: object, jobId: string, size: number): ApexList[] {
  const source = invokeSlot(instance, 'batchable$start$1', [new BatchableContext(jobId, null)]);
  if (source === null) throw new PlatformError('System.NullPointerException', 'Attempt to de-reference a null object');
  const fromQuery = source instanceof QueryLocator;
  const items = fromQuery ? source.records : iterated(source as object);
  const limit = fromQuery ? Math.min(size, MAX_LOCATOR_SCOPE) : size;
  const elementType = fromQuery ? recordType(items) : source instanceof ApexList ? source.elementType : SOBJECT;
  const scopes: ApexList[] = [];
  for (let start = 0; start < items.length; start += limit) {
    scopes.push(new ApexList(elementType, items.slice(start, start + limit)));
  }
  return scopes;
}

const recordType = (items: readonly unknown[]): ApexType =>
  items[0] ? sobjectType((items[0] as SObjectRecord).objectName) : SOBJECT;

function iterated(source: object): unknown[] {
  if (source instanceof ApexList) return [...source.items];
  const iterator = invokeSlot(source, 'iterator$0', []) as object;
  const items: unknown[] = [];
  while (invokeSlot(iterator, 'hasnext$0', []) === true) items.push(invokeSlot(iterator, 'next$0', []));
  return items;
}

interface Scope {
  readonly number: number;
  readonly payload: string;
}

function nextScope(context: SlotContext, jobId: string): Scope | null {
  return context.transaction({}, (tx) => {
    const row = tx.db.query('SELECT number, payload FROM meta.batch_scope WHERE job_id = $1 ORDER BY number LIMIT 1', [
      jobId
    ]).rows[0];
    return row ? { number: Number(row[0]), payload: String(row[1]) } : null;
  });
}

function runScope(
  context: SlotContext,
  job: StoredJob,
  payload: BatchPayload,
  scope: Scope,
  options: TransactionOptions
): BatchPayload {
  const done = (tx: SlotTransaction, next: BatchPayload): BatchPayload => {
    tx.db.query('DELETE FROM meta.batch_scope WHERE job_id = $1 AND number = $2::int', [job.id, scope.number]);
    savePayload(tx, job.id, next);
    new JobTable(tx.db).progress(job.id, scope.number + 1, payload.total ?? 0, next.errors);
    return next;
  };
  try {
    // Each scope is an execution (apex_gov_limits); the first of the job was counted when it was enqueued.
    if (scope.number > 0) context.slot.usage.note('DailyAsyncApexExecutions', 1);
    return context.transaction(options, (tx) => {
      context.slot.faults?.job();
      const instance = deserializeValue(payload.instance) as object;
      jobsOf(tx).during('execute', () =>
        invokeSlot(instance, 'batchable$execute$2', [
          new BatchableContext(job.id, payload.worker ?? job.id),
          deserializeValue(scope.payload)
        ])
      );
      // Members are reset for each scope unless the class says that it is stateful.
      return done(tx, isInstance(instance, STATEFUL) ? { ...payload, instance: serializeValue(instance) } : payload);
    });
  } catch (error) {
    const firstError = payload.firstError ?? describeUncaught(error).message;
    return context.transaction({ userId: job.userId }, (tx) => {
      const list = deserializeValue(scope.payload) as ApexList;
      raise(tx, payload, { jobId: job.id, phase: 'execute', scope: list, error });
      return done(tx, { ...payload, errors: payload.errors + 1, firstError });
    });
  }
}

function savePayload(tx: SlotTransaction, jobId: string, payload: BatchPayload): void {
  tx.db.query('UPDATE meta.job SET payload = $2 WHERE id = $1', [jobId, JSON.stringify(payload)]);
}

function endBatch(tx: SlotTransaction, job: StoredJob, payload: BatchPayload, error: unknown): void {
  new JobStore(tx.db).remove(job.id);
  const status = error === null ? 'Completed' : 'Failed';
  const first = payload.firstError ?? (error === null ? null : describeUncaught(error).message);
  const table = new JobTable(tx.db);
  table.end(job.id, status, first === null ? null : `First error: ${first}`, tx.now());
  table.endWorkers(job.id, status, tx.now());
  if (payload.total !== null) table.progress(job.id, payload.total, payload.total, payload.errors);
}

/** At Test.stopTest: one scope at the most, in the test's own transaction (apex_testing_tools_start_stop_test). */
export function runTestBatch(tx: SlotTransaction, job: StoredJob): void {
  const { instance: stored, scope } = JSON.parse(job.payload) as BatchPayload;
  const instance = deserializeValue(stored) as object;
  const scopes = testing(tx, instance, { jobId: job.id, phase: 'start', scope: null }, () =>
    jobsOf(tx).during('start', () => scopesOf(instance, job.id, scope))
  );
  if (scopes.length > 1) {
    throw new PlatformError(
      'System.UnexpectedException',
      'No more than one executeBatch can be called from within a test method. Please make sure the iterable returned from your start method matches the batch size, resulting in one executeBatch invocation.'
    );
  }
  const jobs = jobsOf(tx);
  const table = new JobTable(tx.db);
  const worker = tx.newId('707');
  table.addWorker(worker, job.id);
  for (const list of scopes) {
    testing(tx, instance, { jobId: job.id, phase: 'execute', scope: list }, () =>
      jobs.during('execute', () =>
        invokeSlot(instance, 'batchable$execute$2', [new BatchableContext(job.id, worker), list])
      )
    );
  }
  table.endWorkers(job.id, 'Completed', tx.now());
  table.progress(job.id, scopes.length, scopes.length, 0);
  testing(tx, instance, { jobId: job.id, phase: 'finish', scope: null }, () =>
    jobs.during('finish', () => invokeSlot(instance, 'batchable$finish$1', [new BatchableContext(job.id, null)]))
  );
}

/** Key, in the state of a test's transaction, of the event of a batch that failed. */
export const FAILED_BATCH = 'failedBatch';

/** What it throws undoes the job: the event that tells of it is published by whoever runs the job. */
function testing<T>(tx: SlotTransaction, instance: object, failure: Omit<BatchFailure, 'error'>, body: () => T): T {
  try {
    return body();
  } catch (error) {
    const event = batchErrorEvent(tx, instance, { ...failure, error });
    if (event) tx.state.set(FAILED_BATCH, event);
    throw error;
  }
}
