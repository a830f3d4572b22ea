import { expect } from 'chai';
import {
  checkAnswersInContract,
  checkConflictsRefused,
  checkEffectsAreTheWinners,
  checkEveryKeySettled,
  checkEveryKeySucceeds,
  checkOneOutcomePerKey
} from '../../src/checkers/outcomes.js';
import { verdictOf } from '../../src/checkers/finding.js';
import { digest } from '../../src/history/digest.js';
import { RunHistory, type End } from '../../src/history/recorder.js';
import { HistoryBuilder, answers } from '../support/history.js';

describe('one outcome per key', () => {
  it('accepts a first answer and its replays', () => {
    const { entries } = new HistoryBuilder()
      .attempt('k', 'A', answers.created())
      .attempt('k', 'A', answers.replayed())
      .attempt('k', 'A', answers.busy());

    expect(checkOneOutcomePerKey(entries)).to.be.empty;
  });

  it('accepts replays only: the first answer was lost', () => {
    const { entries } = new HistoryBuilder().attempt('k', 'A', answers.lost()).attempt('k', 'A', answers.replayed());

    expect(checkOneOutcomePerKey(entries)).to.be.empty;
  });

  it('catches a replay with other bytes', () => {
    const { entries } = new HistoryBuilder()
      .attempt('k', 'A', answers.created('{"id":"a1","total":1.0}'))
      .attempt('k', 'A', answers.replayed('{"id":"a1","total":1}'));

    const findings = checkOneOutcomePerKey(entries);

    expect(findings).to.have.length(1);
    expect(findings[0]?.evidence).to.have.length(4);
  });

  it('catches a replay with another status', () => {
    const { entries } = new HistoryBuilder()
      .attempt('k', 'A', answers.created())
      .attempt('k', 'A', { ...answers.replayed(), status: 200 });

    expect(verdictOf(checkOneOutcomePerKey(entries))).to.equal('invalid');
  });

  it('catches two first answers, even when their bytes agree', () => {
    const { entries } = new HistoryBuilder().attempt('k', 'A', answers.created()).attempt('k', 'A', answers.created());

    expect(checkOneOutcomePerKey(entries).map((finding) => finding.message)).to.deep.equal([
      '2 attempts with one key were each answered as the first one.'
    ]);
  });

  it('catches a rejection that a duplicate turns into success', () => {
    const { entries } = new HistoryBuilder()
      .attempt('k', 'A', answers.rejected())
      .attempt('k', 'A', answers.replayed());

    expect(verdictOf(checkOneOutcomePerKey(entries))).to.equal('invalid');
  });

  it('accepts an asynchronous command that was accepted and later completed', () => {
    const accepted = { ...answers.created('{"status":"Accepted"}'), status: 202, code: 'ACCEPTED' };
    const { entries } = new HistoryBuilder()
      .attempt('k', 'A', accepted)
      .attempt('k', 'A', { ...accepted, replayed: true })
      .attempt('k', 'A', answers.replayed());

    expect(checkOneOutcomePerKey(entries)).to.be.empty;
  });

  it('keeps keys apart', () => {
    const { entries } = new HistoryBuilder()
      .attempt('k', 'A', answers.created('{"id":"1"}'))
      .attempt('l', 'A', answers.created('{"id":"2"}'));

    expect(checkOneOutcomePerKey(entries)).to.be.empty;
  });
});

describe('conflicts are refused', () => {
  it('accepts a conflict for other content and a replay for the same', () => {
    const { entries } = new HistoryBuilder()
      .attempt('k', 'A', answers.created())
      .attempt('k', 'B', answers.conflict())
      .attempt('k', 'A', answers.replayed())
      .attempt('k', 'B', answers.lost());

    expect(checkConflictsRefused(entries)).to.be.empty;
  });

  for (const [name, end, message] of [
    ['accepted', answers.replayed(), 'two different contents'],
    ['refused for another reason', answers.invalid(), 'INVALID_REQUEST']
  ] as const) {
    it(`catches other content that is ${name}`, () => {
      const { entries } = new HistoryBuilder().attempt('k', 'A', answers.created()).attempt('k', 'B', end);

      expect(checkConflictsRefused(entries)[0]?.message).to.contain(message);
    });
  }

  it('accepts a busy answer where the same client is then told of the conflict', () => {
    const busy: End = { kind: 'fail', status: 503, code: 'RETRYABLE_FAILURE', replayed: false };
    const history = (...ends: End[]) => {
      const recorder = new RunHistory().recorder('s');
      const attempt = (client: number, body: string, end: End) =>
        recorder.complete(recorder.invoke({ client, operation: 'o', key: 'k', attempt: 1, body }), end);
      attempt(1, 'A', answers.created());
      for (const end of ends) attempt(2, 'B', end);
      return recorder.entries();
    };

    expect(checkConflictsRefused(history(busy, answers.conflict()))).to.be.empty;
    expect(verdictOf(checkConflictsRefused(history(busy)))).to.equal('invalid');
    expect(verdictOf(checkConflictsRefused(history(answers.conflict(), busy)))).to.equal('invalid');
  });

  it('catches a true duplicate that is refused as a conflict', () => {
    const { entries } = new HistoryBuilder().attempt('k', 'A', answers.created()).attempt('k', 'A', answers.conflict());

    expect(checkConflictsRefused(entries)[0]?.message).to.contain('true duplicate');
  });
});

describe('effects are the winners', () => {
  const expected = new Map([
    [digest('A'), { Amount__c: 10 }],
    [digest('B'), { Amount__c: 20 }]
  ]);
  const { entries } = new HistoryBuilder().attempt('k', 'A', answers.created()).attempt('k', 'B', answers.conflict());

  it('accepts the fields of the accepted content', () => {
    expect(checkEffectsAreTheWinners(entries, [{ key: 'k', id: 'a1', fields: { Amount__c: 10 } }], expected)).to.be
      .empty;
  });

  it('catches a refused attempt that changed the record', () => {
    const findings = checkEffectsAreTheWinners(entries, [{ key: 'k', id: 'a1', fields: { Amount__c: 20 } }], expected);

    expect(findings[0]?.message).to.contain('Amount__c is 20, not 10');
  });
});

describe('every key succeeds', () => {
  it('accepts a key with one success among refusals', () => {
    const { entries } = new HistoryBuilder().attempt('k', 'B', answers.conflict()).attempt('k', 'A', answers.created());

    expect(checkEveryKeySucceeds(entries)).to.be.empty;
  });

  it('does not accept a run in which everything was refused', () => {
    const refusedAll = (end: typeof answers.rejected) =>
      checkEveryKeySucceeds(new HistoryBuilder().attempt('k', 'A', end()).attempt('l', 'A', end()).entries);

    expect(verdictOf(refusedAll(answers.rejected))).to.equal('invalid');
    expect(verdictOf(refusedAll(() => ({ ...answers.rejected(), status: 403, code: 'NOT_PERMITTED' })))).to.equal(
      'unknown'
    );
  });
});

describe('answers stay in the contract', () => {
  it('can tell nothing from a mistake of the local org', () => {
    const body = Buffer.from('[{"message":"internal error of the local org: x","errorCode":"UNKNOWN_EXCEPTION"}]');
    const { entries } = new HistoryBuilder()
      .attempt('k', 'A', { kind: 'unknown', status: 500, body })
      .attempt('k', 'A', answers.created());

    expect(verdictOf(checkAnswersInContract(entries))).to.equal('unknown');
  });

  it('calls an escaped exception a violation', () => {
    const { entries } = new HistoryBuilder().attempt('k', 'A', answers.escaped()).attempt('k', 'A', answers.created());

    expect(verdictOf(checkAnswersInContract(entries))).to.equal('invalid');
  });

  it('does not blame the product for a gateway', () => {
    const { entries } = new HistoryBuilder().attempt('k', 'A', answers.gateway()).attempt('k', 'A', answers.created());

    expect(verdictOf(checkAnswersInContract(entries))).to.equal('unknown');
  });

  it('merges what is wrong alike into one finding', () => {
    const history = new HistoryBuilder();
    for (let count = 0; count < 5; count += 1) history.attempt(`k${count}`, 'A', answers.escaped());

    const findings = checkAnswersInContract(history.entries).filter(
      (finding) => finding.checker === 'answers-in-contract'
    );

    expect(findings).to.have.length(1);
    expect(findings[0]?.message).to.contain('4 more');
  });

  it('cannot tell about a key without any certain answer', () => {
    const history = new HistoryBuilder().attempt('lost', 'A', answers.lost()).attempt('busy', 'A', answers.busy());
    history.start('open', 'A');

    const findings = checkEveryKeySettled(history.entries);

    expect(findings.map((finding) => finding.key)).to.deep.equal(['lost', 'busy', 'open']);
    expect(verdictOf(findings)).to.equal('unknown');
  });
});
