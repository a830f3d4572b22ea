import { expect } from 'chai';
import { lingerFor } from '../../src/forward/linger.js';
import { configure } from '../support/receiver.js';

describe('how long events wait for company', () => {
  const settings = configure({ orgUrl: '', forwarding: { lingerMilliseconds: 100 } }).forwarding;
  const { lingerMilliseconds: least, burstLingerMilliseconds: most } = settings;
  const usage = (share: number) => ({ used: share * 100_000 * (1 - settings.reservedShare), limit: 100_000 });

  it('a full batch does not wait', () => {
    expect(lingerFor({ count: 200, oldestMs: 0 }, null, settings)).to.equal(0);
  });

  it('while calls are plentiful, the oldest event waits for the least', () => {
    expect(lingerFor({ count: 1, oldestMs: 0 }, null, settings)).to.equal(least);
    expect(lingerFor({ count: 1, oldestMs: 30 }, usage(0.4), settings)).to.equal(least - 30);
    expect(lingerFor({ count: 1, oldestMs: least }, usage(0.4), settings)).to.equal(0);
    expect(lingerFor({ count: 10, oldestMs: least }, usage(0.5), settings)).to.equal(0);
  });

  it('the fewer calls are left, the longer it waits', () => {
    const waits = [0.5, 0.6, 0.8, 1, 1.2].map((share) => lingerFor({ count: 1, oldestMs: 0 }, usage(share), settings));
    expect(waits[0]).to.equal(least);
    expect(waits[1]).to.be.within(waits[0]! + 1, waits[2]! - 1);
    expect(waits[2]).to.be.below(waits[3]!);
    expect(waits.slice(3)).to.deep.equal([most, most]);
  });

  it('a batch that will soon be full is waited for, a slow one is not', () => {
    // 50 in 100 ms: full at 400 ms; looked at again, because the burst may end.
    expect(lingerFor({ count: 50, oldestMs: 100 }, null, settings)).to.equal(100);
    expect(lingerFor({ count: 190, oldestMs: 380 }, null, settings)).to.equal(20);
    // 15 in 100 ms: full at 1,333 ms.
    expect(lingerFor({ count: 15, oldestMs: 100 }, null, settings)).to.equal(0);
  });

  it('a burst that stops is not waited for any longer', () => {
    expect(lingerFor({ count: 50, oldestMs: 240 }, null, settings)).to.be.above(0);
    expect(lingerFor({ count: 50, oldestMs: 260 }, null, settings)).to.equal(0);
  });

  it('a least time above the longest one is kept', () => {
    const patient = { ...settings, lingerMilliseconds: 5_000 };
    expect(lingerFor({ count: 1, oldestMs: 0 }, usage(1), patient)).to.equal(5_000);
  });
});
