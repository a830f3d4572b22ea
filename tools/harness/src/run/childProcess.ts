import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { HarnessError } from './errors.js';

/**
 * What Node needs to run a module that lies beside another one, from source as well as built.
 *
 * @param besides `import.meta.url` of the other one
 * @param name file name without its ending
 */
export function nodeArguments(besides: string, name: string): string[] {
  const fromSource = besides.endsWith('.ts');
  return [
    ...(fromSource ? ['--conditions=retrysafe-source', '--import=tsx'] : []),
    fileURLToPath(new URL(`./${name}${fromSource ? '.ts' : '.js'}`, besides))
  ];
}

/** How a process is called when it does not start. */
export interface Starting {
  /** Such as `The remote service`. */
  readonly what: string;
  /** What to do then, one sentence. */
  readonly action: string;
  readonly limitMs: number;
}

/**
 * Waits for the line of JSON that a process prints when it is ready.
 *
 * @throws HarnessError when it ends or stays silent instead; it is killed then
 */
export async function readyLineOf<Ready>(child: ChildProcess, { what, action, limitMs }: Starting): Promise<Ready> {
  const lines = createInterface({ input: child.stdout! });
  const limit = AbortSignal.timeout(limitMs);
  try {
    const line = await Promise.race([
      once(lines, 'line', { signal: limit }).then(([text]) => String(text)),
      once(child, 'exit', { signal: limit }).then(() => undefined)
    ]);
    if (line === undefined) throw new Error(`it ended with exit code ${child.exitCode}`);
    return JSON.parse(line) as Ready;
  } catch (error) {
    child.kill('SIGKILL');
    const reason = limit.aborted ? `it said nothing for ${limitMs / 1000} s` : (error as Error).message;
    throw new HarnessError(`${what} did not start: ${reason}.`, [action]);
  } finally {
    lines.close();
    // What it prints later is not read, but must not fill the pipe.
    child.stdout?.resume();
  }
}

export function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Ends a process, unless it has ended, and waits for that. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, 'exit');
  child.ref();
  child.kill(signal);
  await ended;
}
