import type { OrgClock } from '../platform/clock.js';
import type { QueuedJob } from '../platform/operation.js';

/** A timer never waits longer than this, so that a moved clock is noticed. */
const MAX_WAIT = 1000;

/** Starts queued jobs when they are due. Knows only ids and times; a slot reads the rest when it runs the job. */
export class Scheduler {
  private readonly waiting: QueuedJob[] = [];
  private readonly running = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  private paused = false;

  /** @param runJob runs one job to its end; must not reject. */
  constructor(
    private readonly clock: OrgClock,
    private readonly runJob: (id: string) => Promise<void>
  ) {}

  add(jobs: readonly QueuedJob[]): void {
    if (jobs.length === 0) return;
    this.waiting.push(...jobs);
    this.waiting.sort((a, b) => a.runAt - b.runAt);
    this.startDue();
  }

  get status(): { readonly paused: boolean; readonly running: number; readonly due: number; readonly later: number } {
    const now = this.clock.now();
    const due = this.waiting.filter((job) => job.runAt <= now).length;
    return { paused: this.paused, running: this.running.size, due, later: this.waiting.length - due };
  }

  /** Jobs that run go on; no other starts. */
  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.startDue();
  }

  /** Starts a job that waits, whatever its time, also while the queue is paused. Resolves at its end. */
  async runNow(id: string): Promise<boolean> {
    const index = this.waiting.findIndex((job) => job.id === id);
    const [job] = index < 0 ? [] : this.waiting.splice(index, 1);
    if (job) await this.start(job);
    return job !== undefined;
  }

  /** A job runs or is due. */
  get isBusy(): boolean {
    const next = this.waiting[0];
    return this.running.size > 0 || (next !== undefined && next.runAt <= this.clock.now());
  }

  /** Resolves when no job runs and none is due. */
  async drain(): Promise<void> {
    this.startDue();
    while (this.running.size > 0) {
      await Promise.all(this.running);
      this.startDue();
    }
  }

  /** Starts what is due: after the clock was moved. */
  startDue(): void {
    if (this.stopped || this.paused) return;
    const now = this.clock.now();
    while (this.waiting[0] && this.waiting[0].runAt <= now) void this.start(this.waiting.shift() as QueuedJob);
    this.arm(now);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await Promise.allSettled(this.running);
  }

  private start(job: QueuedJob): Promise<void> {
    const run = this.runJob(job.id).finally(() => this.running.delete(run));
    this.running.add(run);
    return run;
  }

  private arm(now: number): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const next = this.waiting[0];
    if (!next) return;
    this.timer = setTimeout(() => this.startDue(), Math.min(MAX_WAIT, Math.max(1, next.runAt - now)));
  }
}
