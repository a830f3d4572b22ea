import { expect } from 'chai';
import { verdictOf, type Finding } from '../../src/checkers/finding.js';
import { stepOfMix } from '../../src/downstream/behaviour.js';
import { PASS } from '../../src/faults/fault.js';
import { RunHistory, type End } from '../../src/history/recorder.js';
import { randomFor } from '../../src/run/random.js';
import { checkAnswersInContract } from '../../src/checkers/outcomes.js';
import { checkFaultsMet, failingMix, withoutAbandoned } from '../../src/scenarios/everythingAtOnce.js';
import { checkAnswersLost } from '../../src/scenarios/forwardingAnswerLost.js';
import { checkNamed } from '../../src/scenarios/invalidRequests.js';
import { checkToldToWait } from '../../src/scenarios/operatorReplay.js';
import { checkRejected, checkStillCreated } from '../../src/scenarios/permanentRejection.js';
import { checkExplained } from '../../src/scenarios/randomSchedules.js';
import { checkAskedAgain } from '../../src/scenarios/retentionKeepsValid.js';
import { checkEveryAttemptSucceeds } from '../../src/scenarios/sameCommandAgain.js';
import { checkMetInProgress } from '../../src/scenarios/sameKeyOtherPayload.js';
import { checkEveryContestRan, checkOneWinner } from '../../src/scenarios/sameOrderOtherKey.js';
import { checkSomethingArrived } from '../../src/scenarios/steadyArrivals.js';
import { checkForbidden, checkNoTrace } from '../../src/scenarios/unauthorisedCaller.js';
import { newOrder, withAmount } from '../../src/workload/orders.js';
import { HistoryBuilder, answers } from '../support/history.js';
import { RemoteHistoryBuilder } from '../support/remote.js';

const history = (...ends: End[]) => ends.reduce((built, end) => built.attempt('k', 'A', end), new HistoryBuilder());
const verdict = (findings: readonly Finding[]): string => verdictOf(findings);
const order = { ...newOrder('p', 1, randomFor(1, 'orders')), key: 'k' };

describe('faults everywhere', () => {
  const met = (fault: string, step: string) =>
    verdict(checkFaultsMet(new RemoteHistoryBuilder().remark('fault', { fault }).attempt({ step }).entries));

  it('were met on the wire and at the remote', () => {
    expect(met('drop-response', 'refuse')).to.equal('valid');
    expect(met(PASS.kind, 'refuse')).to.equal('unknown');
    expect(met('drop-response', 'answer')).to.equal('unknown');
  });

  it('meet a remote that fails at least once, however few the orders', () => {
    for (let seed = 0; seed < 50; seed++) {
      const mix = failingMix(['only'], randomFor(seed, 'everything-at-once'));
      expect(stepOfMix(mix, 'only', 1).do, `seed ${seed}`).not.to.equal('answer');
    }
  });
});

describe('an answer to the receiver that was lost', () => {
  const lost = (fault: string, upstreamStatus: number) => {
    const recorder = new RunHistory().recorder('s');
    recorder.remark('fault', { fault, upstreamStatus });
    return verdict(checkAnswersLost(recorder.entries()));
  };

  it('belongs to rows that the org had stored', () => {
    expect(lost('drop-response', 200)).to.equal('valid');
    expect(lost('cut-mid-body', 200)).to.equal('valid');
    expect(lost('drop-response', 503)).to.equal('unknown');
    expect(lost('delay', 200)).to.equal('unknown');
  });
});

describe('a request with a mistake', () => {
  const named = (...ends: End[]) =>
    verdict(checkNamed([{ ...order, expected: 'INVALID_REQUEST' }], history(...ends).entries));

  it('is answered by the name of the mistake, every time', () => {
    expect(named(answers.invalid(), answers.invalid())).to.equal('valid');
    expect(named(answers.invalid(), answers.created())).to.equal('invalid');
    expect(named(answers.escaped())).to.equal('unknown');
    expect(named()).to.equal('unknown');
  });
});

describe('a caller whose command needs a person', () => {
  const exhausted: End = { kind: 'fail', status: 409, code: 'ATTEMPTS_EXHAUSTED', replayed: false };
  const told = (...ends: End[]) => verdict(checkToldToWait(['k'], history(...ends).entries));

  it('is told so, and later gets the stored outcome', () => {
    expect(told(exhausted, answers.replayed())).to.equal('valid');
    expect(told(answers.conflict(), answers.replayed())).to.equal('invalid');
    expect(told(exhausted, answers.created())).to.equal('invalid');
    expect(told(exhausted)).to.equal('unknown');
    expect(told(exhausted, answers.lost())).to.equal('unknown');
  });
});

describe('a cancellation that cannot be', () => {
  const rejected = (...ends: End[]) => verdict(checkRejected(history(...ends).entries, ['k']));

  it('is rejected by every answer', () => {
    expect(rejected(answers.rejected(), answers.lost())).to.equal('valid');
    expect(rejected(answers.rejected(), answers.created())).to.equal('invalid');
    expect(rejected(answers.invalid())).to.equal('unknown');
    expect(rejected()).to.equal('unknown');
  });

  it('leaves the order as it was', () => {
    const having = (Status__c: string) => [{ key: 'k', id: 'a1', fields: { Status__c } }];

    expect(verdict(checkStillCreated([order], having('Created')))).to.equal('valid');
    expect(verdict(checkStillCreated([order], having('Cancelled')))).to.equal('invalid');
  });
});

describe('random schedules', () => {
  const remarked = (subject: string, detail: Record<string, string | number>) => {
    const recorder = new RunHistory().recorder('s');
    for (const key of ['p3:1', 'p4:1']) {
      recorder.complete(recorder.invoke({ client: 1, operation: 'o', key, attempt: 1, body: '' }), answers.created());
    }
    recorder.remark(subject, detail);
    return checkExplained(recorder.entries());
  };

  it('were explained by the model', () => {
    expect(verdict(remarked('schedules-passed', { schedules: 5 }))).to.equal('valid');
    expect(verdict(remarked('schedules-passed', { schedules: 0 }))).to.equal('unknown');
  });

  it('are shown by the smallest one that was not, with its own attempts alone', () => {
    const found = remarked('counterexample', { message: 'odd.', schedule: 'A A', keyPrefix: 'p3', shrinks: 7 });

    expect(verdict(found)).to.equal('invalid');
    expect(found[0]?.message).to.contain('after 7 steps: A A');
    expect(found[0]?.evidence.map((entry) => (entry.kind === 'invoke' ? entry.key : entry.kind))).to.deep.equal([
      'p3:1',
      'ok'
    ]);
  });
});

describe('a command that is still valid', () => {
  it('was asked for again after retention', () => {
    const again = (...ends: End[]) => verdict(checkAskedAgain([order], history(...ends).entries));

    expect(again(answers.created(), answers.replayed())).to.equal('valid');
    expect(again(answers.created(), answers.lost())).to.equal('unknown');
  });
});

describe('the same content in other spellings', () => {
  it('is never refused', () => {
    const attempts = (...ends: End[]) => verdict(checkEveryAttemptSucceeds(history(...ends).entries));

    expect(attempts(answers.created(), answers.replayed())).to.equal('valid');
    expect(attempts(answers.created(), answers.conflict())).to.equal('invalid');
    expect(attempts()).to.equal('unknown');
  });
});

describe('other content for a key in progress', () => {
  function contest(conflictComes: 'during' | 'after') {
    const built = new HistoryBuilder();
    const [first, second] = [built.start('k', 'A'), built.start('k', 'B')];
    const ends: [number, End][] = [
      [second, answers.conflict()],
      [first, answers.created()]
    ];
    for (const [invoke, end] of ends) built.end(invoke, end);
    if (conflictComes === 'during') return built.entries;
    return new HistoryBuilder().attempt('k', 'A', answers.created()).attempt('k', 'B', answers.conflict()).entries;
  }

  it('met the first command while it was worked on', () => {
    expect(verdict(checkMetInProgress(contest('during'), ['k']))).to.equal('valid');
    expect(verdict(checkMetInProgress(contest('after'), ['k']))).to.equal('unknown');
  });
});

describe('an order that several callers create', () => {
  const callers = ['k', 'l'].map((key, index) => ({ ...withAmount(order, 100 + index), key }));
  const ends = (first: End, second: End) =>
    new HistoryBuilder().attempt('k', 'A', first).attempt('l', 'B', second).entries;
  const record = (amount: number) => [{ key: 'k', id: 'a1', fields: { Total_Amount__c: amount / 100 } }];

  it('is made by one of them, and is what that one asked for', () => {
    expect(verdict(checkOneWinner(callers, ends(answers.created(), answers.rejected()), record(100)))).to.equal(
      'valid'
    );
    expect(verdict(checkOneWinner(callers, ends(answers.rejected(), answers.created()), record(101)))).to.equal(
      'valid'
    );
    expect(verdict(checkOneWinner(callers, ends(answers.created(), answers.rejected()), record(101)))).to.equal(
      'invalid'
    );
  });

  it('is not made by two, and nobody is told another reason', () => {
    expect(verdict(checkOneWinner(callers, ends(answers.created(), answers.created()), record(100)))).to.equal(
      'invalid'
    );
    expect(verdict(checkOneWinner(callers, ends(answers.created(), answers.conflict()), record(100)))).to.equal(
      'invalid'
    );
  });

  it('proves something only when somebody made it', () => {
    expect(verdict(checkEveryContestRan([callers], ends(answers.rejected(), answers.created())))).to.equal('valid');
    expect(verdict(checkEveryContestRan([callers], ends(answers.rejected(), answers.lost())))).to.equal('unknown');
  });
});

describe('arrivals', () => {
  it('must have been sent', () => {
    expect(verdict(checkSomethingArrived(history(answers.created()).entries.length))).to.equal('valid');
    expect(verdict(checkSomethingArrived(0))).to.equal('unknown');
  });
});

describe('a user without permission', () => {
  const refused: End = { kind: 'fail', status: 403, code: 'NOT_PERMITTED', replayed: false };

  it('is refused, every time', () => {
    expect(verdict(checkForbidden(history(refused, refused).entries))).to.equal('valid');
    expect(verdict(checkForbidden(history(refused, answers.created()).entries))).to.equal('invalid');
    expect(verdict(checkForbidden(history(answers.lost()).entries))).to.equal('unknown');
    expect(verdict(checkForbidden([]))).to.equal('unknown');
  });

  it('leaves neither record nor row', () => {
    expect(verdict(checkNoTrace([], []))).to.equal('valid');
    expect(verdict(checkNoTrace([{ key: 'k', id: 'a1', fields: {} }], []))).to.equal('invalid');
    expect(verdict(checkNoTrace([], [{ key: 'k', status: 'Rejected', conflicts: 0 }]))).to.equal('invalid');
  });
});

describe('an exception that leaves the service', () => {
  const escapedFrom = (place: string): End => ({
    kind: 'unknown',
    status: 500,
    replayed: false,
    body: Buffer.from(`[{"errorCode":"APEX_ERROR","message":"UNABLE_TO_LOCK_ROW\\nClass.${place}: line 1, column 1"}]`)
  });
  const verdict = (...ends: End[]): string => {
    const built = new HistoryBuilder();
    for (const end of ends) built.attempt('k', 'A', end);
    return verdictOf(checkAnswersInContract(withoutAbandoned(built.entries)));
  };

  it('is the way out of a ledger that can neither finish nor remove its row, where the key is sent again', () => {
    expect(verdict(escapedFrom('CommandLedger.abandon'), answers.created())).to.equal('valid');
    expect(verdict(escapedFrom('CommandLedger.abandon'))).to.equal('unknown');
  });

  it('is a violation from anywhere else', () => {
    expect(verdict(escapedFrom('OrderHandler.handle'), answers.created())).to.equal('invalid');
  });
});
