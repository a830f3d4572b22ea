import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deploySource, loginWithAccessToken, type SfOptions } from '@retrysafe/harness';
import { request } from 'undici';
import { stringify } from 'yaml';
import { signDelivery } from '../../src/sign/sign.js';
import { eventually } from '../support/receiver.js';

/** The repository. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const NODE_OPTIONS = ['--conditions=retrysafe-source', '--import=tsx'];
const API = '/services/data/v67.0';

/** A process that can be killed and started again as it was. */
export class Restartable {
  private child: ChildProcess | undefined;
  private text = '';

  constructor(
    private readonly script: string,
    private readonly args: readonly string[],
    private readonly env: NodeJS.ProcessEnv,
    private readonly ready: () => Promise<boolean>
  ) {}

  async start(): Promise<void> {
    this.child = spawn(process.execPath, [...NODE_OPTIONS, join(ROOT, this.script), ...this.args], {
      cwd: ROOT,
      env: { ...process.env, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe']
    });
    const { child } = this;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.text = (this.text + text).slice(-20_000)));
    }
    await eventually(
      async () => {
        if (child.exitCode !== null) throw new Error(`${this.script} ended with ${child.exitCode}: ${this.text}`);
        return this.ready().catch(() => false);
      },
      `${this.script} is ready`,
      90_000
    );
  }

  /** What it has printed last. */
  get output(): string {
    return this.text;
  }

  /** kill -9: nothing is closed, nothing is written. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** @returns exit code */
  async stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return ended;
  }
}

/** A port that nobody else gets while its process is down: systems give others to those who ask for any. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

export interface OrgLogin {
  readonly url: string;
  readonly accessToken: string;
  readonly userId: string;
}

/** A local org that keeps its data, in a process of its own, with the project deployed by the real CLI. */
export async function startOrg(home: string, sf: SfOptions): Promise<{ process: Restartable; login: OrgLogin }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const answers = async (): Promise<boolean> => {
    const { statusCode, body } = await request(`${url}/services/data`, { headersTimeout: 2_000 });
    await body.dump();
    return statusCode === 200;
  };
  const args = ['start', '--json', '--keep', '--data', join(home, 'org'), '--port', String(port)];
  const org = new Restartable('tools/local-org/src/cli.ts', args, {}, answers);
  await org.start();
  await eventually(() => org.output.includes('accessToken'), 'the org tells its token');
  const line = org.output.split('\n').find((text) => text.startsWith('{')) ?? '{}';
  const { accessToken } = JSON.parse(line) as { accessToken: string };
  await loginWithAccessToken({ instanceUrl: url, accessToken, alias: 'receiver-nut' }, sf);
  await deploySource('receiver-nut', ['force-app/core', 'force-app/commerce'], sf);
  const [user] = await select<{ Id: string }>(
    { url, accessToken, userId: '' },
    `SELECT Id FROM User WHERE Username = 'admin@local-org.example'`
  );
  const login = { url, accessToken, userId: user!.Id };
  await assignPermissionSets(login);
  await runAnonymous(login, 'InboundSweeperJob.start();');
  return { process: org, login };
}

async function assignPermissionSets(login: OrgLogin): Promise<void> {
  const files = await readdir(join(ROOT, 'force-app'), { recursive: true });
  const names = files.flatMap((path) => /([^/\\]+)\.permissionset-meta\.xml$/.exec(path)?.[1] ?? []);
  const sets = await select<{ Id: string }>(
    login,
    `SELECT Id FROM PermissionSet WHERE Name IN (${names.map((name) => `'${name}'`).join(',')})`
  );
  const records = sets.map(({ Id }) => ({
    attributes: { type: 'PermissionSetAssignment' },
    PermissionSetId: Id,
    AssigneeId: login.userId
  }));
  const results = await call<{ success: boolean }[]>(login, 'POST', '/composite/sobjects', {
    allOrNone: false,
    records
  });
  if (!results.every((result) => result.success)) throw new Error(`Permission sets: ${JSON.stringify(results)}`);
}

async function runAnonymous(login: OrgLogin, source: string): Promise<void> {
  const path = `/tooling/executeAnonymous?anonymousBody=${encodeURIComponent(source)}`;
  const result = await call<{ success: boolean }>(login, 'GET', path);
  if (!result.success) throw new Error(JSON.stringify(result));
}

export async function select<Row>(login: OrgLogin, soql: string): Promise<Row[]> {
  const { records } = await call<{ records: Row[] }>(login, 'GET', `/query?q=${encodeURIComponent(soql)}`);
  return records;
}

export async function count(login: OrgLogin, from: string): Promise<number> {
  const answer = await call<{ totalSize: number }>(
    login,
    'GET',
    `/query?q=${encodeURIComponent(`SELECT count() FROM ${from}`)}`
  );
  return answer.totalSize;
}

async function call<Answer>(login: OrgLogin, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
  const response = await request(login.url + API + path, {
    method,
    headers: { authorization: `Bearer ${login.accessToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  });
  const text = await response.body.text();
  if (response.statusCode >= 300) throw new Error(`${method} ${path}: HTTP ${response.statusCode} ${text}`);
  return JSON.parse(text) as Answer;
}

/** Stands between the receiver and the org, and counts what the receiver asks. */
export async function countCalls(orgUrl: string): Promise<{ url: string; calls: string[]; close(): Promise<void> }> {
  const calls: string[] = [];
  const { hostname, port } = new URL(orgUrl);
  const server = createHttpServer((incoming, outgoing) => {
    calls.push(`${incoming.method} ${incoming.url}`);
    const { method, url: path, headers } = incoming;
    const upstream = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.on('error', () => upstream.destroy()).pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as { port: number };
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${own}`, calls, close };
}

export const STRIPE_SECRET = 'whsec_for_tests_only';
const PATH = '/webhooks/payments';

export interface ReceiverProcess {
  readonly process: Restartable;
  readonly url: string;
  readonly adminUrl: string;
  readonly configFile: string;
}

/** The command `retrysafe-receiver start`, with an embedded database below `home` unless another one is given. */
export async function receiverIn(
  home: string,
  authentication: object,
  env: NodeJS.ProcessEnv,
  databaseUrl = ''
): Promise<ReceiverProcess> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const configFile = join(home, 'receiver.yaml');
  await mkdir(home, { recursive: true, mode: 0o711 });
  await writeFile(
    configFile,
    stringify({
      listen: { port },
      admin: { port: adminPort },
      database: { directory: './data' },
      salesforce: { authentication },
      forwarding: { leaseSeconds: 3, backoffSeconds: { first: 0.2, most: 2 } },
      sources: [{ name: 'Payments', profile: 'stripe', secrets: [{ env: 'STRIPE_SECRET' }] }]
    })
  );
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  const ready = async (): Promise<boolean> => {
    const { statusCode, body } = await request(`${adminUrl}/readyz`, { headersTimeout: 2_000 });
    await body.dump();
    return statusCode === 200;
  };
  const child = new Restartable(
    'tools/receiver/src/cli.ts',
    ['start', '--config', configFile],
    { ...env, STRIPE_SECRET, DATABASE_URL: databaseUrl },
    ready
  );
  return { process: child, url: `http://127.0.0.1:${port}`, adminUrl, configFile };
}

export interface Charge {
  readonly id: string;
  readonly type: 'charge.created' | 'charge.succeeded' | 'charge.refunded';
}

/** The events of so many charges, each with its life in three events. */
export function eventsOf(charges: number, prefix: string): { eventId: string; body: string }[] {
  const types = ['charge.created', 'charge.succeeded', 'charge.refunded'] as const;
  return Array.from({ length: charges }, (_, index) => `ch_${prefix}_${index}`).flatMap((id) =>
    types.map((type, step) => {
      const eventId = `evt_${id}_${step}`;
      const object = { id, amount: 1_250, amount_refunded: type === 'charge.refunded' ? 250 : 0, currency: 'eur' };
      return { eventId, body: JSON.stringify({ id: eventId, type, created: 1_790_000_000 + step, data: { object } }) };
    })
  );
}

/** A sender that does not give up: it sends again until it is told 2xx. @returns deliveries that took more than one attempt */
export async function deliverAll(
  receiver: ReceiverProcess,
  events: readonly { body: string }[],
  parallel: number,
  onAcknowledged: (count: number) => void = () => undefined
): Promise<number> {
  const url = receiver.url + PATH;
  let next = 0;
  let acknowledged = 0;
  let repeated = 0;
  const deliver = async (body: string): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      const signed = signDelivery({ profile: 'stripe', secret: STRIPE_SECRET, url, body });
      try {
        const response = await request(url, { method: 'POST', headers: signed.headers, body: signed.body });
        await response.body.dump();
        if (response.statusCode < 300) return;
        if (response.statusCode < 500) throw new TypeError(`HTTP ${response.statusCode}`);
      } catch (error) {
        if (error instanceof TypeError) throw error;
      }
      if (attempt === 1) repeated += 1;
      await new Promise((resolve) => setTimeout(resolve, 50 + 100 * Math.random()));
    }
  };
  const worker = async (): Promise<void> => {
    for (let event = events[next++]; event !== undefined; event = events[next++]) {
      await deliver(event.body);
      onAcknowledged((acknowledged += 1));
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return repeated;
}
