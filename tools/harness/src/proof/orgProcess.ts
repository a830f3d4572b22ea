import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, isRunning, nodeArguments, readyLineOf, type Starting } from '../run/childProcess.js';
import { HarnessError } from '../run/errors.js';

/** How an org is reached. */
export interface OrgAccess {
  readonly url: string;
  readonly accessToken: string;
  readonly username: string;
  readonly orgId: string;
}

const STARTING: Starting = {
  what: 'The local org',
  action: 'Run `npm run local-org` to see what it says.',
  limitMs: 120_000
};

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
    return this.#child !== undefined && isRunning(this.#child);
  }

  /**
   * Starts it, the second time on the same port, which those who call it know.
   *
   * @throws HarnessError when it does not start, or another process has taken its port meanwhile
   */
  async start(): Promise<void> {
    const module = import.meta.resolve('@retrysafe/local-org');
    const port = this.#access === undefined ? String(await quietPort()) : new URL(this.#access.url).port;
    const child = spawn(
      process.execPath,
      [
        ...nodeArguments(module, 'cli'),
        ...['start', '--keep', '--data', this.dataFolder, '--port', port, '--slots', '8', '--json']
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], windowsHide: true }
    );
    this.#child = child;
    const access = await readyLineOf<OrgAccess>(child, STARTING);
    const url = access.url.replace(/\/+$/, '');
    if (this.#access !== undefined && this.#access.url !== url) {
      throw new HarnessError(`Another process has taken the org's address ${this.#access.url} while it was down.`, [
        'Run the proof again.'
      ]);
    }
    this.#access = { ...access, url };
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
    if (this.#child !== undefined) await endProcess(this.#child, signal);
  }
}

/** Systems give other ports than these to those who ask for any, so nobody takes it while the org is down. */
const QUIET_PORTS = { from: 20_000, to: 29_999 } as const;

async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(QUIET_PORTS.from, QUIET_PORTS.to + 1);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
