import type { Worker } from 'node:worker_threads';
import type { CalloutService } from '../platform/callouts/callout-service.js';
import type { Database } from '../database/database.js';
import { sleepingFor } from '../threads/sync-channel.js';
import { prepareThread, startThread } from '../threads/start-thread.js';
import type {
  Effects,
  OperationFailure,
  OperationRequest,
  OrgState,
  SlotMessage,
  SlotReply
} from '../platform/operation.js';
import type { SlotData } from './slot-thread.js';

export interface PoolOptions {
  readonly database: Database;
  readonly callouts: CalloutService;
  readonly size: number;
  /**
   * Slots that compute at the same time. More than the machine has cores for only makes each of them slower, and few
   * that are often used run faster than many that V8 has not optimised yet. One that waits for the database or for a
   * remote service does not count: others must run until what it waits for has come.
   */
  readonly computing: number;
  /** Numbers of this pool's slots start here: each slot of the org has its own connection. */
  readonly firstSlot: number;
  readonly slotData: Omit<SlotData, 'ticket' | 'calloutTicket' | 'slot'>;
  /** The org's state at the moment an operation starts. */
  readonly state: () => OrgState;
  /** Called for each operation that ended, before its caller gets the value. */
  readonly onEffects: (effects: Effects) => void;
}

interface Waiting {
  readonly request: OperationRequest;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** An operation ended with an error; `failure` is what a client may see. */
export class OperationError extends Error {
  constructor(readonly failure: OperationFailure) {
    super(failure.message);
    this.name = 'OperationError';
    if (failure.stack) this.stack = failure.stack;
  }
}

/** What was asked of the org while it stopped, or was running then: nothing is wrong with it. */
export class StoppedError extends Error {
  constructor() {
    super('the local org is stopping');
    this.name = 'StoppedError';
  }
}

/** A statement answers within less, a lock that others hold or a slow remote does not. */
const STALLED_MS = 40;
/** What takes longer shares the machine with the others rather than keep them waiting. */
const LONG_MS = 250;
/** How often work that waits for a slot looks for those that have stalled. */
const LOOK_MS = 5;

/**
 * Operations that need the compiler: slow the first time in a slot, which from then on holds the compiler's tables and the
 * org's classes as it has read them, tens of megabytes. So they keep to few slots, and the others keep out of these.
 */
const COMPILING: ReadonlySet<string> = new Set(['execute-anonymous', 'deploy-run', 'deploy-project']);

class Slot {
  busy: Waiting | null = null;
  /** Operations for this slot and no other, which come first. */
  readonly own: Waiting[] = [];
  hasCompiled = false;
  private since = 0;

  /** @param signals of the lines on which it waits for answers. */
  constructor(
    readonly number: number,
    readonly worker: Worker,
    private readonly signals: readonly Int32Array[]
  ) {}

  take(waiting: Waiting): void {
    this.busy = waiting;
    this.since = performance.now();
  }

  get computes(): boolean {
    if (this.busy === null || performance.now() - this.since >= LONG_MS) return false;
    return !this.signals.some((signal) => sleepingFor(signal) >= STALLED_MS);
  }
}

/**
 * Slot threads, started as they are needed and kept. An operation goes to a free slot or waits in line; a slot that
 * dies takes only its own operation with it, and its connection is closed, which rolls its transaction back.
 */
export class SlotPool {
  private readonly idle: Slot[] = [];
  private readonly slots = new Set<Slot>();
  private readonly queue: Waiting[] = [];
  private starting = 0;
  private nextSlot: number;
  private nextId = 1;
  private stopped = false;
  private look: NodeJS.Timeout | null = null;

  constructor(private readonly options: PoolOptions) {
    this.nextSlot = options.firstSlot;
  }

  /** Makes what slots need ready. */
  static prepare(): Promise<void> {
    return prepareThread(import.meta.url, './slot-thread');
  }

  /** Something runs or waits. */
  get isBusy(): boolean {
    return this.queue.length > 0 || this.idle.length < this.slots.size;
  }

  get running(): number {
    return [...this.slots].filter((slot) => slot.busy).length;
  }

  /** What a slot does; null when it does nothing, or is not of this pool. */
  operationIn(slotNumber: number): OperationRequest | null {
    return [...this.slots].find((slot) => slot.number === slotNumber)?.busy?.request ?? null;
  }

  get queued(): number {
    return this.queue.length;
  }

  /** Starts slots ahead of need. */
  async warm(count: number): Promise<void> {
    const missing = Math.min(count, this.options.size) - this.slots.size - this.starting;
    await Promise.all(Array.from({ length: Math.max(0, missing) }, () => this.startSlot()));
  }

  /** Runs an operation in a slot. @throws OperationError */
  run<T>(request: OperationRequest): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.stopped) return reject(new StoppedError());
      this.queue.push({ request, resolve: resolve as (value: unknown) => void, reject });
      this.dispatch();
    });
  }

  /** Runs an operation in every slot that has started, in each as soon as it is free. @throws OperationError */
  runInEach<T>(request: OperationRequest): Promise<T[]> {
    const run = (slot: Slot): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        slot.own.push({ request, resolve: resolve as (value: unknown) => void, reject });
        this.serveOwn(slot);
      });
    return Promise.all([...this.slots].map(run));
  }

  private serveOwn(slot: Slot): void {
    const index = this.idle.indexOf(slot);
    const next = index < 0 ? undefined : slot.own.shift();
    if (!next) return;
    this.idle.splice(index, 1);
    this.give(slot, next);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const waiting of this.queue.splice(0)) waiting.reject(new StoppedError());
    // One that waits for the database does not end before it has its answer.
    for (const slot of this.slots) if (slot.busy) this.options.database.interrupt(slot.number);
    // Slots that are just starting end themselves when they see that the pool has stopped.
    await Promise.all([...this.slots].map((slot) => slot.worker.terminate()));
  }

  private dispatch(): void {
    let free = this.options.computing - this.starting;
    for (const slot of this.slots) if (slot.computes) free--;
    while (this.queue.length > 0 && free > 0) {
      const slot = this.takeIdle(this.queue[0]!.request.kind);
      if (!slot) break;
      this.give(slot, this.queue.shift() as Waiting);
      free--;
    }
    const total = this.slots.size + this.starting;
    const wanted = Math.min(this.queue.length - this.starting, this.options.size - total, free);
    for (let i = 0; i < wanted; i++) this.startSlot().catch((error: Error) => this.failWaiting(error));
    // The next slot that is done looks again anyway; the timer is for those that have stalled.
    if (this.queue.length === 0 || this.stopped || (this.idle.length === 0 && total >= this.options.size)) return;
    this.look ??= setTimeout(() => {
      this.look = null;
      this.dispatch();
    }, LOOK_MS);
  }

  /** Of the free slots that are made for such an operation, or of all if there is none, the one that was used last. */
  private takeIdle(kind: string): Slot | undefined {
    const compiles = COMPILING.has(kind);
    const index = this.idle.findLastIndex((slot) => slot.hasCompiled === compiles);
    const slot = index < 0 ? this.idle.pop() : this.idle.splice(index, 1)[0];
    if (slot && compiles) slot.hasCompiled = true;
    return slot;
  }

  private give(slot: Slot, waiting: Waiting): void {
    slot.take(waiting);
    const message: SlotMessage = { id: this.nextId++, request: waiting.request, state: this.options.state() };
    slot.worker.postMessage(message);
  }

  private async startSlot(): Promise<void> {
    this.starting++;
    const number = this.nextSlot++;
    try {
      const ticket = this.options.database.ticket(number);
      const calloutTicket = this.options.callouts.ticket(number);
      const data: SlotData = { ...this.options.slotData, slot: number, ticket, calloutTicket };
      const worker = await startThread(import.meta.url, './slot-thread', {
        workerData: data,
        transferList: [ticket.port, calloutTicket.port],
        resourceLimits: { stackSizeMb: 8, maxOldGenerationSizeMb: 1024 }
      });
      const signals = [ticket.signal, calloutTicket.signal].map((signal) => new Int32Array(signal));
      const slot = new Slot(number, worker, signals);
      worker.on('message', (reply: SlotReply | 'ready') => {
        if (reply !== 'ready') this.finish(slot, reply);
      });
      worker.on('error', (error) => this.lose(slot, error));
      worker.on('exit', () => this.lose(slot, new Error('the slot thread ended')));
      await new Promise<void>((resolve, reject) => {
        worker.once('message', () => resolve());
        worker.once('error', reject);
      });
      if (this.stopped) {
        await worker.terminate();
        return;
      }
      this.slots.add(slot);
      this.idle.push(slot);
    } finally {
      this.starting--;
    }
    this.dispatch();
  }

  private finish(slot: Slot, reply: SlotReply): void {
    const waiting = slot.busy;
    slot.busy = null;
    this.idle.push(slot);
    this.serveOwn(slot);
    this.options.onEffects(reply.effects);
    if (reply.ok) waiting?.resolve(reply.value);
    else waiting?.reject(new OperationError(reply.failure));
    this.dispatch();
  }

  private lose(slot: Slot, error: Error): void {
    if (!this.slots.delete(slot)) return;
    const index = this.idle.indexOf(slot);
    if (index >= 0) this.idle.splice(index, 1);
    this.options.database.release(slot.number);
    this.options.callouts.release(slot.number);
    const reason = this.stopped ? new StoppedError() : error;
    for (const waiting of [slot.busy, ...slot.own.splice(0)]) waiting?.reject(reason);
    if (!this.stopped) this.dispatch();
  }

  private failWaiting(error: Error): void {
    if (this.slots.size === 0) for (const waiting of this.queue.splice(0)) waiting.reject(error);
  }
}
