import { expect } from 'chai';
import { verdictOf } from '../../src/checkers/finding.js';
import { randomFor } from '../../src/run/random.js';
import { checkRecognised } from '../../src/scenarios/alreadyDoneAtRemote.js';
import type { DispatchPlan } from '../../src/scenarios/dispatchScenario.js';
import { checkDoneBeforeHeard } from '../../src/scenarios/remoteResponseLost.js';
import { checkWaits } from '../../src/scenarios/retryAfterHonoured.js';
import { checkAttemptCounts } from '../../src/scenarios/transientThenSuccess.js';
import { checkSentAgain } from '../../src/scenarios/workerKilledBeforeStore.js';
import { WAITS } from '../../src/workload/outbox.js';
import { newPaidOrder } from '../../src/workload/paidOrders.js';
import { RemoteHistoryBuilder, dispatchRow } from '../support/remote.js';

const paidOrder = newPaidOrder('p', 1, randomFor(1, 'paid'));
const key = paidOrder.dispatchKey;
const remote = (): RemoteHistoryBuilder => new RemoteHistoryBuilder();

describe('waits that a remote asked for', () => {
  const plan = (asDate: boolean): DispatchPlan => ({
    cases: [
      {
        paidOrder,
        steps: [{ do: 'refuse', status: 429, retryAfterSeconds: 60, retryAfterAsDate: asDate }],
        ends: 'Succeeded'
      }
    ]
  });
  const verdict = (waitMs: number, asDate = false): string =>
    verdictOf(checkWaits(plan(asDate), remote().remark(WAITS, { waitMs }, key).entries));

  it('must be as long as asked for; a date may be a started second early', () => {
    expect(verdict(60_000)).to.equal('valid');
    expect(verdict(59_999)).to.equal('invalid');
    expect(verdict(59_000, true)).to.equal('valid');
    expect(verdict(58_999, true)).to.equal('invalid');
    expect(verdictOf(checkWaits(plan(false), []))).to.equal('unknown');
  });
});

describe('the number of attempts that answers ask for', () => {
  const expected = new Map([['fulfil:A', 2]]);

  it('is kept to exactly', () => {
    expect(checkAttemptCounts(remote().attempt({ status: 500 }).done().entries, expected)).to.be.empty;
    expect(verdictOf(checkAttemptCounts(remote().done().entries, expected))).to.equal('unknown');
    expect(verdictOf(checkAttemptCounts(remote().done().attempt().attempt().entries, expected))).to.equal('invalid');
  });
});

describe('work whose answer was lost', () => {
  const plan: DispatchPlan = { cases: [{ paidOrder, steps: [{ do: 'commit-then-cut' }], ends: 'Succeeded' }] };

  it('was done by the first attempt and heard of by a later one', () => {
    const told = remote().done({ key, status: null }).attempt({ key, resourceId: 'F-1' });
    const anew = remote().attempt({ key, status: 500 }).done({ key });

    expect(checkDoneBeforeHeard(plan, told.entries)).to.be.empty;
    expect(verdictOf(checkDoneBeforeHeard(plan, anew.entries))).to.equal('invalid');
  });
});

describe('work that existed already', () => {
  it('is recognised as such', () => {
    const { entries } = remote().attempt({ status: 409, resourceId: 'F-1' });

    expect(
      checkRecognised(entries, {
        dispatches: [dispatchRow({ lastCategory: 'Success Existing' })],
        replays: [],
        duplicateEffects: 0
      })
    ).to.be.empty;
    expect(
      verdictOf(checkRecognised(entries, { dispatches: [dispatchRow()], replays: [], duplicateEffects: 0 }))
    ).to.equal('invalid');
  });
});

describe('workers that died', () => {
  it('must have sent something that was sent again', () => {
    const again = remote().done().attempt({ resourceId: 'F-1' });

    expect(verdictOf(checkSentAgain(again.entries))).to.equal('unknown');
    expect(checkSentAgain(again.remark('workers-stopped', { times: 2 }).entries)).to.be.empty;
    expect(verdictOf(checkSentAgain(remote().done().remark('workers-stopped', { times: 2 }).entries))).to.equal(
      'unknown'
    );
  });
});
