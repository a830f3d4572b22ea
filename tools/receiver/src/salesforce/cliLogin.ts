import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SessionError, type OpenSession, type Session } from './session.js';

const TIMEOUT_MS = 60_000;
const QUIET = {
  SF_DISABLE_TELEMETRY: 'true',
  // The first is the documented name, the second the one that its update hook reads.
  SF_AUTOUPDATE_DISABLE: 'true',
  SF_DISABLE_AUTOUPDATE: 'true',
  SF_NO_COLOR: 'true',
  FORCE_COLOR: '0'
};

/** For development: the session that the Salesforce CLI holds for an alias or username. */
export function cliLogin(alias: string): OpenSession {
  return async (signal): Promise<Session> => {
    const [org, token] = await Promise.all([
      runSf(['org', 'display', '--target-org', alias], signal),
      runSf(['org', 'auth', 'show-access-token', '--target-org', alias, '--no-prompt'], signal)
    ]);
    const { instanceUrl } = org;
    const { accessToken } = token;
    if (typeof instanceUrl !== 'string' || typeof accessToken !== 'string') {
      throw new SessionError(
        `The Salesforce CLI gives no session for '${alias}'. Log in with \`sf org login web --alias ${alias}\`.`,
        false
      );
    }
    return { accessToken, instanceUrl: new URL(instanceUrl).origin };
  };
}

/** Runs the CLI and gives the `result` of what it prints. */
function runSf(args: readonly string[], signal: AbortSignal): Promise<Record<string, unknown>> {
  const { command, leading, shell } = locateSf();
  // A shell takes the line as it is; an alias is the only word in it that is not ours.
  const words = shell ? args.map((word) => (/^[\w.@+-]+$/.test(word) ? word : JSON.stringify(word))) : args;
  const env: NodeJS.ProcessEnv = { ...process.env, ...QUIET };
  // Loaders of this process are not for the CLI.
  delete env.NODE_OPTIONS;
  return new Promise((resolve, reject) => {
    execFile(
      command,
      [...leading, ...words, '--json'],
      { env, shell, signal, timeout: TIMEOUT_MS, windowsHide: true, maxBuffer: 4 * 1024 * 1024 },
      (error, stdout) => {
        const printed = readJson(stdout);
        if (printed?.status === 0) return resolve((printed.result ?? {}) as Record<string, unknown>);
        const reason = typeof printed?.message === 'string' ? printed.message.split('\n')[0] : error?.message;
        reject(
          new SessionError(
            `\`sf ${args.slice(0, 3).join(' ')}\` failed: ${reason ?? 'it printed nothing'}. Look at \`sf org list\`.`,
            false
          )
        );
      }
    );
  });
}

function readJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text.slice(Math.max(0, text.indexOf('{')))) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** The CLI among the packages of the working directory, else the one on the PATH. */
function locateSf(): { command: string; leading: string[]; shell: boolean } {
  const folders = [import.meta.url, join(process.cwd(), 'package.json')].flatMap(
    (start) => createRequire(start).resolve.paths('@salesforce/cli') ?? []
  );
  for (const folder of folders) {
    const script = join(folder, '@salesforce', 'cli', 'bin', 'run.js');
    if (existsSync(script)) return { command: process.execPath, leading: [script], shell: false };
  }
  return { command: 'sf', leading: [], shell: process.platform === 'win32' };
}
