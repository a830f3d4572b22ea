import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MODULE = fileURLToPath(new URL('../../src/database/cluster.ts', import.meta.url));

/** Runs a program that opens a cluster and ends in some way. */
function run(ending: string): {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
} {
  const program = `import { openCluster } from ${JSON.stringify(MODULE)}; const cluster = await openCluster({}); ${ending}`;
  return spawnSync(
    process.execPath,
    ['--conditions=retrysafe-source', '--import=tsx', '--input-type=module', '-e', program],
    {
      encoding: 'utf8',
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      timeout: 60_000,
      killSignal: 'SIGKILL'
    }
  );
}

describe('embedded cluster', function () {
  this.timeout(120_000);

  it('leaves the exit code of its process alone', () => {
    expect(run('await cluster.stop(); process.exitCode = 3;').status).to.equal(3);
  });

  const PRINT_PID = `const { readFileSync } = await import('node:fs'); const { default: pg } = await import('pg');
       const client = new pg.Client(cluster.address('postgres')); await client.connect();
       const { rows } = await client.query("SELECT pg_backend_pid() AS pid, current_setting('data_directory') AS folder");
       console.log(readFileSync(rows[0].folder + '/postmaster.pid', 'utf8').split('\\n')[0]);`;

  it('does not outlive a process that ends without stopping it', () => {
    const { status, stdout } = run(`${PRINT_PID} process.exit(4);`);

    expect(status).to.equal(4);
    expect(isAlive(Number(stdout.trim()))).to.equal(false);
  });

  it('does not outlive a process that a signal ends', () => {
    const { signal, stdout } = run(`${PRINT_PID} process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 60_000);`);

    expect(signal).to.equal('SIGTERM');
    expect(isAlive(Number(stdout.trim()))).to.equal(false);
  });

  it('does so beside another of the same process', () => {
    const { signal, stdout } = run(
      `await openCluster({}); ${PRINT_PID} process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 60_000);`
    );

    expect(signal).to.equal('SIGTERM');
    expect(isAlive(Number(stdout.trim()))).to.equal(false);
  });
});

function isAlive(pid: number): boolean {
  // The server needs a moment to end its workers.
  for (let round = 0; round < 50; round++) {
    try {
      process.kill(pid, 0);
    } catch {
      return false;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  return true;
}
