import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { OrgDouble, rowErrors } from '../support/orgDouble.js';
import { TestPostgres, query } from '../support/postgres.js';
import { SECRET, eventually, send, start } from '../support/receiver.js';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(process.execPath, ['--conditions=retrysafe-source', '--import=tsx', CLI, ...args], {
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

describe('the command retrysafe-receiver', function () {
  this.timeout(120_000);
  let folder: string;
  let config: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'receiver-cli-'));
    config = join(folder, 'receiver.yaml');
    await writeFile(
      config,
      `
salesforce: {authentication: {type: access-token}}
sources: [{name: Probe, profile: github, secrets: [{env: PROBE_SECRET}]}]
`
    );
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('exit codes: help and version 0, wrong use and configuration 2', async () => {
    const [help, version, unknown, missing] = await Promise.all([
      run(['--help']),
      run(['--version']),
      run(['begin']),
      run(['start', '--config', join(folder, 'none.yaml')])
    ]);

    expect([help.code, version.code, unknown.code, missing.code]).to.deep.equal([0, 0, 2, 2]);
    expect(help.stdout).to.include('start').and.include('check').and.include('dead-letters').and.include('sign');
    expect(version.stdout).to.match(/^\d+\.\d+\.\d+\n$/);
    expect(missing.stderr).to.include('none.yaml cannot be used').and.include('--config').and.not.include('    at ');
  });

  it('dead letters are listed and put back with a reason, which is kept', async () => {
    const postgres = await TestPostgres.start();
    const org = await OrgDouble.start();
    const databaseUrl = await postgres.createDatabase();
    const receiver = await start({ databaseUrl, orgUrl: org.url });
    const env = {
      DATABASE_URL: databaseUrl,
      PROBE_SECRET: SECRET,
      SALESFORCE_ACCESS_TOKEN: 'token',
      SALESFORCE_INSTANCE_URL: org.url
    };
    try {
      org.script = (rows) => rowErrors(rows, 'FIELD_INTEGRITY_EXCEPTION');
      await send(receiver, { id: 'bad' });
      await eventually(
        async () => (await query(databaseUrl, 'SELECT 1 FROM receiver.dead_letters')).length === 1,
        'a dead letter'
      );
      const listed = await run(['dead-letters', 'list', '-c', config, '--json'], env);
      expect(listed.code, listed.stderr).to.equal(0);
      const [letter] = JSON.parse(listed.stdout) as { id: string; eventKey: string; code: string }[];
      expect(letter).to.include({ eventKey: 'Probe:bad', code: 'FIELD_INTEGRITY_EXCEPTION' });

      const without = await run(['dead-letters', 'retry', '-c', config, '--reason', 'x'], env);
      expect([without.code, without.stderr]).to.deep.equal([
        2,
        'Say which: --id, --source or --code, or --all for every one.\n'
      ]);

      org.script = () => undefined;
      const retried = await run(
        ['dead-letters', 'retry', '-c', config, '--id', letter!.id, '--reason', 'mapping mended'],
        env
      );
      expect([retried.code, retried.stdout]).to.deep.equal([0, '1 put back into the queue.\n']);
      await eventually(() => org.order.length === 1, 'it is delivered');
      const [kept] = await query<{ retried_by: string }>(
        databaseUrl,
        'SELECT retry_reason, retried_by FROM receiver.dead_letters'
      );
      expect(kept).to.include({ retry_reason: 'mapping mended' });
      expect(kept!.retried_by).to.not.equal('');
    } finally {
      await receiver.stop();
      await org.stop();
      await postgres.stop();
    }
  });
});
