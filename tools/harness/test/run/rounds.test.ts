import { expect } from 'chai';
import { LatencyRecorder } from '../../src/measure/latency.js';
import type { ScenarioResult } from '../../src/report/results.js';
import { MAX_SEED } from '../../src/run/random.js';
import { Rounds, prefixOfRound, seedOfRound } from '../../src/run/rounds.js';
import { sampleScenario } from '../support/results.js';

function outcome(change: Partial<ScenarioResult>, ...latencies: number[]) {
  const latency = new LatencyRecorder();
  for (const value of latencies) latency.record('COMPLETED', value);
  return { result: sampleScenario({ attempts: latencies.length, ...change }), latency, entries: [] };
}

const finding = (message: string) => ({ checker: 'c', kind: 'violation' as const, message, evidence: [] });

describe('rounds', () => {
  it('have a seed and a prefix each; the first those of a run without rounds', () => {
    expect([1, 2, 3].map((round) => seedOfRound(7, round))).to.deep.equal([7, 8, 9]);
    expect(seedOfRound(MAX_SEED, 2)).to.equal(0);
    expect([1, 2].map((round) => prefixOfRound('rsx', round))).to.deep.equal(['rsx', 'rsx-r2']);
  });

  it('add up to one result a scenario, with percentiles over all attempts', () => {
    const rounds = new Rounds();
    rounds.add(outcome({ duplicateEffects: 0, mostWaitingOnLock: 3 }, 1, 1, 1));
    rounds.end(1, 7);
    rounds.add(outcome({ duplicateEffects: 2, mostWaitingOnLock: 9 }, 9));
    rounds.end(2, 8);

    const [only, ...others] = rounds.scenarios;
    expect(others).to.be.empty;
    expect(only).to.include({ attempts: 4, duplicateEffects: 2, mostWaitingOnLock: 9, verdict: 'valid' });
    expect(only?.latencyMs.p50).to.be.closeTo(1, 0.1);
    expect(only?.latencyMs.max).to.be.closeTo(9, 0.1);
    expect(only?.latencyMsByAnswer.COMPLETED?.count).to.equal(4);
    expect(
      rounds.summaries.map(({ round, seed, attempts, latencyMs }) => [
        round,
        seed,
        attempts,
        Math.round(latencyMs.max!)
      ])
    ).to.deep.equal([
      [1, 7, 3, 1],
      [2, 8, 1, 9]
    ]);
  });

  it('keep the worst verdict, with the findings and the command line of its round first', () => {
    const rounds = new Rounds();
    rounds.add(outcome({ verdict: 'unknown', findings: [finding('slow')], findingCount: 1, replay: '--seed 1' }));
    rounds.add(outcome({ verdict: 'invalid', findings: [finding('broken')], findingCount: 4, replay: '--seed 2' }));
    rounds.add(outcome({ verdict: 'valid', replay: '--seed 3' }));

    const [only] = rounds.scenarios;
    expect(only).to.include({ verdict: 'invalid', replay: '--seed 2', findingCount: 5 });
    expect(only?.findings.map(({ message }) => message)).to.deep.equal(['broken', 'slow']);
    expect(rounds.end(1, 1).verdict).to.equal('invalid');
  });

  it('leave skipped what was skipped', () => {
    const rounds = new Rounds();
    const skipped = { verdict: 'skipped', skipReason: 'no faults' } as const;
    for (const round of [1, 2]) {
      rounds.add(outcome({ name: 'a' }, 1));
      rounds.add(outcome({ name: 'b', ...skipped }));
      expect(rounds.end(round, round).verdict).to.equal('valid');
    }
    expect(rounds.scenarios.map(({ verdict }) => verdict)).to.deep.equal(['valid', 'skipped']);
  });
});
