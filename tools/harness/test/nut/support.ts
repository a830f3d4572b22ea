import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const ROOT = resolve(fileURLToPath(new URL('../../../..', import.meta.url)));

const NODE_OPTIONS = ['--conditions=retrysafe-source', '--import=tsx'];

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly process: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  readonly ended: Promise<Ended>;
}

/** Starts a script of the repository as its npm script does. */
export function startScript(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(process.execPath, [...NODE_OPTIONS, script, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolveEnd, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolveEnd({ code, stdout, stderr }));
  });
  return { process: child, output: () => stdout + stderr, ended };
}

/** Runs the load test to its end. */
export function loadTest(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return startScript('scripts/load-test.ts', args, env).ended;
}

/** Waits until a condition holds. */
export async function until(condition: () => boolean, limitMs: number, what: string): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain for ${what}.`);
    await new Promise((resolveWait) => setTimeout(resolveWait, 50));
  }
}
