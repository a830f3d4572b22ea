import { expect } from 'chai';
import { checkOverlap, mostInFlight } from '../../src/checkers/overlap.js';
import { RunHistory } from '../../src/history/recorder.js';
import { mostOf } from '../../src/org/lockWatch.js';
import { HistoryBuilder, answers } from '../support/history.js';

describe('overlap', () => {
  const together = (): HistoryBuilder => {
    const history = new HistoryBuilder();
    const [first, second] = [history.start('k', 'A'), history.start('k', 'A')];
    return history.end(first, answers.created()).end(second, answers.replayed());
  };
  const withWaits = (...waits: number[]) => {
    const recorder = new RunHistory().recorder('s');
    for (const mostWaiting of waits) recorder.remark('lock-waits', { mostWaiting, mostRunning: 4 });
    return recorder.entries();
  };

  it('is counted by attempts that are under way at one moment', () => {
    expect(mostInFlight(together().entries)).to.equal(2);
    expect(mostInFlight(together().attempt('k', 'A', answers.replayed()).entries)).to.equal(2);
    expect(mostInFlight(new HistoryBuilder().attempt('k', 'A', answers.created()).entries)).to.equal(1);
  });

  it('that is as expected is fine', () => {
    expect(checkOverlap(together().entries, 2, 2)).to.be.empty;
  });

  it('of too few attempts proves nothing', () => {
    const [finding] = checkOverlap(together().entries, 3, 0);

    expect(finding?.kind).to.equal('inconclusive');
    expect(finding?.message).to.match(/^Only 2 attempts were under way at once, not 3;/);
  });

  it('without transactions that wait for each other proves nothing, where the org can tell', () => {
    expect(checkOverlap(withWaits(1), 0, 2)[0]?.message).to.match(/^At most 1 transactions waited for a lock/);
    expect(checkOverlap(withWaits(1, 2), 0, 2)).to.be.empty;
    expect(checkOverlap(withWaits(), 0, 2)).to.be.empty;
  });

  it('is judged by the most that several looks saw', () => {
    expect(mostOf({ mostWaiting: 1, mostRunning: 5 }, { mostWaiting: 3, mostRunning: 2 })).to.deep.equal({
      mostWaiting: 3,
      mostRunning: 5
    });
  });
});
