import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { StartFlags } from './start.js';

/** An org that ends this soon after its start will not do better the next time. */
const TOO_SOON_MS = 5000;
const MAX_SOON = 3;
const USAGE = 2;

/**
 * `local-org start --restart`: runs the org in a process of its own and starts it again, on the same port and with the
 * same data, whenever that process ends without having been told to.
 */
export async function supervise(flags: StartFlags): Promise<void> {
  if (!flags.keep) {
    process.stderr.write(
      'local-org: --restart needs --keep: without kept data there would be nothing to go on with.\n'
    );
    process.exit(USAGE);
  }
  const port = await freePort(flags.port);
  const given = process.argv.slice(2).filter((argument) => argument !== '--restart');
  // The last of two options counts.
  const args = [...process.execArgv, process.argv[1] as string, ...given, '--port', String(port)];
  let child: ChildProcess;
  let stopping = false;
  let soon = 0;
  const run = (): void => {
    const started = performance.now();
    child = spawn(process.execPath, args, { stdio: 'inherit' });
    child.once('exit', (code, signal) => {
      if (stopping || code === 0) process.exit(code ?? 0);
      // Killed by a signal, it was the org's fate; ended by itself right after its start, it will do so again.
      soon = signal === null && performance.now() - started < TOO_SOON_MS ? soon + 1 : 0;
      const reason = signal ?? `exit code ${code}`;
      if (soon >= MAX_SOON) {
        process.stderr.write(`local-org: the org ended ${soon} times right after its start (${reason}); giving up.\n`);
        process.exit(1);
      }
      process.stderr.write(`local-org: the org ended (${reason}); starting it again.\n`);
      run();
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopping = true;
      child.kill(signal);
    });
  }
  run();
}

/** The port that the org is to have each time: the wanted one, or any when that is 0 or taken. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' && wanted !== 0 ? resolve(freePort(0)) : reject(error)
    );
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
