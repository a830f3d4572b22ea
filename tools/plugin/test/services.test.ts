import { SfError } from '@salesforce/core';
import type { MetricsBody } from '@retrysafe/contracts';
import { expect } from 'chai';
import { metricRows, statusRows } from '../src/formatters/tables.js';
import { readObject } from '../src/services/commandSender.js';
import { LocalOrgs } from '../src/services/localOrg.js';
import { repositoryRoot } from '../src/services/repository.js';
import { parseOutcome, readComplaint } from '../src/services/scripts.js';
import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('scripts', () => {
  const complaint = 'progress\n\nError: No such org.\n  → Log in.\n  → Or leave it out.';

  it('are read: what went wrong, and what to do', () => {
    expect(readComplaint(complaint)).to.deep.equal({
      message: 'No such org.',
      actions: ['Log in.', 'Or leave it out.']
    });
    expect(readComplaint('one\ntwo').message).to.equal('one\ntwo');
  });

  it('that print no JSON become an error with their exit code', () => {
    try {
      parseOutcome('Verify', { code: 2, stdout: '', complaint });
      expect.fail('no error');
    } catch (error) {
      expect(error).to.be.instanceOf(SfError);
      const { message, actions, exitCode, name } = error as SfError;
      expect({ message, actions, exitCode, name }).to.deep.equal({
        message: 'No such org.',
        actions: ['Log in.', 'Or leave it out.'],
        exitCode: 2,
        name: 'VerifyFailed'
      });
    }
  });
});

describe('bodies', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'plugin-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('come from the command line or from a file', async () => {
    const file = join(folder, 'body.json');
    await writeFile(file, '{"a":1}');

    expect(await readObject('{"a":1}', undefined)).to.deep.equal({ a: 1 });
    expect(await readObject(undefined, file)).to.deep.equal({ a: 1 });
  });

  for (const [name, text] of [
    ['a list', '[1]'],
    ['a text', '"a"'],
    ['no JSON', '{a:1}'],
    ['nothing', '']
  ] as const) {
    it(`that are ${name} are refused`, async () => {
      const error = await readObject(text, undefined).then(
        () => undefined,
        (reason: SfError) => reason
      );
      expect(error?.name).to.equal('InvalidBody');
      expect(error?.actions?.join()).to.contain('--file');
    });
  }

  it('of a file that is not there say so', async () => {
    const error = await readObject(undefined, join(folder, 'none.json')).catch((reason: SfError) => reason);
    expect((error as SfError).name).to.equal('UnreadableFile');
  });
});

describe('the repository', () => {
  it('is found from within, and missed outside', () => {
    expect(repositoryRoot()).to.equal(repositoryRoot(join(repositoryRoot(), 'tools', 'plugin', 'x', 'y.js')));
    expect(() => repositoryRoot(join(tmpdir(), 'x.js'))).to.throw('needs the Retrysafe repository');
  });
});

describe('the record of a local org', () => {
  it('that has gone is removed; nobody else is stopped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plugin-'));
    try {
      await mkdir(join(folder, 'retrysafe'));
      // This very process is alive, but it is no local org.
      const stale = { pid: process.pid, url: 'http://127.0.0.1:1', alias: 'local', username: 'u', orgId: 'o' };
      await writeFile(join(folder, 'retrysafe', 'local-org.json'), JSON.stringify(stale));

      const orgs = new LocalOrgs(repositoryRoot(), folder);

      expect(await orgs.running()).to.equal(undefined);
      expect(await orgs.stop()).to.equal(undefined);
      expect(await readdir(join(folder, 'retrysafe'))).to.be.empty;
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('tables', () => {
  it('show a metric by value, with its unit', () => {
    const values = [{ labels: { flow: 'command', quantile: '0.95' }, value: 1.23456 }];
    const metrics = [
      { name: 'retrysafe_latency_seconds', unit: 'seconds', help: '', values },
      { name: 'retrysafe_work', unit: '', help: '', values: [] }
    ] as MetricsBody['metrics'];

    expect(metricRows({ generatedAt: '', window: { since: '', seconds: 1 }, metrics })).to.deep.equal([
      { metric: 'retrysafe_latency_seconds', of: 'flow=command quantile=0.95', value: '1.235 s' }
    ]);
  });

  it('leave out what a status does not say', () => {
    const rows = statusRows({ operation: 'o', idempotencyKey: 'k', completedAt: null } as never);
    expect(rows.map(({ name }) => name)).to.deep.equal(['operation', 'idempotencyKey']);
  });
});
