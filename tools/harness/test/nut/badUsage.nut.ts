import { expect } from 'chai';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTest, startScript } from './support.js';

describe('the load test, used wrongly', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'harness-nut-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('ends with 2 for an alias that the Salesforce CLI does not know, and says how to log in', async () => {
    const { code, stderr } = await loadTest(['--target-org', 'no-such-alias', '--report-dir', join(folder, 'report')], {
      HOME: folder,
      USERPROFILE: folder
    });

    expect(code).to.equal(2);
    expect(stderr).to.contain("'no-such-alias'").and.to.contain('sf org login web --alias no-such-alias');
    expect(await readdir(folder)).to.not.include('report');
  });

  it('ends with 2 when the report cannot be written, before it starts an org', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');

    const { code, stderr } = await loadTest(['--report-dir', join(file, 'below')]);

    expect(code).to.equal(2);
    expect(stderr).to.contain('--report-dir').and.to.not.contain('org:');
  });

  for (const [name, args, message] of [
    ['an unknown option', ['--fast'], '--help'],
    ['an unknown profile', ['--profile', 'nope'], 'smoke, soak, standard'],
    ['an unknown scenario', ['--scenario', 'nope'], 'concurrent-duplicates'],
    ['a wrong seed', ['--seed', 'x'], 'whole number'],
    ['no deploy to a new local org', ['--no-deploy'], '--target-org']
  ] as const) {
    it(`ends with 2 for ${name}, and writes no report`, async () => {
      const { code, stderr } = await loadTest([...args, '--report-dir', join(folder, 'report')]);

      expect(code).to.equal(2);
      expect(stderr).to.contain(message);
      expect(await readdir(folder)).to.be.empty;
    });
  }
});

describe('the deploy, used wrongly', () => {
  it('ends with 2 without an org', async () => {
    const { code, stderr } = await startScript('scripts/deploy.ts', []).ended;

    expect(code).to.equal(2);
    expect(stderr).to.contain('--target-org is missing');
  });
});
