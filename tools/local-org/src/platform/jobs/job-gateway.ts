import type { JobGateway, QueueableOptions } from '../../apex/runtime/transaction.js';
import { serializeValue } from '../../apex/runtime/index.js';
import { isUserInstance } from '../../values/object.js';
import { NotSupportedError, PlatformError } from '../../values/platform-error.js';
import type { SlotTransaction } from '../transaction.js';
import { JobStore, type JobKind, type StoredJob } from './job-store.js';
import { JobTable, type JobRow } from './job-table.js';

/** Chain depth of queueable jobs in Developer Edition and trial orgs, where none is given (apex_queueing_jobs). */
const DEFAULT_MAXIMUM_DEPTH = 5;
const MAX_DELAY_MINUTES = 10;
const MINUTE = 60_000;

/** What Apex may do with jobs: checks and rows are the same in tests, what becomes of the job is not. */
export abstract class BaseJobs implements JobGateway {
  /** What the running job attached. */
  finalizer: object | null = null;
  private running: SlotTransaction['options']['job'] | null;
  protected readonly table: JobTable;

  constructor(protected readonly tx: SlotTransaction) {
    this.table = new JobTable(tx.db);
    this.running = tx.options.job ?? null;
  }

  enqueueQueueable(job: object, options: QueueableOptions): string {
    this.tx.limits.consume('queueableJobs');
    if (options.delayMinutes !== null && (options.delayMinutes < 0 || options.delayMinutes > MAX_DELAY_MINUTES)) {
      throw new PlatformError('System.IllegalArgumentException', `Delay must be between 0 and ${MAX_DELAY_MINUTES} minutes`);
    }
    const parent = this.current();
    const depth = (parent?.depth ?? 0) + 1;
    const maximumDepth = options.maximumDepth ?? parent?.maximumDepth ?? null;
    this.checkDepth(depth, maximumDepth);
    const className = classNameOf(job);
    const id = this.addRow('Queueable', className, null);
    this.store({
      id,
      kind: 'queueable',
      className,
      payload: serializeValue(job),
      userId: this.tx.user.id,
      runAt: this.tx.now() + (options.delayMinutes ?? 0) * MINUTE,
      signature: options.signature,
      depth,
      maximumDepth,
      failures: this.failuresOfParent,
      cron: null
    });
    return id;
  }

  enqueueFuture(className: string, methodSlot: string, args: readonly unknown[]): string {
    this.tx.limits.consume('futureCalls');
    const id = this.addRow('Future', className, methodSlot.split('$')[0] ?? null);
    this.store({
      id,
      kind: 'future',
      className,
      payload: JSON.stringify({ slot: methodSlot, args: args.map((arg) => serializeValue(arg)) }),
      userId: this.tx.user.id,
      runAt: this.tx.now(),
      signature: null,
      depth: 1,
      maximumDepth: null,
      failures: 0,
      cron: null
    });
    return id;
  }

  executeBatch(): string {
    throw new NotSupportedError('Database.executeBatch');
  }

  schedule(): string {
    throw new NotSupportedError('System.schedule');
  }

  scheduleBatch(): string {
    throw new NotSupportedError('System.scheduleBatch');
  }

  abort(): void {
    throw new NotSupportedError('System.abortJob');
  }

  attachFinalizer(finalizer: object): string {
    const job = this.current();
    if (!job) {
      throw new PlatformError('System.HandledException', 'System.attachFinalizer(Finalizer) is not allowed in this context');
    }
    if (this.finalizer) {
      throw new PlatformError('System.HandledException', 'More than one Finalizer cannot be attached to same Async Apex Job');
    }
    this.finalizer = finalizer;
    return job.id;
  }

  current(): { readonly id: string; readonly depth: number; readonly maximumDepth: number | null } | null {
    return this.running;
  }

  /** Runs `body` as the job, in the same transaction. @returns the Finalizer it attached. */
  inside(job: StoredJob, body: () => void): object | null {
    const outer = { running: this.running, finalizer: this.finalizer };
    this.running = job;
    this.finalizer = null;
    try {
      body();
      return this.finalizer;
    } finally {
      this.running = outer.running;
      this.finalizer = outer.finalizer;
    }
  }

  protected abstract checkDepth(depth: number, maximum: number | null): void;
  protected abstract store(job: StoredJob): void;

  /** A job which a Finalizer enqueues after a failure continues the count of failures. */
  private get failuresOfParent(): number {
    return this.running?.failures ?? 0;
  }

  private addRow(jobType: JobRow['jobType'], className: string, methodName: string | null): string {
    this.tx.uncommittedWork = true;
    const id = this.tx.newId('707');
    this.table.add({
      id,
      jobType,
      classId: this.tx.slot.image.classId(className),
      methodName,
      parentId: null,
      cronTriggerId: null,
      createdById: this.tx.user.id,
      now: this.tx.now()
    });
    return id;
  }
}

/** Jobs outside tests: rows of the queue, started by the main thread after the commit. */
export class JobQueue extends BaseJobs {
  protected checkDepth(depth: number, maximum: number | null): void {
    if (depth > (maximum ?? DEFAULT_MAXIMUM_DEPTH)) {
      throw new PlatformError('System.AsyncException', 'Maximum stack depth has been reached.');
    }
  }

  protected store(job: StoredJob): void {
    const store = new JobStore(this.tx.db);
    if (job.signature !== null && store.hasQueuedSignature(job.signature)) throw duplicateSignature();
    store.add(job);
    this.tx.pending.push({ job: { id: job.id, runAt: job.runAt } });
  }
}

/** Jobs of a test: kept until Test.stopTest runs them in the same thread. */
export class TestJobs extends BaseJobs {
  private queue: StoredJob[] = [];

  /** In a test a job may enqueue another only when a depth was given (apex_queueing_jobs). */
  protected checkDepth(depth: number, maximum: number | null): void {
    if (depth > (maximum ?? 1)) throw new PlatformError('System.AsyncException', 'Maximum stack depth has been reached.');
  }

  protected store(job: StoredJob): void {
    if (job.signature !== null && this.queue.some((queued) => queued.signature === job.signature)) throw duplicateSignature();
    this.queue.push(job);
  }

  /** Takes what has been enqueued so far. */
  take(): StoredJob[] {
    return this.queue.splice(0);
  }

  /** Runs one in the place of another: the depth and finalizer of the job that runs. */
  get rows(): JobTable {
    return this.table;
  }
}

function classNameOf(job: object): string {
  if (!isUserInstance(job)) throw new NotSupportedError('enqueueing an instance of a platform class');
  return job.$class.type.name;
}

const duplicateSignature = (): PlatformError =>
  new PlatformError('System.DuplicateMessageException', 'Attempt to enqueue job with duplicate queueable signature');

export type { JobKind };
