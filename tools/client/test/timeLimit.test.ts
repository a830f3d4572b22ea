import { expect } from 'chai';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withTimeLimit } from '../src/timeLimit.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Ends with the reason of the signal, and holds nothing but the signal meanwhile. */
const hang = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  );

describe('time limit', () => {
  it('strikes after the time, also when garbage is collected meanwhile', async () => {
    const caller = new AbortController();
    const failure = failureOf(withTimeLimit(100, caller.signal, hang));
    // Let go of what only this turn holds before it is collected.
    await new Promise((resolve) => setTimeout(resolve, 10));
    collectGarbage();

    expect(await failure).to.include({ name: 'TimeoutError' });
  });

  it('ends with the reason of the caller, before and while it runs', async () => {
    const caller = new AbortController();
    const running = failureOf(withTimeLimit(60_000, caller.signal, hang));
    caller.abort('enough');

    expect(await running).to.equal('enough');
    expect(await failureOf(withTimeLimit(60_000, caller.signal, hang))).to.equal('enough');
  });

  it('gives what the task gives', async () => {
    expect(await withTimeLimit(60_000, undefined, () => Promise.resolve(7))).to.equal(7);
  });
});
