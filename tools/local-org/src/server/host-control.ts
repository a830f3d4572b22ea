import { setTimeout as wait } from 'node:timers/promises';
import type { OrgControl, QueueStatus, RowLock, RowLockRequest } from '../api/host.js';
import type { ClockState, OrgClock } from '../platform/clock.js';
import type { FaultRegistry } from '../platform/faults/registry.js';
import type { EventDelivery } from './event-delivery.js';
import type { RowLocks } from './row-locks.js';
import type { Scheduler } from './scheduler.js';

export interface ControlledParts {
  readonly faults: FaultRegistry;
  readonly clock: OrgClock;
  readonly keepClock: (state: ClockState) => Promise<void>;
  readonly scheduler: Scheduler;
  readonly events: EventDelivery;
  /** Events published immediately that are on their way into the database; null: none. */
  readonly storing: () => Promise<void> | null;
  readonly rowLocks: RowLocks;
}

/** The hands of tests on a running org. */
export class HostControl implements OrgControl {
  readonly faults: FaultRegistry;

  constructor(private readonly parts: ControlledParts) {
    this.faults = parts.faults;
  }

  queueStatus(): QueueStatus {
    return { ...this.parts.scheduler.status, delivering: this.parts.events.size };
  }

  pauseQueue(): void {
    this.parts.scheduler.pause();
    this.parts.events.pause();
  }

  resumeQueue(): void {
    this.parts.scheduler.resume();
    this.parts.events.resume();
  }

  async drainQueue(timeoutMs: number): Promise<boolean> {
    const { scheduler, events, storing } = this.parts;
    const quiet = async (): Promise<void> => {
      await storing();
      await scheduler.drain();
      await events.drain();
    };
    let inTime = true;
    const enough = new AbortController();
    const timeout =
      timeoutMs === Number.POSITIVE_INFINITY
        ? new Promise<void>(() => undefined)
        : wait(timeoutMs, undefined, { signal: enough.signal }).then(
            () => void (inTime = false),
            () => undefined
          );
    // Jobs publish events, whose triggers enqueue jobs.
    do {
      await Promise.race([quiet(), timeout]);
    } while (inTime && (events.size > 0 || scheduler.isBusy || storing() !== null));
    enough.abort();
    return inTime;
  }

  runJobNow(id: string): Promise<boolean> {
    return this.parts.scheduler.runNow(id);
  }

  async clockChanged(): Promise<void> {
    await this.parts.keepClock(this.parts.clock.state);
    this.parts.scheduler.startDue();
  }

  holdRows(request: RowLockRequest): Promise<RowLock> {
    return this.parts.rowLocks.hold(request);
  }

  releaseRows(id: string): Promise<boolean> {
    return this.parts.rowLocks.release(id);
  }
}
