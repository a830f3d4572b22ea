import type pg from 'pg';
import type { NormalizedEvent } from '../contract.js';
import type { Metrics } from '../observe/metrics.js';
import { insertEvents, toRow, type EventRow, type Stored } from './insertEvents.js';

/** The store cannot take a delivery now; nothing of it is acknowledged. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

export interface GroupWriterOptions {
  /** Deliveries and payload bytes that may wait; more are refused at once. */
  readonly waitingDeliveries: number;
  readonly waitingBytes: number;
  /** A delivery that waited this long is refused. It may still get stored, which its redelivery will be told. Milliseconds. */
  readonly timeoutMs: number;
}

/** Statements at once: while one waits for the disk, the next one collects. */
const STATEMENTS = 2;
/** Of one statement; keeps it well below a second and its parameters small. */
const MOST_EVENTS = 1_000;
const MOST_BYTES = 8 * 1024 * 1024;

interface Delivery {
  readonly rows: readonly EventRow[];
  readonly bytes: number;
  readonly resolve: (stored: Stored[]) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
  settled: boolean;
}

/**
 * Stores deliveries; those that arrive while a statement runs share the next one, and so its commit. Nothing waits for
 * others to come. A delivery's promise resolves after its commit, all of its events together.
 */
export class GroupWriter {
  private readonly queue: Delivery[] = [];
  private waitingBytes = 0;
  private running = 0;
  private idle: (() => void)[] = [];

  constructor(
    private readonly pool: pg.Pool,
    private readonly options: GroupWriterOptions,
    private readonly metrics: Metrics
  ) {}

  /**
   * @returns what became of each event, in the order given
   * @throws StoreUnavailableError when it is not certain that they are stored
   */
  store(events: readonly NormalizedEvent[]): Promise<Stored[]> {
    const rows = events.map(toRow);
    const bytes = rows.reduce((sum, row) => sum + row.payloadBytes, 0);
    const { waitingDeliveries, waitingBytes, timeoutMs } = this.options;
    if (this.queue.length >= waitingDeliveries || this.waitingBytes + bytes > waitingBytes) {
      return Promise.reject(new StoreUnavailableError('Too many deliveries wait for the database.'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => settle(delivery, () => reject(new StoreUnavailableError('The database did not answer in time.'))),
        timeoutMs
      );
      const delivery: Delivery = { rows, bytes, resolve, reject, timer, settled: false };
      this.queue.push(delivery);
      this.waitingBytes += bytes;
      // What arrives in the same turn of the event loop goes together.
      if (this.running < STATEMENTS) setImmediate(() => this.flush());
    });
  }

  /** Resolves when nothing waits and nothing runs. */
  async drain(): Promise<void> {
    if (this.queue.length === 0 && this.running === 0) return;
    await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private flush(): void {
    while (this.running < STATEMENTS && this.queue.length > 0) {
      const group = this.takeGroup();
      if (group.length === 0) continue;
      this.running += 1;
      void this.write(group).finally(() => {
        this.running -= 1;
        this.flush();
      });
    }
    if (this.queue.length === 0 && this.running === 0) for (const resolve of this.idle.splice(0)) resolve();
  }

  private takeGroup(): Delivery[] {
    let events = 0;
    let bytes = 0;
    let count = 0;
    for (const delivery of this.queue) {
      events += delivery.rows.length;
      bytes += delivery.bytes;
      if (count > 0 && (events > MOST_EVENTS || bytes > MOST_BYTES)) break;
      count += 1;
    }
    const taken = this.queue.splice(0, count);
    for (const delivery of taken) this.waitingBytes -= delivery.bytes;
    // Whoever was told "no" already will ask again.
    return taken.filter((delivery) => !delivery.settled);
  }

  private async write(group: readonly Delivery[]): Promise<void> {
    this.metrics.groupSize.observe(group.length);
    try {
      const stored = await insertEvents(
        this.pool,
        group.flatMap((delivery) => delivery.rows)
      );
      let start = 0;
      for (const delivery of group) {
        const own = stored.slice(start, (start += delivery.rows.length));
        settle(delivery, () => delivery.resolve(own));
      }
    } catch (error) {
      // The fault may lie in one delivery's values: then the others must not suffer.
      if (isAboutValues(error) && group.length > 1) {
        for (const delivery of group) await this.write([delivery]);
        return;
      }
      const failure = isAboutValues(error)
        ? (error as Error)
        : new StoreUnavailableError('The database is not available.', { cause: error });
      for (const delivery of group) settle(delivery, () => delivery.reject(failure));
    }
  }
}

function settle(delivery: Delivery, action: () => void): void {
  if (delivery.settled) return;
  delivery.settled = true;
  clearTimeout(delivery.timer);
  action();
}

/** Class 22: data exception; 23: constraint; 54: program limit exceeded. */
function isAboutValues(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^(22|23|54)[0-9A-Z]{3}$/.test(code);
}
