import { describeUncaught } from '../../apex/runtime/errors.js';
import { deserializeValue } from '../../apex/runtime/serialize.js';
import { toApexException } from '../../apex/runtime/exception.js';
import { invokeSlot } from '../../apex/runtime/invoke.js';
import { FinalizerContext, QueueableContext } from '../../stdlib/support/job-contexts.js';
import type { PublishedEvent } from '../events/publish.js';
import type { LimitProfile } from '../limits.js';
import type { SlotContext } from '../slot.js';
import type { SlotTransaction, TransactionOptions } from '../transaction.js';
import { restoreFinalizer, waitingFinalizer, type FinalizerCall, type WaitingFinalizer } from './finalizers.js';
import { JobStore, type JobKind, type StoredJob } from './job-store.js';
import { JobTable } from './job-table.js';
import { FAILED_BATCH, runBatch, runTestBatch } from './run-batch.js';
import { runScheduled } from './run-scheduled.js';
import { runScheduledWork } from './scheduled-work.js';
import type { BaseJobs } from './job-gateway.js';

/** System.Quiddity of what runs a job. */
const QUIDDITY: Readonly<Record<JobKind, string>> = {
  queueable: 'QUEUEABLE',
  future: 'FUTURE',
  batch: 'BATCH_APEX',
  scheduled: 'SCHEDULED',
  finalizer: 'TRANSACTION_FINALIZER_QUEUEABLE'
};

/** What debug logs call it. */
const OPERATIONS: Readonly<Record<JobKind, string>> = {
  queueable: 'QueueableHandler',
  future: 'FutureHandler',
  batch: 'BatchApex',
  scheduled: 'ScheduledApex',
  finalizer: 'TransactionFinalizerHandler'
};

/** Scheduled Apex runs under synchronous limits (apex_gov_limits). */
const LIMITS: Readonly<Record<JobKind, LimitProfile>> = {
  queueable: 'asynchronous',
  future: 'asynchronous',
  batch: 'asynchronous',
  scheduled: 'synchronous',
  finalizer: 'finalizer'
};

/**
 * Runs a committed job: claims it, runs it in a transaction of its own, records the end, then its Finalizer in another.
 * What fails is rolled back and recorded as failed; nothing of it stays.
 */
export function runStoredJob(context: SlotContext, id: string): void {
  const job = context.transaction({}, (tx) => claim(tx, id));
  if (!job) return;
  context.slot.faults?.enterJob(job.className);
  const options = optionsOf(job);
  if (job.kind === 'batch') {
    runBatch(context, job, options);
    context.transaction({}, wakeBatch);
    return;
  }
  if (job.kind === 'scheduled') return runScheduled(context, job, options);
  if (job.kind === 'finalizer') return runFinalizer(context, job, () => restoreFinalizer(job.payload));
  const finalizer = runJobTransaction(context, job, options);
  if (finalizer) runFinalizer(context, finalizer.job, () => finalizer);
}

/** Batch jobs that run at a time; more wait in the flex queue (apex_flex_queue). */
const MAX_RUNNING_BATCHES = 5;

/** Takes the job for running. @returns null when it was aborted, or must wait for others. */
function claim(tx: SlotTransaction, id: string): StoredJob | null {
  const store = new JobStore(tx.db);
  const isBatch = store.kindOf(id) === 'batch';
  if (isBatch && store.runningBatches() >= MAX_RUNNING_BATCHES) {
    new JobTable(tx.db).status(id, 'Holding');
    return null;
  }
  const claimed = store.claim(id);
  if (!claimed) {
    // It was aborted since it was its turn.
    if (id.startsWith('707')) wakeBatch(tx);
    return null;
  }
  if (claimed.kind === 'scheduled') tx.db.query("UPDATE crontrigger SET state = 'EXECUTING' WHERE id = $1", [id]);
  else if (claimed.kind !== 'finalizer') new JobTable(tx.db).status(id, 'Processing');
  return claimed;
}

/** The batch job that has waited longest gets its turn. */
function wakeBatch(tx: SlotTransaction): void {
  const store = new JobStore(tx.db);
  const next = store.runningBatches() < MAX_RUNNING_BATCHES ? store.nextBatch() : null;
  if (next !== null) tx.pending.push({ job: { id: next, runAt: tx.now(), counted: true } });
}

function optionsOf(job: StoredJob): TransactionOptions {
  return {
    userId: job.userId,
    limits: LIMITS[job.kind],
    quiddity: QUIDDITY[job.kind],
    operation: `${OPERATIONS[job.kind]}: ${job.className}`,
    job
  };
}

/** Runs the job's work. @returns its Finalizer, which waits in the place of the job. */
function runJobTransaction(context: SlotContext, job: StoredJob, options: TransactionOptions): WaitingFinalizer | null {
  let finalizer: object | null = null;
  try {
    return context.transaction(options, (tx) => {
      try {
        context.slot.faults?.job();
        runJobBody(tx, job);
      } finally {
        finalizer = (tx.jobs as BaseJobs).finalizer;
      }
      return endJob(tx, job, finalizer, null);
    });
  } catch (error) {
    return context.transaction({}, (tx) => endJob(tx, job, finalizer, error));
  }
}

function endJob(
  tx: SlotTransaction,
  job: StoredJob,
  finalizer: object | null,
  error: unknown
): WaitingFinalizer | null {
  const failed = error !== null;
  const text = failed ? `First error: ${describeUncaught(error).message}` : null;
  new JobTable(tx.db).end(job.id, failed ? 'Failed' : 'Completed', text, tx.now());
  const store = new JobStore(tx.db);
  const waiting = finalizer && waitingFinalizer(job, finalizer, error);
  // The Finalizer takes the job's place in the same commit: a crash in between must not lose it.
  if (waiting) store.becomeFinalizer(waiting.job);
  else store.remove(job.id);
  return waiting;
}

/** Its own transaction and limits; what it throws is its end and nobody else's (apex_transaction_finalizers). */
function runFinalizer(context: SlotContext, job: StoredJob, call: () => FinalizerCall): void {
  try {
    context.transaction(optionsOf(job), (tx) => {
      new JobStore(tx.db).remove(job.id);
      const { finalizer, error } = call();
      invokeSlot(finalizer, 'finalizer$execute$1', [new FinalizerContext(job.id, tx.requestId, error)]);
    });
  } catch (thrown) {
    context.transaction({}, (tx) => new JobStore(tx.db).remove(job.id));
    if (describeUncaught(thrown).isInternal) throw thrown;
  }
}

/** Runs the body of a job in the running transaction. */
function runJobBody(tx: SlotTransaction, job: StoredJob): void {
  switch (job.kind) {
    case 'queueable':
      invokeSlot(deserializeValue(job.payload) as object, 'queueable$execute$1', [new QueueableContext(job.id)]);
      return;
    case 'future': {
      const { slot, args } = JSON.parse(job.payload) as { slot: string; args: string[] };
      const type = tx.code.type(job.className);
      if (!type) throw new Error(`the class ${job.className} of a future call is gone`);
      type.initialize();
      (tx.jobs as BaseJobs).beginFuture();
      type.call(
        slot,
        args.map((arg) => deserializeValue(arg))
      );
      return;
    }
    case 'batch':
      return runTestBatch(tx, job);
    case 'finalizer':
      throw new Error('a Finalizer runs behind its job');
    case 'scheduled':
      runScheduledWork(tx, job);
  }
}

/**
 * Runs a job of a test inside the test's own transaction, at Test.stopTest. An exception surfaces there, after the
 * Finalizer has run.
 */
export function runTestJob(tx: SlotTransaction, job: StoredJob, table: JobTable): void {
  const jobs = tx.jobs as BaseJobs;
  table.status(job.id, 'Processing');
  let error: unknown = null;
  const finalizer = jobs.inside(job, () => {
    try {
      tx.asJob(job.userId, QUIDDITY[job.kind], LIMITS[job.kind], () => tx.undoing(() => runJobBody(tx, job)));
    } catch (caught) {
      error = caught;
    }
  });
  const failedBatch = tx.state.get(FAILED_BATCH) as PublishedEvent | undefined;
  tx.state.delete(FAILED_BATCH);
  if (failedBatch) tx.pending.push({ event: failedBatch });
  const text = error === null ? null : describeUncaught(error).message;
  table.end(job.id, error === null ? 'Completed' : 'Failed', text, tx.now());
  if (finalizer) {
    const context = new FinalizerContext(job.id, tx.requestId, error === null ? null : toApexException(error));
    const failures = error === null ? 0 : job.failures + 1;
    jobs.inside({ ...job, kind: 'finalizer', depth: 0, failures }, () =>
      tx.asJob(job.userId, QUIDDITY.finalizer, 'finalizer', () => {
        invokeSlot(finalizer, 'finalizer$execute$1', [context]);
      })
    );
  }
  if (error !== null) throw error;
}
