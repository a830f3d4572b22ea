import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASS, type FaultPlan, type FaultReport } from '../faults/fault.js';
import { FaultProxy } from '../faults/proxy.js';
import { HttpClient } from '../org/httpClient.js';
import { endProcess, isRunning, nodeArguments } from '../run/childProcess.js';
import { HarnessError } from '../run/errors.js';
import type { Stage } from '../scenarios/scenario.js';
import { sumOf } from './metrics.js';

const START_LIMIT_MS = 60_000;
const KEPT_LINES = 20;
/** Few events at once are not worth waiting for others. */
const LINGER_MS = 50;
/** Long enough for full batches on a slow machine; a full one does not wait. */
const BURST_LINGER_MS = 2_000;
const SECRET_VARIABLE = 'PAYMENTS_WEBHOOK_SECRET';

/** What the receivers of scenarios are configured with: the payment provider of the sample domain, who signs as Stripe does. */
export const PAYMENTS_SOURCE = {
  name: 'Payments',
  path: '/webhooks/payments',
  profile: 'stripe',
  /** Known to nobody outside a run: receivers of scenarios listen on loopback and are thrown away. */
  secret: 'whsec_load_test'
} as const;

export interface ReceiverSettings {
  /** What happens to the receiver's requests on their way to the org. */
  readonly plan?: FaultPlan;
  readonly onRequest?: (report: FaultReport) => void;
}

/** The receiver in a process of its own, with an empty store, in front of the org of a run. */
export class ReceiverProcess {
  readonly #admin: HttpClient;

  private constructor(
    private readonly child: ChildProcess,
    private readonly proxy: FaultProxy,
    private readonly folder: string,
    /** Origin for senders, such as `http://127.0.0.1:41000`. */
    readonly url: string,
    adminUrl: string
  ) {
    this.#admin = new HttpClient(adminUrl, 2);
  }

  /** Runs a task with the receiver that the scenarios of an org share. */
  static async during(
    stage: Stage,
    { plan = () => PASS, onRequest }: ReceiverSettings,
    task: (receiver: ReceiverProcess) => Promise<void>
  ): Promise<void> {
    stage.progress('a receiver starts');
    const receiver = await stage.helpers.receiver(stage);
    receiver.proxy.change({ plan, ...(onRequest && { onRequest }) });
    try {
      await task(receiver);
    } catch (error) {
      // What it still has to forward is not for the next scenario.
      await stage.helpers.dropReceiver();
      throw error;
    }
    receiver.proxy.change({ plan: () => PASS });
  }

  /** @throws HarnessError with what the receiver said, when it does not start */
  static async start({ org, caller }: Pick<Stage, 'org' | 'caller'>): Promise<ReceiverProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'retrysafe-receiver-'));
    // Run by root, PostgreSQL becomes another user, who has to get to its directory below. No secret is in here.
    await chmod(folder, 0o711);
    const proxy = await FaultProxy.start({ upstream: caller.instanceUrl, plan: () => PASS });
    let child: ChildProcess | undefined;
    try {
      const config = join(folder, 'receiver.json');
      await writeFile(config, JSON.stringify(configuration(org.apiVersion)));
      child = startProcess(config, {
        SALESFORCE_ACCESS_TOKEN: caller.accessToken,
        SALESFORCE_INSTANCE_URL: proxy.url,
        [SECRET_VARIABLE]: PAYMENTS_SOURCE.secret
      });
      const { url, adminUrl } = await whenReady(child);
      return new ReceiverProcess(child, proxy, folder, url, adminUrl);
    } catch (error) {
      child?.kill('SIGKILL');
      await proxy.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      throw error;
    }
  }

  get isRunning(): boolean {
    return isRunning(this.child);
  }

  /** The sum of a metric over all samples that carry some labels. */
  async metric(name: string, labels?: Readonly<Record<string, string>>): Promise<number> {
    const answer = await this.#admin.send({ method: 'GET', path: '/metrics' });
    return sumOf(answer.body.toString('utf8'), name, labels);
  }

  /** Waits until everything that is stored has been forwarded. @returns false when that took too long */
  async waitUntilForwarded(limitMs: number, signal: AbortSignal): Promise<boolean> {
    const deadline = Date.now() + limitMs;
    for (let pause = 20; Date.now() < deadline; pause = Math.min(pause * 1.5, 250)) {
      if ((await this.metric('receiver_waiting_events')) === 0) return true;
      await sleep(pause, undefined, { signal });
    }
    return false;
  }

  async stop(): Promise<void> {
    await this.#admin.close();
    await endProcess(this.child, 'SIGTERM');
    await this.proxy.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function configuration(apiVersion: string): unknown {
  const { name, path, profile } = PAYMENTS_SOURCE;
  return {
    listen: { port: 0 },
    admin: { port: 0 },
    log: { level: 'info' },
    database: { directory: 'data' },
    salesforce: { apiVersion, authentication: { type: 'access-token' } },
    // What goes wrong in a scenario passes soon.
    forwarding: {
      lingerMilliseconds: LINGER_MS,
      burstLingerMilliseconds: BURST_LINGER_MS,
      backoffSeconds: { first: 0.05, most: 1 }
    },
    sources: [
      {
        name,
        path,
        profile,
        secrets: [{ env: SECRET_VARIABLE }],
        // A dispute is an event of its charge.
        event: { entityId: 'data.object.charge | data.object.id' }
      }
    ]
  };
}

function startProcess(config: string, environment: Readonly<Record<string, string>>): ChildProcess {
  const kept = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(RECEIVER_|DATABASE_URL$)/.test(name))
  );
  return spawn(
    process.execPath,
    [...nodeArguments(import.meta.url, 'entry'), 'start', '--config', config],
    // A process group of its own would outlive Ctrl-C; the channel ends it with this process.
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], windowsHide: true, env: { ...kept, ...environment } }
  );
}

/** Waits for the log line that names the addresses. */
async function whenReady(child: ChildProcess): Promise<{ readonly url: string; readonly adminUrl: string }> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      const actions = ['Start it by hand with `npx retrysafe-receiver start --config FILE` to see what it needs.'];
      reject(new HarnessError(`The receiver did not start: ${reason} ${said.join(' ')}`.trim(), actions));
    };
    const limit = setTimeout(() => fail('no answer in time.'), START_LIMIT_MS);
    child.once('exit', (code) => fail(`it ended with exit code ${code}.`));
    child.once('error', (error) => fail(error.message));
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        const ready = addressesIn(line);
        if (ready !== undefined) {
          clearTimeout(limit);
          child.removeAllListeners('exit');
          resolve(ready);
        } else if (said.length < KEPT_LINES) said.push(line.slice(0, 300));
      });
    }
  });
}

function addressesIn(line: string): { readonly url: string; readonly adminUrl: string } | undefined {
  if (!line.startsWith('{')) return undefined;
  const { url, adminUrl } = JSON.parse(line) as { url?: unknown; adminUrl?: unknown };
  return typeof url === 'string' && typeof adminUrl === 'string' ? { url, adminUrl } : undefined;
}
