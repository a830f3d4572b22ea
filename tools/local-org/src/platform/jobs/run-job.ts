import { describeUncaught } from '../../apex/runtime/errors.js';
import { deserializeValue } from '../../apex/runtime/serialize.js';
import { toApexException } from '../../apex/runtime/exception.js';
import { invokeSlot } from '../../apex/runtime/invoke.js';
import { FinalizerContext, QueueableContext, SchedulableContext } from '../../stdlib/support/job-contexts.js';
import type { LimitProfile } from '../limits.js';
import type { SlotContext } from '../slot.js';
import type { SlotTransaction, TransactionOptions } from '../transaction.js';
import { JobStore, type JobKind, type StoredJob } from './job-store.js';
import { JobTable } from './job-table.js';
import { runBatch, runTestBatch } from './run-batch.js';
import { runScheduled } from './run-scheduled.js';
import type { BaseJobs } from './job-gateway.js';

/** A Finalizer may enqueue its failed job at most so often in a row (apex_transaction_finalizers). */
const MAX_CONSECUTIVE_FAILURES = 5;

/** System.Quiddity of what runs a job. */
const QUIDDITY: Readonly<Record<JobKind, string>> = {
  queueable: 'QUEUEABLE',
  future: 'FUTURE',
  batch: 'BATCH_APEX',
  scheduled: 'SCHEDULED'
};
const FINALIZER_QUIDDITY = 'TRANSACTION_FINALIZER_QUEUEABLE';

/** Scheduled Apex runs under synchronous limits (apex_gov_limits). */
const LIMITS: Readonly<Record<JobKind, LimitProfile>> = {
  queueable: 'asynchronous',
  future: 'asynchronous',
  batch: 'asynchronous',
  scheduled: 'synchronous'
};

interface JobOutcome {
  readonly error: unknown;
  readonly finalizer: object | null;
}

/**
 * Runs a committed job: claims it, runs it in a transaction of its own, records the end, then its Finalizer in another.
 * What fails is rolled back and recorded as failed; nothing of it stays.
 */
export function runStoredJob(context: SlotContext, id: string): void {
  const job = context.transaction({}, (tx) => {
    const claimed = new JobStore(tx.db).claim(id);
    if (claimed) new JobTable(tx.db).status(id, 'Processing');
    return claimed;
  });
  if (!job) return;
  const options = optionsOf(job);
  if (job.kind === 'batch') return runBatch(context, job, options);
  if (job.kind === 'scheduled') return runScheduled(context, job, options);
  const outcome = runJobTransaction(context, job, options);
  if (outcome.finalizer) runFinalizer(context, job, outcome, options);
}

function optionsOf(job: StoredJob): TransactionOptions {
  return {
    userId: job.userId,
    limits: LIMITS[job.kind],
    quiddity: QUIDDITY[job.kind],
    job: { id: job.id, depth: job.depth, maximumDepth: job.maximumDepth, failures: job.failures }
  };
}

function runJobTransaction(context: SlotContext, job: StoredJob, options: TransactionOptions): JobOutcome {
  let finalizer: object | null = null;
  try {
    context.transaction(options, (tx) => {
      try {
        runJobBody(tx, job);
      } finally {
        finalizer = (tx.jobs as BaseJobs).finalizer;
      }
      endJob(tx, job, null);
    });
    return { error: null, finalizer };
  } catch (error) {
    context.transaction({}, (tx) => endJob(tx, job, error));
    return { error, finalizer };
  }
}

function endJob(tx: SlotTransaction, job: StoredJob, error: unknown): void {
  new JobStore(tx.db).remove(job.id);
  const failed = error !== null;
  const text = failed ? `First error: ${describeUncaught(error).message}` : null;
  new JobTable(tx.db).end(job.id, failed ? 'Failed' : 'Completed', text, tx.now());
}

function runFinalizer(context: SlotContext, job: StoredJob, outcome: JobOutcome, options: TransactionOptions): void {
  const failed = outcome.error !== null;
  const failures = failed ? job.failures + 1 : 0;
  if (failures > MAX_CONSECUTIVE_FAILURES) return;
  const own: TransactionOptions = {
    ...options,
    limits: 'finalizer',
    quiddity: FINALIZER_QUIDDITY,
    job: { id: job.id, depth: failed ? 0 : job.depth, maximumDepth: job.maximumDepth, failures }
  };
  context.transaction(own, (tx) => {
    invokeSlot(outcome.finalizer as object, 'finalizer$execute$1', [finalizerContext(job.id, tx, outcome.error)]);
  });
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
      type.call(
        slot,
        args.map((arg) => deserializeValue(arg))
      );
      return;
    }
    case 'batch':
      return runTestBatch(tx, job);
    case 'scheduled':
      invokeSlot(deserializeValue(job.payload) as object, 'schedulable$execute$1', [new SchedulableContext(job.id)]);
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
      tx.asJob(job.userId, QUIDDITY[job.kind], LIMITS[job.kind], () => runJobBody(tx, job));
    } catch (caught) {
      error = caught;
    }
  });
  const text = error === null ? null : describeUncaught(error).message;
  table.end(job.id, error === null ? 'Completed' : 'Failed', text, tx.now());
  if (finalizer) {
    const context = finalizerContext(job.id, tx, error);
    jobs.inside({ ...job, depth: 0 }, () =>
      tx.asJob(job.userId, FINALIZER_QUIDDITY, 'finalizer', () => {
        invokeSlot(finalizer, 'finalizer$execute$1', [context]);
      })
    );
  }
  if (error !== null) throw error;
}

const finalizerContext = (jobId: string, tx: SlotTransaction, error: unknown): FinalizerContext =>
  new FinalizerContext(jobId, tx.requestId, error === null ? null : toApexException(error));
