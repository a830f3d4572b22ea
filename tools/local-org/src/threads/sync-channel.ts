import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { addWaitingTime } from './waiting.js';

/**
 * A call to another thread that blocks this one: posts a request, sleeps on the shared counter until the other thread
 * has posted the answer, and takes it from the port without returning to the event loop.
 */
export class SyncChannel<Request, Response> {
  private answered = 0;

  /**
   * @param port to the other thread.
   * @param signal one counter of answers, shared with it (see `answerOn`).
   */
  constructor(
    private readonly port: MessagePort,
    private readonly signal: Int32Array
  ) {}

  call(request: Request): Response {
    this.port.postMessage(request);
    const asleep = performance.now();
    Atomics.wait(this.signal, 0, this.answered);
    addWaitingTime(performance.now() - asleep);
    this.answered = Atomics.load(this.signal, 0);
    const received = receiveMessageOnPort(this.port) as { message: Response } | undefined;
    if (!received) throw new Error('a thread signalled without an answer');
    return received.message;
  }
}

/** The other end: answers each request with what `handle` gives, which must not reject. */
export function answerOn<Request, Response>(
  port: MessagePort,
  signal: Int32Array,
  handle: (request: Request) => Promise<Response>
): void {
  port.on('message', async (request: Request) => {
    port.postMessage(await handle(request));
    Atomics.add(signal, 0, 1);
    Atomics.notify(signal, 0);
  });
}
