import { expect } from 'chai';
import { verdictOf } from '../../src/checkers/finding.js';
import { RunHistory, type End } from '../../src/history/recorder.js';
import { randomFor } from '../../src/run/random.js';
import { checkFollowed } from '../../src/scenarios/asynchronousOperation.js';
import { checkKeptAfterFailure, checkOthersRefused } from '../../src/scenarios/retryableFailure.js';
import { checkPairsMet } from '../../src/scenarios/twoAtOnce.js';
import { newOrder } from '../../src/workload/orders.js';
import { HistoryBuilder, answers } from '../support/history.js';

const failed: End = { kind: 'fail', status: 503, code: 'RETRYABLE_FAILURE', replayed: false, body: Buffer.from('{}') };

function historyWith(subject: string, details: readonly Record<string, string | number>[], ...ends: End[]) {
  const recorder = new RunHistory().recorder('s');
  for (const end of ends) {
    recorder.complete(recorder.invoke({ client: 1, operation: 'o', key: 'k', attempt: 1, body: 'A' }), end);
  }
  for (const detail of details) recorder.remark(subject, detail, 'k');
  return recorder.entries();
}

describe('a pair of attempts', () => {
  it('has met when the second was sent before the first was answered', () => {
    const together = new HistoryBuilder();
    const [first, second] = [together.start('k', 'A'), together.start('k', 'A')];
    together.end(first, answers.created()).end(second, answers.replayed());
    const apart = new HistoryBuilder().attempt('k', 'A', answers.created()).attempt('k', 'A', answers.replayed());

    expect(checkPairsMet(together.entries)).to.be.empty;
    expect(verdictOf(checkPairsMet(apart.entries))).to.equal('unknown');
  });
});

describe('a command that failed in passing', () => {
  const verdict = (...details: Record<string, string | number>[]): string =>
    verdictOf(checkKeptAfterFailure(['k'], historyWith('after-failure', details, failed)));

  it('is known, retryable, and without effect', () => {
    expect(verdict({ status: 'Retryable Failure', effects: 0 })).to.equal('valid');
    expect(verdict({ status: 'Retryable Failure', effects: 1 })).to.equal('invalid');
    expect(verdict({ status: 'Processing', effects: 0 })).to.equal('invalid');
    expect(verdict()).to.equal('invalid');
    expect(verdictOf(checkKeptAfterFailure(['k'], historyWith('after-failure', [], answers.created())))).to.equal(
      'unknown'
    );
  });

  it('keeps its key from other content', () => {
    const order = { ...newOrder('p', 1, randomFor(1, 'o')), key: 'k' };
    const other = (end: End) => new HistoryBuilder().attempt('k', 'A', failed).attempt('k', 'B', end).entries;

    expect(checkOthersRefused(other(answers.conflict()), [order])).to.be.empty;
    expect(verdictOf(checkOthersRefused(other(answers.created()), [order]))).to.equal('invalid');
    expect(verdictOf(checkOthersRefused(other(failed), [order]))).to.equal('invalid');
  });
});

describe('an accepted command', () => {
  const accepted: End = { kind: 'ok', status: 202, code: 'ACCEPTED', replayed: false, body: Buffer.from('{"s":1}') };
  const seen = { state: 'Succeeded', outcome: '{"id":"a1"}' };
  const verdict = (details: Record<string, string>[], ...ends: End[]): string =>
    verdictOf(checkFollowed(['k'], historyWith('status-seen', details, ...ends)));

  it('leads from 202 by its status to the outcome that duplicates get', () => {
    expect(verdict([{ state: 'Accepted' }, seen], accepted, answers.replayed())).to.equal('valid');
    expect(verdict([seen], accepted, answers.replayed('{"id": "a1"}'))).to.equal('valid');
  });

  it('is caught with another outcome, without 202, and not proved when it was not followed', () => {
    expect(verdict([seen], accepted, answers.replayed('{"id":"a2"}'))).to.equal('invalid');
    expect(verdict([seen], answers.created(), answers.replayed())).to.equal('invalid');
    expect(verdict([{ state: 'Accepted' }], accepted, answers.replayed())).to.equal('unknown');
    expect(verdict([seen], accepted)).to.equal('unknown');
  });
});
