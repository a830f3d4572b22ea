import { expect } from 'chai';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operationsOf } from '../../src/history/entry.js';
import { readHistory } from '../../src/history/file.js';
import { assertResults } from '../../src/report/folder.js';
import type { Results } from '../../src/report/results.js';
import { loginWithAccessToken } from '../../src/sf/commands.js';
import { ROOT, loadTest, startScript, until, type Running } from './support.js';

async function resultsIn(folder: string): Promise<Results> {
  const results = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as unknown;
  assertResults(results);
  return results;
}

describe('the load test', function () {
  this.timeout(300_000);
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'harness-nut-'))));
  afterEach(() => rm(folder, { recursive: true, maxRetries: 3 }));

  it('proves the project on a local org of its own', async () => {
    const { code, stdout } = await loadTest(['--profile', 'smoke', '--seed', '7', '--json', '--report-dir', folder]);

    const results = JSON.parse(stdout) as Results;
    expect(results, stdout).to.deep.include({ verdict: 'valid', seed: 7, problems: [], interrupted: false });
    expect(code).to.equal(0);
    expect(await resultsIn(folder)).to.deep.equal(results);
    for (const scenario of results.scenarios) {
      expect(scenario, scenario.name).to.include({ verdict: 'valid', duplicateEffects: 0 });
      expect(scenario.attempts, scenario.name).to.be.greaterThan(0);
    }
    expect(results.scenarios[0]?.mostWaitingOnLock).to.be.at.least(2);
    const attempts = operationsOf(await readHistory(join(folder, 'history.jsonl'))).length;
    expect(attempts).to.equal(results.scenarios.reduce((sum, scenario) => sum + scenario.attempts, 0));
  });

  it('catches a negative control', async () => {
    const args = ['--profile', 'smoke', '--negative-control', 'query-then-insert', '--report-dir', folder];
    const { code, stdout } = await loadTest(args);

    expect(code, stdout).to.equal(0);
    const { negativeControls, scenarios } = await resultsIn(folder);
    expect(scenarios).to.be.empty;
    expect(negativeControls.map(({ name, caughtBy }) => [name, caughtBy])).to.deep.equal([
      ['query-then-insert', 'concurrent-duplicates']
    ]);
  });

  it('stops on Ctrl-C, says how far it got and ends with 3', async () => {
    const run = startScript('scripts/load-test.ts', ['--report-dir', folder]);
    await until(() => run.output().includes('sf project deploy start: '), 200_000, 'the deploy');
    run.process.kill('SIGINT');

    const { code } = await run.ended;

    expect(code).to.equal(3);
    const results = await resultsIn(folder);
    expect(results).to.include({ verdict: 'unknown', interrupted: true });
    expect(results.scenarios.map((scenario) => scenario.verdict))
      .to.include('unknown')
      .and.to.not.include('invalid');
  });
});

describe('the load test on an org by alias', function () {
  this.timeout(300_000);
  let folder: string;
  let org: Running;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'harness-nut-'));
    org = startScript('tools/harness/test/nut/localOrgProcess.ts', []);
    await until(() => org.output().includes('\n'), 120_000, 'the local org');
    const { url, accessToken } = JSON.parse(org.output()) as { url: string; accessToken: string };
    await loginWithAccessToken({ instanceUrl: url, accessToken, alias: 'nut-org' }, { cwd: ROOT, home: folder });
    env = { HOME: folder, USERPROFILE: folder, SF_USE_GENERIC_UNIX_KEYCHAIN: 'true' };
  });

  after(async () => {
    org.process.kill('SIGTERM');
    await org.ended;
    await rm(folder, { recursive: true, maxRetries: 3 });
  });

  it('deploys and proves it; a second run needs no deploy', async () => {
    // One of each direction: all of them are run by the test above.
    const scenarios = 'concurrent-duplicates,out-of-order-events,same-key-on-every-attempt,repeated-deliveries';
    const args = ['--target-org', 'nut-org', '--profile', 'smoke', '--scenario', scenarios, '--report-dir'];
    const first = await loadTest([...args, join(folder, 'first')], env);
    const second = await loadTest([...args, join(folder, 'second'), '--no-deploy'], env);

    expect([first.code, second.code], first.stdout + first.stderr + second.stdout + second.stderr).to.deep.equal([
      0, 0
    ]);
    expect((await resultsIn(join(folder, 'second'))).timings).to.include({ deployMs: null });
  });

  it('ends with 3, not with valid, when the org dies in the middle', async () => {
    const report = join(folder, 'dead');
    const run = startScript('scripts/load-test.ts', ['--target-org', 'nut-org', '--report-dir', report], env);
    await until(() => run.output().includes('concurrent-duplicates'), 200_000, 'the first scenario');
    org.process.kill('SIGTERM');

    const { code, stdout } = await run.ended;

    expect(code, stdout).to.equal(3);
    const results = await resultsIn(report);
    expect(results.verdict).to.equal('unknown');
    expect(results.problems.map((problem) => problem.message).join()).to.contain('does not answer');
  });
});
