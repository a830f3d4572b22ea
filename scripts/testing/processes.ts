import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** How Node runs the TypeScript of this repository without building it. */
export const NODE_OPTIONS = ['--conditions=retrysafe-source', '--import=tsx'] as const;

export interface Finished {
  /** Null when a signal ended the process. */
  readonly code: number | null;
  /** Standard output and error in the order in which they came. */
  readonly output: string;
  readonly stdout: string;
}

/** Runs Node with some arguments in the root of the repository and keeps what it prints. */
export function runNode(args: readonly string[]): Promise<Finished> {
  return new Promise((resolvePromise, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    const all: Buffer[] = [];
    const stdout: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => {
      all.push(chunk);
      stdout.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolvePromise({
        code,
        output: Buffer.concat(all).toString('utf8'),
        stdout: Buffer.concat(stdout).toString('utf8')
      })
    );
  });
}

/**
 * The script behind a command of an installed package, to be run by Node: the same on every platform, without a shell.
 *
 * @throws Error when the package is not installed or has no such command
 */
export function commandScript(packageName: string, command: string): string {
  const manifestPath = manifestOf(packageName);
  const { bin } = JSON.parse(readFileSync(manifestPath, 'utf8')) as { bin?: string | Record<string, string> };
  const script = typeof bin === 'string' ? bin : bin?.[command];
  if (script === undefined) throw new Error(`The package ${packageName} has no command ${command}.`);
  return join(dirname(manifestPath), script);
}

/** Not every package exports its package.json, so the folders are walked as Node would. */
function manifestOf(packageName: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(packageName) ?? [];
  for (const folder of folders) {
    const path = join(folder, packageName, 'package.json');
    try {
      readFileSync(path);
      return path;
    } catch {
      // Further up.
    }
  }
  throw new Error(`The package ${packageName} is not installed; run \`npm ci\`.`);
}
