import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The Salesforce CLI of this repository; its package exports nothing, so its folder is looked for as Node would. */
const CLI = (createRequire(import.meta.url).resolve.paths('@salesforce/cli') ?? [])
  .map((folder) => join(folder, '@salesforce', 'cli', 'bin', 'run.js'))
  .find((path) => existsSync(path)) as string;

/** What `--json` printed. */
export interface SfResult {
  readonly status: number;
  // What a command returns is its own; assertions say what is expected of it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly result: any;
  readonly name?: string;
  readonly message?: string;
}

/** The unmodified CLI, in a process for each command, with logins of its own. */
export class Sf {
  /** @param project working directory. @param home where logins are kept. */
  constructor(
    private readonly project: string,
    private readonly home: string
  ) {}

  /** @returns also for a command that failed. */
  async json(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<SfResult> {
    const { stdout, stderr } = await this.text([...args, '--json'], env);
    const start = stdout.indexOf('{');
    if (start < 0) throw new Error(`sf ${args.join(' ')} printed no JSON: ${stdout}${stderr}`);
    return JSON.parse(stdout.slice(start)) as SfResult;
  }

  text(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {}
  ): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      const options = { cwd: this.project, env: this.environment(env), maxBuffer: 64 * 1024 * 1024 };
      execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr })
      );
    });
  }

  /** Starts a command that runs until it is ended. */
  start(args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [CLI, ...args], {
      cwd: this.project,
      env: this.environment({}),
      stdio: ['ignore', 'pipe', 'ignore']
    });
  }

  private environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
    const own = Object.entries(process.env).filter(([name]) => !/^(?:SFDX?_|NODE_OPTIONS$|https?_proxy$)/i.test(name));
    return {
      ...Object.fromEntries(own),
      HOME: this.home,
      USERPROFILE: this.home,
      SF_USE_GENERIC_UNIX_KEYCHAIN: 'true',
      SF_DISABLE_TELEMETRY: 'true',
      // The first is the documented name, the second the one that its update hook reads.
      SF_AUTOUPDATE_DISABLE: 'true',
      SF_DISABLE_AUTOUPDATE: 'true',
      SF_SKIP_NEW_VERSION_CHECK: 'true',
      SF_DISABLE_LOG_FILE: 'true',
      FORCE_COLOR: '0',
      ...more
    };
  }
}
