import { expect } from 'chai';
import { MessageChannel, Worker } from 'node:worker_threads';
import { newSignal, sleepingFor, SyncChannel } from '../../src/threads/sync-channel.js';

/** Answers a number with its double after as many milliseconds; speaks the protocol of `answerOn`. */
const DOUBLER = `
  const { workerData } = require('node:worker_threads');
  const signal = new Int32Array(workerData.signal);
  workerData.port.on('message', ({ number, content }) =>
    setTimeout(() => {
      workerData.port.postMessage({ number, content: content * 2 });
      Atomics.add(signal, 0, 1);
      Atomics.notify(signal, 0);
    }, content));
`;

describe('synchronous channel', () => {
  let worker: Worker;
  let channel: SyncChannel<number, number>;
  let signal: Int32Array;
  let post: (message: unknown) => void;

  beforeEach(async () => {
    const { port1, port2 } = new MessageChannel();
    const shared = newSignal();
    signal = new Int32Array(shared);
    worker = new Worker(DOUBLER, { eval: true, workerData: { port: port2, signal: shared }, transferList: [port2] });
    await new Promise((resolve) => worker.once('online', resolve));
    channel = new SyncChannel(port1, signal);
    post = (message) => port1.postMessage(message);
  });

  afterEach(() => worker.terminate());

  it('answers within the call', () => {
    expect([1, 20, 3].map((value) => channel.call(value))).to.deep.equal([2, 40, 6]);
  });

  it('does not take the answer of a call that was broken off for its own', () => {
    // What remains of a call whose stack ran out behind the post: a request, and an answer that nobody fetches.
    post({ number: 0, content: 1 });

    expect(channel.call(15)).to.equal(30);
    expect(channel.call(16)).to.equal(32);
  });

  it('lets other threads see how long it has been waiting', async () => {
    const marks = new Int32Array(new SharedArrayBuffer(8));
    const observer = new Worker(
      `const { workerData } = require('node:worker_threads');
      const { signal, marks } = workerData;
      const look = setInterval(() => {
        marks[0]++;
        if (signal[1] !== 0) marks[1]++;
      }, 2);`,
      { eval: true, workerData: { signal, marks } }
    );
    await new Promise((resolve) => observer.once('online', resolve));
    // A thread may be kept from looking for as long as the machine likes, so it is slept until it has looked.
    for (let sleeps = 0; sleeps < 200 && marks[1] === 0; sleeps++) channel.call(50);
    const [looks, asleep] = marks;
    for (let sleeps = 0; sleeps < 200 && marks[1] === asleep; sleeps++) channel.pause(50);
    const [, afterPause] = marks;
    await observer.terminate();

    expect(asleep)
      .to.be.greaterThan(0)
      .and.to.be.at.most(looks as number);
    expect(afterPause, 'a pause looks like waiting').to.be.greaterThan(asleep as number);
    expect(sleepingFor(signal)).to.equal(0);
    Atomics.store(signal, 1, (Date.now() % 0x7fffffff) + 1 - 70);
    expect(sleepingFor(signal)).to.be.within(70, 1000);
  });

  it('goes on waiting when it is woken without an answer', () => {
    const timer = setInterval(() => undefined, 1);
    Atomics.add(signal, 0, 1);

    expect(channel.call(30)).to.equal(60);
    clearInterval(timer);
  });
});
