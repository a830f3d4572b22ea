import type { DeliveryReply } from '../platform/events/deliver.js';

/** Wait for further events, which the trigger then gets together. Milliseconds. */
const GATHER_MS = 50;
/** While requests run, the wait goes on: they come first, and each run of a trigger serves more events. Milliseconds. */
const MOST_GATHER_MS = 1000;
/** Wait before a trigger gets the same events again; grows with each run. Milliseconds. */
const RETRY_BASE = 1000;

/** Delivers events, one object at a time each: a trigger sees them in the order they were published. */
export class EventDelivery {
  private readonly busy = new Map<string, Promise<void>>();
  private readonly again = new Set<string>();
  private stopped = false;
  private paused = false;
  /** Number of those who wait for everything to be delivered. */
  private draining = 0;

  /**
   * @param deliver runs one delivery in a slot.
   * @param isBusy whether requests are running.
   * @param report gets errors that nobody else sees.
   */
  constructor(
    private readonly deliver: (objectName: string, retries: number, lastError: string | null) => Promise<DeliveryReply>,
    private readonly isBusy: () => boolean,
    private readonly report: (error: Error) => void
  ) {}

  notify(objectNames: Iterable<string>): void {
    for (const name of new Set(objectNames)) {
      if (this.busy.has(name) || this.paused) this.again.add(name);
      else if (!this.stopped) this.start(name);
    }
  }

  get size(): number {
    return this.busy.size;
  }

  /** Resolves when nothing is being delivered. */
  async drain(): Promise<void> {
    this.draining++;
    try {
      while (this.busy.size > 0) await Promise.all(this.busy.values());
    } finally {
      this.draining--;
    }
  }

  /** What is being delivered goes on; nothing else starts. */
  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    const waiting = [...this.again];
    this.again.clear();
    this.notify(waiting);
  }

  stop(): void {
    this.stopped = true;
  }

  private start(name: string): void {
    const run = this.run(name)
      .catch(this.report)
      .finally(() => {
        this.busy.delete(name);
        if (!this.paused && this.again.delete(name) && !this.stopped) this.start(name);
      });
    this.busy.set(name, run);
  }

  private async run(name: string): Promise<void> {
    let reply: DeliveryReply = { delivered: 0, more: true, retry: false, error: null };
    await this.gather();
    for (let retries = 0; !this.stopped;) {
      reply = await this.deliver(name, retries, reply.error);
      if (reply.retry) {
        retries++;
        await new Promise((resolve) => setTimeout(resolve, RETRY_BASE * retries));
      } else if (!reply.more || reply.delivered === 0) {
        return;
      } else {
        retries = 0;
      }
    }
  }

  private async gather(): Promise<void> {
    for (let waited = 0; waited < MOST_GATHER_MS; waited += GATHER_MS) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      if (!this.isBusy() || this.draining > 0 || this.stopped) return;
    }
  }
}
