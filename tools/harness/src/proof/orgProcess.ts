import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HarnessError } from '../run/errors.js';

/** How an org is reached. */
export interface OrgAccess {
  readonly url: string;
  readonly accessToken: string;
  readonly username: string;
  readonly orgId: string;
}

const START_LIMIT_MS = 120_000;

/** A local org in a process of its own, with data that outlives it: it can be killed and started again. */
export class OrgProcess {
  #child: ChildProcess | undefined;
  #access: OrgAccess | undefined;

  constructor(private readonly dataFolder: string) {}

  get access(): OrgAccess {
    if (this.#access === undefined) throw new Error('The org was not started.');
    return this.#access;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /**
   * Starts it, the second time on the same port.
   *
   * @throws HarnessError when it does not start
   */
  async start(): Promise<void> {
    const module = import.meta.resolve('@retrysafe/local-org');
    const fromSource = module.endsWith('.ts');
    const cli = fileURLToPath(new URL(fromSource ? './cli.ts' : './cli.js', module));
    const port = this.#access === undefined ? '0' : new URL(this.#access.url).port;
    const child = spawn(
      process.execPath,
      [
        ...(fromSource ? ['--conditions=retrysafe-source', '--import=tsx'] : []),
        ...[cli, 'start', '--keep', '--data', this.dataFolder, '--port', port, '--slots', '8', '--json']
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], windowsHide: true }
    );
    this.#child = child;
    const lines = createInterface({ input: child.stdout! });
    const limit = AbortSignal.timeout(START_LIMIT_MS);
    try {
      const line = await Promise.race([
        once(lines, 'line', { signal: limit }).then(([text]) => String(text)),
        once(child, 'exit', { signal: limit }).then(() => undefined)
      ]);
      if (line === undefined) throw new Error(`it ended with exit code ${child.exitCode}`);
      const access = JSON.parse(line) as OrgAccess;
      this.#access = { ...access, url: access.url.replace(/\/+$/, '') };
    } catch (error) {
      child.kill('SIGKILL');
      throw new HarnessError(`The local org did not start: ${(error as Error).message}`, [
        'Run `npm run local-org` to see what it says.'
      ]);
    } finally {
      lines.close();
      child.stdout?.resume();
    }
  }

  /** Waits for a fault to end it. @returns false when it still runs after so many milliseconds */
  async diesWithin(milliseconds: number): Promise<boolean> {
    const deadline = Date.now() + milliseconds;
    while (this.isRunning && Date.now() < deadline) await sleep(20);
    return !this.isRunning;
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
