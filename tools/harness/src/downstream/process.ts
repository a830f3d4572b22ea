import { spawn, type ChildProcess } from 'node:child_process';
import { HttpClient } from '../org/httpClient.js';
import { endProcess, isRunning, nodeArguments, readyLineOf, type Starting } from '../run/childProcess.js';
import { HarnessError } from '../run/errors.js';
import type { Plan } from './behaviour.js';
import { DEFAULT_SETTINGS, type DownstreamSettings } from './service.js';
import type { Attempt, Resource } from './store.js';

const STARTING: Starting = {
  what: 'The remote service',
  action: 'Run `npm run downstream` to see what it says.',
  limitMs: 30_000
};

export interface DownstreamProcessOptions {
  /** Keeps its data here; absent: a folder that is removed when it stops. */
  readonly data?: string;
  /** 0 or absent: any free one. */
  readonly port?: number;
}

/** The remote service in a process of its own, with its control interface. */
export class DownstreamProcess {
  readonly #http: HttpClient;
  /** How many attempts of its log `newAttempts` has given. */
  #seen = 0;

  private constructor(
    private readonly child: ChildProcess,
    /** Origin, such as `http://127.0.0.1:41000`. */
    readonly url: string
  ) {
    this.#http = new HttpClient(url, 4);
  }

  /** @throws HarnessError when it does not start */
  static async start({ data, port }: DownstreamProcessOptions = {}): Promise<DownstreamProcess> {
    const child = spawn(
      process.execPath,
      [
        ...nodeArguments(import.meta.url, 'entry'),
        '--json',
        ...(data === undefined ? [] : ['--data', data]),
        ...(port === undefined ? [] : ['--port', String(port)])
      ],
      // A session of its own would outlive Ctrl-C; the channel ends it with this process, however that ends.
      { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], windowsHide: true }
    );
    child.unref();
    const { url } = await readyLineOf<{ url: string }>(child, STARTING);
    return new DownstreamProcess(child, url);
  }

  async change(settings: Partial<Omit<DownstreamSettings, 'mix'>> & { mix?: DownstreamSettings['mix'] | null }) {
    await this.#call('PUT', '/control/settings', settings);
  }

  async plan(plans: readonly Plan[]): Promise<void> {
    await this.#call('POST', '/control/plans', { plans });
  }

  async clearPlans(): Promise<void> {
    await this.#call('DELETE', '/control/plans');
  }

  /** Adds work that this org never asked for. */
  async plant(resources: readonly Pick<Resource, 'kind' | 'key' | 'entity' | 'content'>[]): Promise<Resource[]> {
    return (await this.#call<{ resources: Resource[] }>('POST', '/control/resources', { resources })).resources;
  }

  /** Has it lose what was done with some keys. */
  async forget(kind: string, keys: readonly string[]): Promise<void> {
    await this.#call('DELETE', '/control/resources', { kind, keys });
  }

  /** The log from one attempt on. */
  async attempts(from = 0): Promise<Attempt[]> {
    return (await this.#call<{ attempts: Attempt[] }>('GET', `/control/attempts?from=${from}`)).attempts;
  }

  /** What has arrived since the last time this was asked. */
  async newAttempts(): Promise<Attempt[]> {
    const attempts = await this.attempts(this.#seen);
    this.#seen += attempts.length;
    return attempts;
  }

  /** Keeps its promises again, without plans; what it has done stays. */
  async reset(): Promise<void> {
    await this.clearPlans();
    await this.change({ ...DEFAULT_SETTINGS, mix: null });
  }

  get isRunning(): boolean {
    return isRunning(this.child);
  }

  async resources(kind: string): Promise<Resource[]> {
    return (await this.#call<{ resources: Resource[] }>('GET', `/control/resources?kind=${kind}`)).resources;
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    await this.#http.close();
    await endProcess(this.child, signal);
  }

  async #call<Result>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Result> {
    const answer = await this.#http.send({
      method,
      path,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
    });
    const text = answer.body.toString('utf8');
    if (answer.status >= 400) throw new HarnessError(`The remote service refused ${method} ${path}: ${text}`);
    return JSON.parse(text) as Result;
  }
}
