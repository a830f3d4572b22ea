import type { JobGateway, QueueableOptions, RunningJob } from '../../apex/runtime/transaction.js';
import { serializeValue } from '../../apex/runtime/serialize.js';
import { isUserInstance } from '../../values/object.js';
import { NotSupportedError, PlatformError } from '../../values/platform-error.js';
import type { SlotTransaction } from '../transaction.js';
import { abortRows } from './abort-job.js';
import { cronOfMoment, nextCronTime } from './cron.js';
import { MAX_CONSECUTIVE_FAILURES } from './finalizers.js';
import { checkBatchPlace, type BatchPhase } from './job-places.js';
import { JobStore, sqlTime, type JobKind, type StoredJob } from './job-store.js';
import { JobTable, type JobRow } from './job-table.js';
import type { BatchPayload } from './run-batch.js';
import { scheduledBatchPayload } from './scheduled-work.js';

/** Chain depth of queueable jobs in Developer Edition and trial orgs, where none is given (apex_queueing_jobs). */
const DEFAULT_MAXIMUM_DEPTH = 5;
const MAX_DELAY_MINUTES = 10;
const MINUTE = 60_000;
/** Jobs of the Apex scheduler that may wait at a time (apex_scheduler). */
const MAX_SCHEDULED = 100;
/** Batch jobs that may wait for one of those that run to end (apex_flex_queue). */
const MAX_WAITING_BATCHES = 100;
/** Where the limit of future calls is 0 (apex_gov_limits). */
const NO_FUTURE: ReadonlySet<string> = new Set(['FUTURE', 'BATCH_APEX']);

/** What Apex may do with jobs: checks and rows are the same in tests, what becomes of the job is not. */
export abstract class BaseJobs implements JobGateway {
  /** What the running job attached. */
  finalizer: object | null = null;
  private ownFuture = false;
  private running: SlotTransaction['options']['job'] | null;
  /** Method of the running batch. */
  private phase: BatchPhase | null = null;
  protected readonly table: JobTable;

  constructor(protected readonly tx: SlotTransaction) {
    this.table = new JobTable(tx.db);
    this.running = tx.options.job ?? null;
  }

  enqueueQueueable(job: object, options: QueueableOptions): string {
    // A job that is refused as a duplicate was not enqueued: it counts nothing.
    if (options.signature !== null && this.isQueued(options.signature)) throw duplicateSignature();
    this.tx.limits.consume('queueableJobs');
    if (options.delayMinutes !== null && (options.delayMinutes < 0 || options.delayMinutes > MAX_DELAY_MINUTES)) {
      throw new PlatformError(
        'System.IllegalArgumentException',
        `Delay must be between 0 and ${MAX_DELAY_MINUTES} minutes`
      );
    }
    const parent = this.current();
    const depth = (parent?.depth ?? 0) + 1;
    const maximumDepth = options.maximumDepth ?? parent?.maximumDepth ?? null;
    this.checkDepth(depth, maximumDepth);
    if (this.running?.kind === 'finalizer' && this.failuresOfParent > MAX_CONSECUTIVE_FAILURES) throw depthReached();
    const className = classNameOf(job);
    const id = this.addRow('Queueable', className, null);
    this.store({
      ...this.plain(id, 'queueable', className),
      payload: serializeValue(job),
      runAt: this.tx.now() + (options.delayMinutes ?? 0) * MINUTE,
      delayMinutes: options.delayMinutes ?? 0,
      signature: options.signature,
      depth,
      maximumDepth,
      failures: this.failuresOfParent
    });
    return id;
  }

  /** The next call of a future method is the running job's own. */
  beginFuture(): void {
    this.ownFuture = true;
  }

  deferFuture(className: string, methodSlot: string, text: string, args: readonly unknown[]): boolean {
    if (this.ownFuture) {
      this.ownFuture = false;
      return false;
    }
    if (NO_FUTURE.has(this.tx.quiddity)) {
      throw new PlatformError(
        'System.AsyncException',
        `Future method cannot be called from a future or batch method: ${text}`
      );
    }
    this.tx.limits.consume('futureCalls');
    const id = this.addRow('Future', className, methodSlot.split('$')[0] ?? null);
    const payload = JSON.stringify({ slot: methodSlot, args: args.map((arg) => serializeValue(arg)) });
    this.store({ ...this.plain(id, 'future', className), payload });
    return true;
  }

  executeBatch(batchable: object, scope: number): string {
    if (scope < 1) throw new PlatformError('System.AsyncException', 'Batch size must be greater than 0');
    checkBatchPlace('Database.executeBatch', this.place);
    this.checkFlexQueue();
    const className = classNameOf(batchable);
    const id = this.addRow('BatchApex', className, null);
    const payload: BatchPayload = { instance: serializeValue(batchable), scope, total: null, errors: 0 };
    this.store({ ...this.plain(id, 'batch', className), payload: JSON.stringify(payload) });
    return id;
  }

  schedule(name: string, cron: string, schedulable: object): string {
    const { tx } = this;
    checkBatchPlace('System.schedule', this.place);
    const next = nextCronTime(cron, tx.now(), tx.user.timeZone);
    if (next === null) {
      throw new PlatformError(
        'System.AsyncException',
        'Based on configured schedule, the given trigger will never fire.'
      );
    }
    const className = classNameOf(schedulable);
    this.checkScheduleName(name);
    const id = this.addCronTrigger(name, cron, next);
    this.addRow('ScheduledApex', className, null, id);
    this.store({ ...this.plain(id, 'scheduled', className), payload: serializeValue(schedulable), runAt: next, cron });
    return id;
  }

  /** A batch that is submitted once, when the minutes are over; until then it is a scheduled job. */
  scheduleBatch(batchable: object, name: string, minutes: number, scope: number): string {
    const { tx } = this;
    checkBatchPlace('System.scheduleBatch', this.place);
    if (minutes < 1) throw new PlatformError('System.AsyncException', 'Minutes from now must be greater than 0');
    if (scope < 1) throw new PlatformError('System.AsyncException', 'Batch size must be greater than 0');
    const className = classNameOf(batchable);
    this.checkScheduleName(name);
    const runAt = Math.floor(tx.now() / 1000) * 1000 + minutes * 60_000;
    const cron = cronOfMoment(runAt, tx.user.timeZone);
    const id = this.addCronTrigger(name, cron, runAt);
    this.addRow('ScheduledApex', className, null, id);
    const payload = scheduledBatchPayload({ instance: serializeValue(batchable), scope });
    this.store({ ...this.plain(id, 'scheduled', className), payload, runAt, cron });
    return id;
  }

  /** @param jobId of an AsyncApexJob or CronTrigger. */
  abort(jobId: string): void {
    for (const id of abortRows(this.tx.db, jobId, this.tx.now())) this.forget(id);
  }

  attachFinalizer(finalizer: object): string {
    const job = this.running;
    if (job?.kind !== 'queueable') {
      throw new PlatformError(
        'System.HandledException',
        'System.attachFinalizer(Finalizer) is not allowed in this context'
      );
    }
    if (this.finalizer) {
      throw new PlatformError(
        'System.HandledException',
        'More than one Finalizer cannot be attached to same Async Apex Job'
      );
    }
    this.finalizer = finalizer;
    return job.id;
  }

  current(): RunningJob | null {
    return this.running ?? null;
  }

  /** Runs a method of the batch that is running. */
  during<T>(phase: BatchPhase, body: () => T): T {
    const outer = this.phase;
    this.phase = phase;
    try {
      return body();
    } finally {
      this.phase = outer;
    }
  }

  private get place(): { kind: JobKind | null; phase: BatchPhase | null } {
    return { kind: this.running?.kind ?? null, phase: this.phase };
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
  /** @throws PlatformError System.AsyncException when the org may run no more jobs today. */
  protected abstract checkAllowance(): void;
  /** A job with the signature is queued and has not started. */
  protected abstract isQueued(signature: string): boolean;
  /** Batch jobs that have not started. */
  protected abstract waitingBatches(): number;
  /** An aborted job does not run. */
  protected abstract forget(jobId: string): void;

  private plain(id: string, kind: JobKind, className: string): StoredJob {
    return {
      id,
      kind,
      className,
      payload: '',
      userId: this.tx.user.id,
      runAt: this.tx.now(),
      signature: null,
      depth: 1,
      maximumDepth: null,
      failures: 0,
      delayMinutes: 0,
      cron: null
    };
  }

  private checkScheduleName(name: string): void {
    const taken = this.tx.db.query(
      `SELECT 1 FROM crontrigger t JOIN cronjobdetail d ON d.id = t.cronjobdetailid
        WHERE d.name = $1 AND t.state <> 'DELETED'`,
      [name]
    );
    if (taken.rowCount > 0) {
      throw new PlatformError(
        'System.AsyncException',
        `The Apex job named "${name}" is already scheduled for execution.`
      );
    }
  }

  private checkScheduledJobs(): void {
    const { rows } = this.tx.db.query(
      `SELECT count(*) FROM crontrigger t JOIN cronjobdetail d ON d.id = t.cronjobdetailid
        WHERE d.jobtype = '7' AND t.state <> 'DELETED'`
    );
    if (Number(rows[0]?.[0]) < MAX_SCHEDULED) return;
    throw new PlatformError(
      'System.AsyncException',
      `You have exceeded the maximum number (${MAX_SCHEDULED}) of Apex scheduled jobs.`
    );
  }

  private checkFlexQueue(): void {
    if (this.waitingBatches() < MAX_WAITING_BATCHES) return;
    throw new PlatformError(
      'System.AsyncException',
      `You've exceeded the limit of ${MAX_WAITING_BATCHES} jobs in the flex queue for org ${this.tx.orgId}. Wait for some of your batch jobs to finish before adding more. To monitor and reorder jobs, use the Apex Flex Queue page in Setup.`
    );
  }

  private addCronTrigger(name: string, cron: string, next: number): string {
    const { tx } = this;
    this.checkScheduledJobs();
    const detail = tx.newId('08a');
    const id = tx.newId('08e');
    const now = sqlTime(tx.now());
    tx.db.query("INSERT INTO cronjobdetail (id, name, jobtype) VALUES ($1, $2, '7')", [detail, name]);
    tx.db.query(
      `INSERT INTO crontrigger (id, cronjobdetailid, nextfiretime, state, starttime, cronexpression, timezonesidkey, ownerid, createdbyid, lastmodifiedbyid, createddate, timestriggered)
       VALUES ($1, $2, $3::timestamp, 'WAITING', $4::timestamp, $5, $6, $7, $7, $7, $4::timestamp, 0)`,
      [id, detail, sqlTime(next), now, cron, tx.user.timeZone, tx.user.id]
    );
    return id;
  }

  /** A job which a Finalizer enqueues after a failure continues the count of failures. */
  private get failuresOfParent(): number {
    return this.running?.failures ?? 0;
  }

  private addRow(
    jobType: JobRow['jobType'],
    className: string,
    methodName: string | null,
    cronTriggerId: string | null = null
  ): string {
    this.checkAllowance();
    this.tx.uncommittedWork = true;
    const id = this.tx.newId('707');
    this.table.add({
      id,
      jobType,
      classId: this.tx.slot.image.classId(className),
      methodName,
      parentId: null,
      cronTriggerId,
      createdById: this.tx.user.id,
      now: this.tx.now()
    });
    return id;
  }
}

/** Jobs outside tests: rows of the queue, started by the main thread after the commit. */
export class JobQueue extends BaseJobs {
  protected checkDepth(depth: number, maximum: number | null): void {
    if (depth > (maximum ?? DEFAULT_MAXIMUM_DEPTH)) throw depthReached();
  }

  /** Source of the text: answers of the platform as users report them. */
  protected checkAllowance(): void {
    const { slot, pending } = this.tx;
    const waiting = pending.filter((item) => 'job' in item).length;
    if (slot.usage.remaining('DailyAsyncApexExecutions') <= waiting) {
      throw new PlatformError('System.AsyncException', 'Rate Limiting Exception : AsyncApexExecutions Limit exceeded.');
    }
  }

  protected isQueued(signature: string): boolean {
    return new JobStore(this.tx.db).hasQueuedSignature(signature);
  }

  protected waitingBatches(): number {
    return new JobStore(this.tx.db).waitingBatches();
  }

  protected store(job: StoredJob): void {
    new JobStore(this.tx.db).add(job);
    this.tx.pending.push({ job: { id: job.id, runAt: job.runAt } });
  }

  protected forget(jobId: string): void {
    new JobStore(this.tx.db).remove(jobId);
  }
}

/** Jobs of a test: kept until Test.stopTest runs them in the same thread. */
export class TestJobs extends BaseJobs {
  /** All jobs enqueued so far, in their order: a rollback forgets the last ones. */
  private stored: { readonly job: StoredJob; waits: boolean }[] = [];

  /** In a test a job may enqueue another only when a depth was given (apex_queueing_jobs). */
  protected checkDepth(depth: number, maximum: number | null): void {
    if (depth > (maximum ?? 1)) throw depthReached();
  }

  protected isQueued(signature: string): boolean {
    return this.stored.some(({ job, waits }) => waits && job.signature === signature);
  }

  /** Tests use nothing up. */
  protected checkAllowance(): void {}

  protected waitingBatches(): number {
    return this.stored.filter(({ job, waits }) => waits && job.kind === 'batch').length;
  }

  protected store(job: StoredJob): void {
    this.stored.push({ job, waits: true });
  }

  get count(): number {
    return this.stored.length;
  }

  /** Forgets the jobs that were enqueued since there were `count`. */
  forgetSince(count: number): void {
    this.stored.length = Math.min(this.stored.length, count);
  }

  protected forget(jobId: string): void {
    for (const entry of this.stored) if (entry.job.id === jobId) entry.waits = false;
  }

  /** Takes what has been enqueued so far. */
  take(): StoredJob[] {
    const waiting = this.stored.filter(({ waits }) => waits);
    for (const entry of waiting) entry.waits = false;
    return waiting.map(({ job }) => job);
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

const depthReached = (): PlatformError =>
  new PlatformError('System.AsyncException', 'Maximum stack depth has been reached.');

const duplicateSignature = (): PlatformError =>
  new PlatformError('System.DuplicateMessageException', 'Attempt to enqueue job with duplicate queueable signature');
