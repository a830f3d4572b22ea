import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { openCluster } from '../src/index.js';

/** A process that opens the cluster, says so, and stays. */
async function startOwner(dataDirectory: string): Promise<ChildProcess> {
  const program = `
    import { openCluster } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
    import pg from 'pg';
    const cluster = await openCluster({ dataDirectory: process.argv[1] });
    await cluster.createDatabase('kept');
    const client = new pg.Client(cluster.address('kept'));
    await client.connect();
    await client.query('CREATE TABLE t AS SELECT 42 AS v');
    console.log('open');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(
    process.execPath,
    ['--conditions=retrysafe-source', '--import=tsx', '--input-type=module', '-e', program, dataDirectory],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: new URL('..', import.meta.url).pathname }
  );
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`The owner ended with ${code}.`)));
  });
  return child;
}

describe('embedded server', function () {
  this.timeout(120_000);

  it('outlives a killed owner, is refused to a second one unless it shares, and is taken over by the next', async () => {
    const home = await mkdtemp(join(tmpdir(), 'postgres-test-'));
    const owner = await startOwner(home);
    try {
      const refused = await openCluster({ dataDirectory: home }).then(
        () => 'opened',
        (error: Error) => error.message
      );
      const shared = await openCluster({ dataDirectory: home, share: true });
      expect(await shared.databaseExists('kept')).to.equal(true);
      await shared.stop();

      expect(refused).to.include(`in use by process ${owner.pid}`).and.include('DATABASE_URL');
    } finally {
      const ended = new Promise((resolve) => owner.once('exit', resolve));
      owner.kill('SIGKILL');
      await ended;
    }

    const cluster = await openCluster({ dataDirectory: home });
    const client = new pg.Client(cluster.address('kept'));
    try {
      await client.connect();
      expect((await client.query('SELECT v FROM t')).rows).to.deep.equal([{ v: 42 }]);
    } finally {
      await client.end();
      await cluster.stop();
      await rm(home, { recursive: true, force: true });
    }
  });

  it('says what an address must look like', async () => {
    const failure = await openCluster({ databaseUrl: 'mysql://x' }).catch((error: Error) => error.message);

    expect(failure).to.include('postgres://user:password@host:port/database');
  });
});
