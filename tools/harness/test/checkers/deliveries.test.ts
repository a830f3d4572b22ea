import { expect } from 'chai';
import {
  allowedCost,
  checkCost,
  checkLateDuplicatesKnown,
  checkReceiverDrained,
  checkUnprovedRefused,
  COST,
  RECEIVER_LEFT
} from '../../src/checkers/deliveries.js';
import { verdictOf } from '../../src/checkers/finding.js';
import { RunHistory, type End, type Recorder } from '../../src/history/recorder.js';

const STORED: End = { kind: 'ok', status: 202, code: 'STORED', replayed: false };
const KNOWN: End = { kind: 'ok', status: 200, code: 'KNOWN', replayed: true };
const LOST: End = { kind: 'unknown', error: 'socket closed' };

function refused(code: string, status = 401): End {
  return { kind: 'fail', status, code };
}

function recorder(): Recorder {
  return new RunHistory().recorder('by-hand');
}

function attempt(to: Recorder, key: string, end: End, number = 1): void {
  const invoke = to.invoke({ client: 1, operation: 'charge.succeeded', key, attempt: number, body: '{}' });
  to.complete(invoke, end);
}

describe('what the receiver is left with', () => {
  const left = (waiting: number, deadLetters: number): string => {
    const history = recorder();
    history.remark(RECEIVER_LEFT, { waiting, deadLetters });
    return verdictOf(checkReceiverDrained(history.entries()));
  };

  it('must be nothing', () => {
    expect(left(0, 0)).to.equal('valid');
    expect(left(0, 1)).to.equal('invalid');
    expect(left(3, 0)).to.equal('unknown');
    expect(verdictOf(checkReceiverDrained([]))).to.equal('unknown');
  });
});

describe('late duplicates', () => {
  const late = (end: End): string => {
    const history = recorder();
    attempt(history, 'k', STORED);
    attempt(history, 'k', end, 2);
    return verdictOf(checkLateDuplicatesKnown(history.entries(), 2));
  };

  it('must be known', () => {
    expect(late(KNOWN)).to.equal('valid');
    expect(late(STORED)).to.equal('invalid');
  });

  it('prove nothing when there were none', () => {
    const history = recorder();
    attempt(history, 'k', STORED);
    expect(verdictOf(checkLateDuplicatesKnown(history.entries(), 2))).to.equal('unknown');
  });
});

describe('deliveries that nobody proved', () => {
  const reasons = new Map([['k', 'signature-mismatch']]);
  const judged = (end: End, present: readonly string[] = []): string => {
    const history = recorder();
    attempt(history, 'k', end);
    return verdictOf(checkUnprovedRefused(history.entries(), reasons, new Set(present)));
  };

  it('must be refused for the right reason', () => {
    expect(judged(refused('signature-mismatch'))).to.equal('valid');
    expect(judged(refused('timestamp-too-old'))).to.equal('invalid');
    expect(judged(refused('signature-mismatch', 400))).to.equal('invalid');
    expect(judged(STORED)).to.equal('invalid');
    expect(judged(KNOWN)).to.equal('invalid');
  });

  it('must leave no trace', () => {
    expect(judged(refused('signature-mismatch'), ['k'])).to.equal('invalid');
    expect(judged(LOST, ['k'])).to.equal('invalid');
  });

  it('prove nothing without an answer', () => {
    expect(judged(LOST)).to.equal('unknown');
    expect(verdictOf(checkUnprovedRefused([], reasons, new Set()))).to.equal('unknown');
  });
});

describe('the cost of a burst', () => {
  const cost = (events: number, calls: number, jobs: number): string => {
    const history = recorder();
    history.remark(COST, { events, calls, jobs });
    return verdictOf(checkCost(history.entries()));
  };

  it('grows with the batches, not with the events', () => {
    expect(allowedCost(5000)).to.deep.equal({ calls: 30, jobs: 40 });
    expect(cost(5000, 26, 27)).to.equal('valid');
    expect(cost(5000, 5000, 27)).to.equal('invalid');
    expect(cost(5000, 26, 5000)).to.equal('invalid');
    expect(cost(5000, 30, 40)).to.equal('valid');
    expect(cost(5000, 31, 27)).to.equal('invalid');
    expect(cost(5000, 26, 41)).to.equal('invalid');
    expect(verdictOf(checkCost([]))).to.equal('unknown');
  });
});
