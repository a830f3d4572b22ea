import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toText } from '../../src/cli/compare.js';
import { compareOutcomes, readOutcomes } from '../../src/parity/compare.js';
import { outcomesOf, type RunOutcomes } from '../../src/parity/outcomes.js';
import type { Entry } from '../../src/history/entry.js';
import { UsageError } from '../../src/run/errors.js';
import type { End } from '../../src/history/recorder.js';
import { HistoryBuilder, answers } from '../support/history.js';
import { RemoteHistoryBuilder } from '../support/remote.js';
import { sampleResults, sampleScenario } from '../support/results.js';

const results = sampleResults({ scenarios: [sampleScenario({ name: 'by-hand' })] });
const outcomes = (prefix: string, history: readonly Entry[], change: Partial<RunOutcomes> = {}): RunOutcomes => ({
  ...outcomesOf(results, history, prefix, 50),
  ...change
});

/** Two contents race for a key; either may win. */
function race(prefix: string, firstWins: boolean): readonly Entry[] {
  const history = new HistoryBuilder();
  const key = `${prefix}-x:1`;
  return history
    .attempt(key, 'A', firstWins ? answers.created() : answers.conflict())
    .attempt(key, 'B', firstWins ? answers.conflict() : answers.created())
    .attempt(key, 'A', answers.lost()).entries;
}

describe('the outcomes of two runs', () => {
  it('are the same when only keys, winners and lost answers differ', () => {
    const left = outcomes('rsaaa', race('rsaaa', true));
    const right = outcomes('rsbbb', race('rsbbb', false), { org: 'other' });

    expect(left.scenarios['by-hand']?.answers).to.deep.equal({
      '-x:1': ['201 COMPLETED', '409 IDEMPOTENCY_CONFLICT']
    });
    expect(compareOutcomes(left, right)).to.deep.equal({ differences: [], compared: ['by-hand'], skipped: [] });
  });

  it('are the same however often attempts had to be made again', () => {
    const busy: End = { kind: 'fail', status: 503, code: 'RETRYABLE_FAILURE', replayed: false };
    const smooth = new HistoryBuilder().attempt('rs1-x:1', 'A', answers.created()).entries;
    const rough = new HistoryBuilder().attempt('rs1-x:1', 'A', busy).attempt('rs1-x:1', 'A', answers.created()).entries;

    expect(compareOutcomes(outcomes('rs1', smooth), outcomes('rs1', rough)).differences).to.be.empty;
  });

  it('hold of a remote that it did the work, or refused it', () => {
    const of = (history: RemoteHistoryBuilder) => outcomes('rs1', history.entries).scenarios['by-hand']?.answers;
    const remote = () => new RemoteHistoryBuilder();

    expect(of(remote().done())).to.deep.equal({ 'fulfil:A': ['done'] });
    expect(of(remote().done({ status: null }).attempt({ status: 200, resourceId: 'F-1' }))).to.deep.equal({
      'fulfil:A': ['done']
    });
    expect(of(remote().attempt({ status: 422 }))).to.deep.equal({ 'fulfil:A': ['422'] });
    expect(of(remote().attempt({ status: 429 }).attempt({ status: 500 }))).to.deep.equal({});
  });

  it('differ where an org answers in another way, or not for certain', () => {
    const left = outcomes('rs1', race('rs1', true));
    const rejected = outcomes('rs1', new HistoryBuilder().attempt('rs1-x:1', 'A', answers.rejected()).entries);
    const silent = outcomes('rs1', new HistoryBuilder().attempt('rs1-x:1', 'A', answers.lost()).entries);

    expect(compareOutcomes(left, rejected).differences).to.deep.equal([
      { scenario: 'by-hand', what: '-x:1', left: '201 COMPLETED, 409 IDEMPOTENCY_CONFLICT', right: '400 REJECTED' }
    ]);
    expect(compareOutcomes(left, silent).differences[0]?.right).to.equal('no certain answer');
  });

  it('differ in verdicts, effects and scenarios', () => {
    const left = outcomes('rs1', []);
    const scenario = { verdict: 'invalid', duplicateEffects: 2, answers: {} } as const;
    const right = { ...left, scenarios: { 'by-hand': scenario, more: scenario } };

    expect(compareOutcomes(left, right).differences.map(({ what }) => what)).to.deep.equal([
      'verdict',
      'duplicate effects',
      'scenario'
    ]);
  });

  it('do not differ in what an org could not be asked', () => {
    const left = outcomes('rs1', race('rs1', true));
    const skipped = { verdict: 'skipped', duplicateEffects: 0, answers: {} } as const;
    const some = { ...left, scenarios: { ...left.scenarios, faults: skipped } };
    const none = { ...left, org: 'other', scenarios: { 'by-hand': skipped } };
    const ran = { ...left, scenarios: { ...left.scenarios, faults: { ...skipped, verdict: 'valid' as const } } };

    expect(compareOutcomes(ran, some)).to.deep.equal({ differences: [], compared: ['by-hand'], skipped: ['faults'] });
    expect(toText(ran, some, compareOutcomes(ran, some)))
      .to.contain('same outcomes in 1 scenarios')
      .and.to.contain('faults');
    expect(toText(left, none, compareOutcomes(left, none))).to.contain('nothing is compared');
  });

  it('of different schedules are not compared', () => {
    const left = outcomes('rs1', []);
    expect(() => compareOutcomes(left, { ...left, seed: 1 })).to.throw(UsageError, 'seed 42 and 1');
  });

  it('are read from a folder, or missed with a next step', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parity-'));
    try {
      const missing = await readOutcomes(folder).catch((error: UsageError) => error);
      expect(missing).to.be.instanceOf(UsageError);
      expect((missing as UsageError).actions.join()).to.contain('--record');

      await writeFile(join(folder, 'outcomes.json'), JSON.stringify(outcomes('rs1', [])));
      expect(await readOutcomes(folder)).to.deep.equal(outcomes('rs1', []));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
