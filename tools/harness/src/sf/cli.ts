import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HarnessError } from '../run/errors.js';

/** What `sf … --json` printed. */
export interface SfResult<Result> {
  readonly status: number;
  readonly result?: Result;
  /** Error name, such as `NamedOrgNotFoundError`. */
  readonly name?: string;
  readonly message?: string;
  readonly actions?: readonly string[];
}

export interface SfOptions {
  /** Working directory: the SFDX project for commands that need one. */
  readonly cwd: string;
  /** Home directory for a private set of logins; absent: the logins of the person who runs the harness. */
  readonly home?: string;
  /** More environment, such as a secret that must not be an argument. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Keeps the CLI quiet and quick; none of this changes what a command does. */
const QUIET = {
  SF_DISABLE_TELEMETRY: 'true',
  // The first is the documented name, the second the one that its update hook reads.
  SF_AUTOUPDATE_DISABLE: 'true',
  SF_DISABLE_AUTOUPDATE: 'true',
  SF_SKIP_NEW_VERSION_CHECK: 'true',
  SF_DISABLE_LOG_FILE: 'true',
  SF_HIDE_RELEASE_NOTES: 'true',
  SF_NO_COLOR: 'true',
  FORCE_COLOR: '0'
} as const;

/** Settings of the surrounding shell that would lead a command to another org or another network. */
const LEADING_ASTRAY = [
  'SF_TARGET_ORG',
  'SF_ORG_INSTANCE_URL',
  'SF_ORG_API_VERSION',
  'SF_CONTENT_TYPE',
  'SF_JSON_TO_STDERR'
];
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY', 'all_proxy'];

/**
 * Runs the Salesforce CLI as it was installed, in a process of its own, and reads its JSON.
 *
 * @param args the command and its flags, without `--json`
 * @returns what the command printed, also when it failed: look at `status`
 * @throws HarnessError when the CLI cannot be started or prints no JSON
 */
export async function runSf<Result>(args: readonly string[], options: SfOptions): Promise<SfResult<Result>> {
  const { command, leading } = locateSf();
  const { code, stdout, stderr } = await execute(command, [...leading, ...args, '--json'], {
    ...options,
    env: environment(options)
  });
  const start = stdout.indexOf('{');
  try {
    return JSON.parse(stdout.slice(Math.max(start, 0))) as SfResult<Result>;
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new HarnessError(
      `\`sf ${args.join(' ')}\` ended with exit code ${code} and without JSON: ${(stderr || stdout).trim().slice(-800)}`,
      ['Run the command yourself to see all of its output.'],
      { cause: error }
    );
  }
}

/**
 * The CLI of this repository, else the one on the PATH. Its package exports nothing, so the folders of modules are walked
 * as Node would.
 */
function locateSf(): { command: string; leading: string[] } {
  for (const folder of createRequire(import.meta.url).resolve.paths('@salesforce/cli') ?? []) {
    const script = join(folder, '@salesforce', 'cli', 'bin', 'run.js');
    if (existsSync(script)) return { command: process.execPath, leading: [script] };
  }
  return { command: process.platform === 'win32' ? 'sf.cmd' : 'sf', leading: [] };
}

function environment({ home, env }: SfOptions): NodeJS.ProcessEnv {
  const result: NodeJS.ProcessEnv = { ...process.env, ...QUIET };
  for (const name of LEADING_ASTRAY) delete result[name];
  // Debuggers and loaders of this process are not for the CLI.
  delete result.NODE_OPTIONS;
  if (home !== undefined) {
    for (const name of PROXIES) delete result[name];
    Object.assign(result, { HOME: home, USERPROFILE: home, SF_USE_GENERIC_UNIX_KEYCHAIN: 'true' });
    for (const name of ['XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME', 'LOCALAPPDATA']) {
      delete result[name];
    }
  }
  return { ...result, ...env };
}

function execute(
  command: string,
  args: string[],
  { cwd, env, signal }: { cwd: string; env: NodeJS.ProcessEnv; signal?: AbortSignal }
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      shell: command.endsWith('.cmd'),
      ...(signal === undefined ? {} : { signal })
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', (error: NodeJS.ErrnoException) => {
      // ENOENT also means that the working directory is gone.
      if (error.code !== 'ENOENT' || !existsSync(cwd)) return reject(error);
      reject(
        new HarnessError(`The Salesforce CLI cannot be started: there is no ${command}.`, [
          'Run `npm ci` in the repository, or install it with `npm install --global @salesforce/cli`.'
        ])
      );
    });
    child.on('close', (code) =>
      resolve({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') })
    );
  });
}
