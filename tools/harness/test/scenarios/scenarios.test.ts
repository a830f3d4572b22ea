import { expect } from 'chai';
import { verdictOf } from '../../src/checkers/finding.js';
import { RunHistory } from '../../src/history/recorder.js';
import { randomFor } from '../../src/run/random.js';
import { initialsOf } from '../../src/run/scenarioRun.js';
import { SCENARIOS, scenarioNamed } from '../../src/scenarios/catalogue.js';
import { permutations } from '../../src/scenarios/outOfOrderEvents.js';
import { checkLostAnswersReplayed } from '../../src/scenarios/responseLostAfterCommit.js';
import { newOrder, otherSpellings, withAmount } from '../../src/workload/orders.js';
import { HistoryBuilder, answers } from '../support/history.js';

function planOf(name: string, seed: number): unknown {
  return scenarioNamed(name).plan({ random: randomFor(seed, name), sizes: {}, concurrency: 10, prefix: 'p' });
}

/** The final state of an org that holds nothing of a scenario: every list that its checker looks at is empty. */
const NOTHING = new Proxy({ duplicateEffects: 0 }, { get: (state, name) => Reflect.get(state, name) ?? [] });

describe('scenarios', () => {
  for (const { name } of SCENARIOS) {
    it(`${name} has one schedule for one seed`, () => {
      expect(planOf(name, 1)).to.deep.equal(planOf(name, 1));
      expect(planOf(name, 1)).to.not.deep.equal(planOf(name, 2));
    });
  }

  it('have prefixes of their own, so that their records do not meet', () => {
    const prefixes = SCENARIOS.map(({ name }) => initialsOf(name));

    expect(prefixes).to.have.length(new Set(prefixes).size);
  });

  it('are refused by name with the names that there are', () => {
    expect(() => scenarioNamed('nope')).to.throw("no scenario 'nope'");
  });

  for (const { name, check } of SCENARIOS) {
    it(`${name} never calls a run valid in which nothing happened`, () => {
      expect(verdictOf(check(planOf(name, 1), [], NOTHING))).to.equal('unknown');
    });
  }
});

describe('other spellings of a command', () => {
  const order = newOrder('p', 1, randomFor(1, 'orders'));
  const meaning = (body: string): unknown => {
    const { orderNumber, currency, lines } = JSON.parse(body) as Record<string, unknown>;
    return { orderNumber: String(orderNumber).trim(), currency, lines };
  };

  it('mean the same and are written differently', () => {
    const spellings = otherSpellings(order);

    for (const { body, key } of spellings) {
      expect(meaning(body)).to.deep.equal(meaning(order.body));
      expect(key).to.equal(order.key);
    }
    expect(new Set(spellings.map(({ body, headers }) => `${JSON.stringify(headers)} ${body}`)).size).to.equal(
      spellings.length
    );
  });

  it('differ from other content', () => {
    expect(meaning(withAmount(order, order.amount + 1).body)).to.not.deep.equal(meaning(order.body));
  });
});

describe('permutations', () => {
  it('are all there, each once', () => {
    const all = permutations(4);

    expect(all).to.have.length(24);
    expect(new Set(all.map(String)).size).to.equal(24);
    for (const order of all) expect([...order].sort()).to.deep.equal([0, 1, 2, 3]);
  });
});

describe('answers that were lost', () => {
  function history(retry: 'replayed' | 'created', upstreamStatus: number) {
    const run = new RunHistory();
    const recorder = run.recorder('s');
    const start = { client: 1, operation: 'o', key: 'k', body: '' };
    recorder.complete(recorder.invoke({ ...start, attempt: 1 }), answers.lost());
    recorder.remark('fault', { fault: 'drop-response', occurrence: 1, upstreamStatus }, 'k');
    recorder.complete(recorder.invoke({ ...start, attempt: 2 }), answers[retry]());
    return recorder.entries();
  }

  it('must come back as replays', () => {
    expect(checkLostAnswersReplayed(history('replayed', 201))).to.be.empty;
    expect(verdictOf(checkLostAnswersReplayed(history('created', 201)))).to.equal('invalid');
  });

  it('prove nothing when the org had not committed, or none was lost', () => {
    expect(verdictOf(checkLostAnswersReplayed(history('created', 503)))).to.equal('unknown');
    expect(
      verdictOf(checkLostAnswersReplayed(new HistoryBuilder().attempt('k', 'A', answers.created()).entries))
    ).to.equal('unknown');
  });
});
