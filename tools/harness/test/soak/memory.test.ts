import { expect } from 'chai';
import { judgeMemory, type MemorySample } from '../../src/soak/memory.js';
import { Tally } from '../../src/soak/tally.js';

const MINUTE = 60_000;

/** A sample in the middle of each minute. */
const samples = (rss: readonly number[], used: readonly number[] = rss): MemorySample[] =>
  rss.map((bytes, minute) => ({ at: (minute + 0.5) * MINUTE, rss: bytes, used: used[minute] ?? bytes }));

describe('the memory of a soak', () => {
  it('is flat when the last third holds little more than the first', () => {
    const verdict = judgeMemory(samples([100, 110, 90, 120, 130, 120, 110, 105, 115]), 9 * MINUTE);

    expect(verdict).to.deep.include({ flat: true, rss: [100, 370 / 3, 110] });
    expect(verdict?.rssGrowth).to.be.closeTo(1.1, 1e-9);
  });

  it('is not when the process or what it uses grows', () => {
    const flat = [100, 100, 100, 100, 100, 100, 100, 100, 100];
    const growing = [100, 100, 100, 104, 104, 104, 111, 111, 111];

    expect(judgeMemory(samples(growing, flat), 9 * MINUTE)?.flat).to.equal(false);
    expect(judgeMemory(samples(flat, growing), 9 * MINUTE)?.flat).to.equal(false);
  });

  it('is not judged in a short time, nor without a sample in each third', () => {
    expect(judgeMemory(samples([1, 2, 3]), 3 * MINUTE)).to.include({ flat: null, rssGrowth: 3 });
    expect(judgeMemory(samples([1, 2]), 9 * MINUTE)).to.equal(undefined);
  });
});

describe('the tally of a soak', () => {
  it('counts errors by their kind', () => {
    const tally = new Tally();
    tally.error('query', 'no row 001000000000001AAA after 12 ms');
    tally.error('query', 'no row 001000000000002AAA after 345 ms');
    tally.error('event', 'LIMIT_EXCEEDED');
    tally.count('queries', 2);

    expect([...tally.errors.values()]).to.deep.equal([2, 1]);
    expect(tally.errorCount).to.equal(3);
    expect(tally.done).to.deep.equal({ queries: 2 });
  });
});
