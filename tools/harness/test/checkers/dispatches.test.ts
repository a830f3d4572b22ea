import { expect } from 'chai';
import {
  checkAttemptsBounded,
  checkDispatchesEnd,
  checkOneRemoteEffect,
  checkRetriesSpread,
  checkSameKeyOnEveryAttempt,
  checkSituationArose,
  countDuplicateRemoteEffects
} from '../../src/checkers/dispatches.js';
import { verdictOf } from '../../src/checkers/finding.js';
import { remoteAttemptsOf, withoutRemote } from '../../src/checkers/remoteAttempts.js';
import { checkReplayed, type ReplayRow } from '../../src/checkers/replays.js';
import { HistoryBuilder, answers } from '../support/history.js';
import { RemoteHistoryBuilder, dispatchRow } from '../support/remote.js';

const remote = (): RemoteHistoryBuilder => new RemoteHistoryBuilder();
const SUCCEEDS = new Map([['fulfil:A', 'Succeeded']]);

describe('same key on every attempt', () => {
  it('accepts retries that repeat key, content and correlation id', () => {
    const { entries } = remote().attempt({ status: 500 }).done();

    expect(checkSameKeyOnEveryAttempt(entries, [dispatchRow()])).to.be.empty;
  });

  it('catches a new key, other content, another correlation id, and work that nobody asked for', () => {
    const caught = (entries: ReturnType<typeof remote>['entries']): string =>
      verdictOf(checkSameKeyOnEveryAttempt(entries, [dispatchRow()]));

    expect(caught(remote().attempt({ status: 500 }).done({ key: 'fulfil:A:2' }).entries)).to.equal('invalid');
    expect(caught(remote().done({ content: 'other' }).entries)).to.equal('invalid');
    expect(caught(remote().done({ correlationId: 'd' }).entries)).to.equal('invalid');
    expect(caught(remote().done({ key: 'x', entity: 'X' }).entries)).to.equal('invalid');
  });
});

describe('one effect at the remote', () => {
  it('accepts attempts that hear of what was done', () => {
    const { entries } = remote().done({ status: null }).attempt({ resourceId: 'F-1' });

    expect(checkOneRemoteEffect(entries)).to.be.empty;
    expect(countDuplicateRemoteEffects(entries)).to.equal(0);
  });

  it('catches work that was done twice, with one key or with two', () => {
    for (const key of ['fulfil:A', 'fulfil:A:2']) {
      const { entries } = remote().done().done({ key, resourceId: 'F-2' });

      expect(verdictOf(checkOneRemoteEffect(entries))).to.equal('invalid');
      expect(countDuplicateRemoteEffects(entries)).to.equal(1);
    }
  });

  it('tells entities apart', () => {
    const { entries } = remote().done().done({ key: 'fulfil:B', entity: 'B', resourceId: 'F-2' });

    expect(checkOneRemoteEffect(entries)).to.be.empty;
  });
});

describe('the end of dispatches', () => {
  const end = (history: RemoteHistoryBuilder, rows: ReturnType<typeof dispatchRow>[], expected = SUCCEEDS): string =>
    verdictOf(checkDispatchesEnd(history.entries, rows, expected));

  it('accepts work that is done and known', () => {
    expect(end(remote().done(), [dispatchRow()])).to.equal('valid');
  });

  it('catches lost work, two rows, another state, and success that the remote does not know', () => {
    expect(end(remote().done(), [])).to.equal('invalid');
    expect(end(remote().done(), [dispatchRow(), dispatchRow({ id: 'a0A2' })])).to.equal('invalid');
    expect(end(remote().done(), [dispatchRow({ status: 'Exhausted' })])).to.equal('invalid');
    expect(end(remote().attempt({ status: 500 }), [dispatchRow()])).to.equal('invalid');
    expect(end(remote().done({ resourceId: 'F-9' }), [dispatchRow()])).to.equal('invalid');
  });

  it('catches a rejection of what the remote has done', () => {
    const rejected = dispatchRow({ status: 'Rejected', remoteId: undefined });

    expect(end(remote().done(), [rejected], new Map([['fulfil:A', 'Rejected']]))).to.equal('invalid');
  });

  it('cannot tell while a dispatch is open', () => {
    expect(end(remote().attempt({ status: 500 }), [dispatchRow({ status: 'Retry Scheduled' })])).to.equal('unknown');
  });
});

describe('the number of attempts', () => {
  it('is bounded, and begins anew with an operator replay', () => {
    const history = remote().attempt().attempt().attempt();

    expect(checkAttemptsBounded(history.entries, 3)).to.be.empty;
    expect(verdictOf(checkAttemptsBounded(history.entries, 2))).to.equal('invalid');
    expect(checkAttemptsBounded(history.entries, 2, () => 2)).to.be.empty;
  });
});

describe('the spread of retries', () => {
  const history = (times: readonly number[]): RemoteHistoryBuilder =>
    times.reduce(
      (built, at, number) => built.attempt({ key: `k${number}`, at: 0 }).attempt({ key: `k${number}`, at }),
      remote()
    );

  it('accepts retries that are apart', () => {
    const apart = Array.from({ length: 40 }, (_, number) => number * 500);

    expect(checkRetriesSpread(history(apart).entries, 2000, 0.25)).to.be.empty;
  });

  it('catches a crowd, wherever its window begins', () => {
    const crowd = Array.from({ length: 40 }, (_, number) => (number < 30 ? number * 2000 : 61_500 + number));

    expect(verdictOf(checkRetriesSpread(history(crowd).entries, 2000, 0.25))).to.equal('valid');
    expect(verdictOf(checkRetriesSpread(history(crowd).entries, 2000, 0.2))).to.equal('invalid');
  });

  it('does not count first attempts, and cannot tell from a few', () => {
    expect(verdictOf(checkRetriesSpread(history([1, 2, 3]).entries, 2000, 0.25))).to.equal('unknown');
  });
});

describe('the situation', () => {
  it('must have come up', () => {
    expect(checkSituationArose(remote().attempt({ step: 'cut' }).entries, ['cut'])).to.be.empty;
    expect(verdictOf(checkSituationArose(remote().attempt().entries, ['cut']))).to.equal('unknown');
    expect(verdictOf(checkSituationArose([], []))).to.equal('unknown');
  });
});

describe('what the remote told', () => {
  it('is read back and can be left out', () => {
    const { entries } = remote().done({ at: 7, status: null });

    expect(remoteAttemptsOf(entries)).to.have.length(1);
    expect(remoteAttemptsOf(entries)[0]).to.include({ at: 7, created: true, status: undefined, occurrence: 1 });
    expect(withoutRemote(entries)).to.be.empty;
    const callers = new HistoryBuilder().attempt('k', 'A', answers.created()).entries;
    expect(withoutRemote(callers)).to.deep.equal(callers);
  });
});

describe('the audit of replays', () => {
  const REPLAY: ReplayRow = {
    kind: 'Dispatch',
    workKey: 'fulfil:A',
    reason: 'It is back',
    operator: 'o@x',
    previousStatus: 'Exhausted'
  };
  const expected = { kind: 'Dispatch', reason: 'It is back' };
  const judge = (done: readonly string[], replays: readonly ReplayRow[]): string =>
    verdictOf(checkReplayed(['fulfil:A'], new Set(done), expected, { replays, operator: 'o@x' }));
  const verdict = (...replays: ReplayRow[]): string => judge(['fulfil:A'], replays);

  it('says who, why and what, once', () => {
    expect(verdict(REPLAY)).to.equal('valid');
  });

  it('is caught with another reason, operator, kind or state, twice, or of something else', () => {
    expect(verdict({ ...REPLAY, reason: '' })).to.equal('invalid');
    expect(verdict({ ...REPLAY, operator: 'p@x' })).to.equal('invalid');
    expect(verdict({ ...REPLAY, kind: 'Command' })).to.equal('invalid');
    expect(verdict({ ...REPLAY, previousStatus: 'Succeeded' })).to.equal('invalid');
    expect(verdict(REPLAY, REPLAY)).to.equal('invalid');
    expect(verdict(REPLAY, { ...REPLAY, workKey: 'fulfil:B' })).to.equal('invalid');
  });

  it('has to know of what was done; of what was not, nothing is proved', () => {
    expect(verdict()).to.equal('invalid');
    expect(judge([], [])).to.equal('unknown');
  });
});
