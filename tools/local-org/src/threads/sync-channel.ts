import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { addWaitingTime } from './waiting.js';

interface Numbered<T> {
  readonly number: number;
  readonly content: T;
}

/** Shared by both ends: a count of answers, and since when the caller sleeps. */
export const newSignal = (): SharedArrayBuffer => new SharedArrayBuffer(8);

const ANSWERS = 0;
const ASLEEP_SINCE = 1;

/** A clock that all threads share, in a positive number that fits 31 bits. */
const clock = (): number => (Date.now() % 0x7fffffff) + 1;

/** @returns milliseconds for which the caller has been waiting for its answer; 0 when it runs. */
export function sleepingFor(signal: Int32Array): number {
  const since = Atomics.load(signal, ASLEEP_SINCE);
  return since === 0 ? 0 : Math.max(0, clock() - since);
}

/** Runs `wait`, which blocks this thread for an answer: seen by `sleepingFor`, and no CPU time of the transaction. */
export function asleep<T>(signal: Int32Array, wait: () => T): T {
  const start = performance.now();
  Atomics.store(signal, ASLEEP_SINCE, clock());
  try {
    return wait();
  } finally {
    Atomics.store(signal, ASLEEP_SINCE, 0);
    addWaitingTime(performance.now() - start);
  }
}

/**
 * A call to another thread that blocks this one: posts a request, sleeps on the shared counter until the other thread
 * has posted the answer, and takes it from the port without returning to the event loop.
 *
 * Answers carry the number of their request: a call that was broken off half way (Apex that ran out of stack, say) leaves
 * an answer behind, which the next call must not take for its own.
 */
export class SyncChannel<Request, Response> {
  private last = 0;

  /**
   * @param port to the other thread.
   * @param signal over `newSignal`, shared with it (see `answerOn`).
   */
  constructor(
    private readonly port: MessagePort,
    private readonly signal: Int32Array
  ) {}

  call(content: Request): Response {
    const number = ++this.last;
    this.port.postMessage({ number, content } satisfies Numbered<Request>);
    for (;;) {
      // Read before looking into the port: an answer that arrives in between changes it, and the wait ends at once.
      const seen = Atomics.load(this.signal, ANSWERS);
      for (let received = this.receive(); received; received = this.receive()) {
        if (received.number === number) return received.content;
      }
      asleep(this.signal, () => Atomics.wait(this.signal, ANSWERS, seen));
    }
  }

  /** Sleeps for a time, visibly as if it waited for an answer. */
  pause(milliseconds: number): void {
    Atomics.store(this.signal, ASLEEP_SINCE, clock());
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
    Atomics.store(this.signal, ASLEEP_SINCE, 0);
    addWaitingTime(milliseconds);
  }

  private receive(): Numbered<Response> | undefined {
    return (receiveMessageOnPort(this.port) as { message: Numbered<Response> } | undefined)?.message;
  }
}

/** The other end: answers requests one after the other with what `handle` gives, which must not reject. */
export function answerOn<Request, Response>(
  port: MessagePort,
  signal: Int32Array,
  handle: (request: Request) => Promise<Response>
): void {
  let before: Promise<void> = Promise.resolve();
  port.on('message', ({ number, content }: Numbered<Request>) => {
    before = before.then(async () => {
      port.postMessage({ number, content: await handle(content) } satisfies Numbered<Response>);
      Atomics.add(signal, ANSWERS, 1);
      Atomics.notify(signal, ANSWERS);
    });
  });
}
