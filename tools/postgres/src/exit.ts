import type { ChildProcess } from 'node:child_process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Servers of this process that were not stopped. */
const running = new Set<ChildProcess>();

const killAll = (): void => running.forEach((server) => server.kill('SIGQUIT'));

/** One listener for all servers: more than one on a signal means that the program listens itself, and the signal is left to it. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  stopListening();
  process.kill(process.pid, signal);
}

function startListening(): void {
  process.on('exit', killAll);
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

function stopListening(): void {
  process.off('exit', killAll);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

/**
 * Ends a server with this process, should that end without `stop`; PostgreSQL recovers from the hard end by itself. A signal that the
 * program itself listens to is left to it.
 *
 * @returns forget: the server was stopped
 */
export function endWithProcess(server: ChildProcess | undefined): { forget: () => void } {
  if (!server) return { forget: () => undefined };
  if (running.size === 0) startListening();
  running.add(server);
  return {
    forget: () => {
      if (running.delete(server) && running.size === 0) stopListening();
    }
  };
}
