import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SfError } from '@salesforce/core';

export interface ScriptOutcome {
  readonly code: number;
  readonly stdout: string;
  /** The end of what it said on standard error. */
  readonly complaint: string;
}

const KEPT_LINES = 40;

/**
 * Runs one of the repository's npm scripts in a process of its own, as npm does.
 *
 * @param script file in `scripts`
 * @param onLine gets every line of standard error: progress, and in the end what went wrong
 */
export async function runScript(
  root: string,
  script: string,
  args: readonly string[],
  onLine: (line: string) => void
): Promise<ScriptOutcome> {
  const child = spawn(
    process.execPath,
    ['--conditions=retrysafe-source', '--import=tsx', join(root, 'scripts', script), ...args],
    { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true }
  );
  // Ctrl-C reaches the script as well; it stops in order and writes its report, which is worth waiting for.
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  try {
    let stdout = '';
    const lines: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (lines.push(line) > KEPT_LINES) lines.shift();
      onLine(line);
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code: code ?? 130, stdout, complaint: lines.join('\n') };
  } finally {
    process.off('SIGINT', ignore);
  }
}

/** Without what the CLI around us set for itself. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, ...rest } = process.env;
  return rest;
}

/**
 * What a script printed as JSON.
 *
 * @throws SfError with what it said instead
 */
export function parseOutcome<Result>(name: string, { code, stdout, complaint }: ScriptOutcome): Result {
  try {
    return JSON.parse(stdout) as Result;
  } catch {
    const { message, actions } = readComplaint(complaint);
    throw new SfError(
      message || `${name} ended with exit code ${code} and said nothing.`,
      `${name}Failed`,
      actions,
      code
    );
  }
}

/** Takes apart `Error: …` and the lines `→ …` that say what to do. */
export function readComplaint(text: string): { readonly message: string; readonly actions: string[] } {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('Error: '));
  const own = start < 0 ? lines.filter((line) => line.trim() !== '').slice(-5) : lines.slice(start);
  const isAction = (line: string): boolean => line.trimStart().startsWith('→');
  return {
    message: own
      .filter((line) => !isAction(line))
      .join('\n')
      .replace(/^Error: /, '')
      .trim(),
    actions: own.filter(isAction).map((line) => line.trim().slice(1).trim())
  };
}
