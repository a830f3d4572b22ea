import { expect } from 'chai';
import fc from 'fast-check';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunHistory } from '../../src/history/recorder.js';
import { LatencyRecorder } from '../../src/measure/latency.js';
import type { RestClient } from '../../src/org/restClient.js';
import { randomFor } from '../../src/run/random.js';
import { randomSchedules } from '../../src/scenarios/randomSchedules.js';
import type { Stage } from '../../src/scenarios/scenario.js';
import { schedules } from '../../src/schedules/schedule.js';

/** A ledger in memory: right, or with the mistake that whoever uses a key again gets the first outcome. */
class Ledger {
  readonly orders = new Map<string, { id: string; body: string; total: number; answer: string }>();
  #server: Server | undefined;

  constructor(private readonly comparesContent: boolean) {}

  async start(): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const order = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
        const { status, body, replayed } = this.#post(
          String(request.headers['idempotency-key']).replaceAll('"', ''),
          order
        );
        response.writeHead(status, { 'content-type': 'application/json', 'idempotent-replayed': String(replayed) });
        response.end(body);
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  #post(key: string, order: Record<string, unknown>): { status: number; body: string; replayed: boolean } {
    const lines = order.lines as { quantity: number; unitPrice: number }[];
    const total = Math.round(lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0) * 100) / 100;
    const known = this.orders.get(key);
    if (known === undefined) {
      const id = `a0${String(this.orders.size).padStart(16, '0')}`;
      const answer = JSON.stringify({ operation: 'create-order', idempotencyKey: key, recordId: id, data: { total } });
      this.orders.set(key, { id, body: String(order.orderNumber).trim(), total, answer });
      return { status: 201, body: answer, replayed: false };
    }
    if (this.comparesContent && known.total !== total) {
      const conflict = { type: 'about:blank', title: 'Conflict', status: 409, code: 'IDEMPOTENCY_CONFLICT' };
      return { status: 409, body: JSON.stringify(conflict), replayed: false };
    }
    return { status: 201, body: known.answer, replayed: true };
  }

  /** Answers the queries with which the harness reads orders. */
  query(soql: string): Record<string, unknown>[] {
    if (!/FROM Order__c/.test(soql)) return [];
    const prefix = /LIKE '([^%]*)%'/.exec(soql)?.[1] ?? '';
    return [...this.orders.values()]
      .filter(({ body }) => body.startsWith(prefix))
      .map(({ id, body, total }) => ({ Id: id, External_Order_Id__c: body, Total_Amount__c: total }));
  }
}

async function run(ledger: Ledger, count: number, seed: number) {
  const url = await ledger.start();
  const history = new RunHistory();
  const recorder = history.recorder('random-schedules');
  const session = { instanceUrl: url, accessToken: 'none', username: 'nobody' };
  const stage = {
    org: { admin: session },
    caller: session,
    admin: { query: (soql: string) => Promise.resolve(ledger.query(soql)) } as unknown as RestClient,
    recorder,
    latency: new LatencyRecorder(),
    concurrency: 10,
    signal: new AbortController().signal,
    progress: () => undefined
  } as unknown as Stage;
  const plan = randomSchedules.plan({
    random: randomFor(seed, 'random-schedules'),
    sizes: { schedules: count },
    concurrency: 10,
    prefix: 'test'
  });
  try {
    await randomSchedules.drive(plan, stage);
    const state = await randomSchedules.observe(plan, stage);
    return randomSchedules.check(plan, recorder.entries(), state).filter(({ checker }) => checker === 'explained');
  } finally {
    await ledger.stop();
  }
}

describe('random schedules', function () {
  this.timeout(30_000);

  it('are the same for the same seed, and others for another', () => {
    const sample = (seed: number): unknown => fc.sample(schedules, { seed, numRuns: 25 });

    expect(sample(7)).to.deep.equal(sample(7));
    expect(sample(7)).to.not.deep.equal(sample(8));
  });

  it('come from the seed of the run alone', () => {
    const plan = (seed: number): unknown =>
      randomSchedules.plan({ random: randomFor(seed, 'random-schedules'), sizes: {}, concurrency: 2, prefix: 'p' });

    expect(plan(1)).to.deep.equal(plan(1));
    expect(plan(1)).to.not.deep.equal(plan(2));
  });

  it('accept a ledger that keeps its contract', async () => {
    expect(await run(new Ledger(true), 15, 3)).to.be.empty;
  });

  it('find a ledger that compares no content, and shrink to two attempts over an undisturbed wire', async () => {
    const [finding] = await run(new Ledger(false), 30, 3);

    expect(finding?.kind).to.equal('violation');
    const schedule = finding?.message.split(': ').slice(1).join(': ') ?? '';
    expect(schedule.match(/content/g)?.length, finding?.message).to.be.at.most(3);
    expect(finding?.message).to.not.match(/drop|cut|hold|delay|duplicate/);
    expect(finding?.evidence.length).to.be.at.least(2);
  });
});
