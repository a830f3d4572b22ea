/**
 * Acknowledged deliveries a second, beside the same framework doing only one INSERT a request; then the latency at half of
 * what the receiver can do. Both over one PostgreSQL that waits for its disk.
 *
 * Bars: at least 0.5 of the plain INSERT; p99 at half rate at most 50 ms.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCluster } from '@retrysafe/postgres';
import autocannon from 'autocannon';
import { signDelivery } from '../src/sign/sign.js';
import { STRIPE_SECRET, receiverIn } from '../test/nut/support.js';

const RATIO_BAR = 0.5;
const P99_BAR_MS = 50;
const ROUNDS = 3;
const SECONDS = 8;
const CONNECTIONS = 50;

const home = await mkdtemp(join(tmpdir(), 'receiver-bench-'));
// Started by root, the database runs as another user.
await chmod(home, 0o711);
const cluster = await openCluster({ dataDirectory: join(home, 'postgres-data') });
const children: ChildProcess[] = [];
let sequence = 0;

/** Sends signed deliveries, each of another event, as fast as they are answered, or at a rate. */
async function load(url: string, seconds: number, rate?: number): Promise<autocannon.Result> {
  const result = await autocannon({
    url: `${url}/webhooks/payments`,
    connections: CONNECTIONS,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          sequence += 1;
          const object = { id: `ch_${sequence}`, amount: 1_250, amount_refunded: 0, currency: 'eur' };
          const body = JSON.stringify({
            id: `evt_${sequence}`,
            type: 'charge.succeeded',
            created: 1_790_000_000,
            data: { object }
          });
          const signed = signDelivery({
            profile: 'stripe',
            secret: STRIPE_SECRET,
            url: `${url}/webhooks/payments`,
            body
          });
          return { ...request, body, headers: { ...signed.headers } };
        }
      }
    ]
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were no 2xx, ${result.errors} requests failed.`);
  }
  return result;
}

async function startPlain(databaseUrl: string): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--conditions=retrysafe-source', '--import=tsx', fileURLToPath(new URL('plainInsert.ts', import.meta.url))],
    { env: { ...process.env, DATABASE_URL: databaseUrl }, stdio: ['ignore', 'pipe', 'inherit'] }
  );
  children.push(child);
  const [address] = (await once(child.stdout!, 'data')) as [Buffer];
  return address.toString().trim();
}

async function createDatabase(name: string): Promise<string> {
  await cluster.createDatabase(name);
  const { host, port, user, password } = cluster.address(name);
  return `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function measure(): Promise<boolean> {
  const plain = await startPlain(await createDatabase('plain'));
  // Nobody listens there: forwarding rests, and the acknowledgement is measured alone.
  const env = {
    SALESFORCE_ACCESS_TOKEN: 'none',
    SALESFORCE_INSTANCE_URL: 'http://127.0.0.1:9',
    RECEIVER_LOG_LEVEL: 'silent'
  };
  const receiver = await receiverIn(
    join(home, 'receiver'),
    { type: 'access-token' },
    env,
    await createDatabase('receiver')
  );
  await receiver.process.start();
  try {
    for (const url of [plain, receiver.url]) await load(url, 3);
    const rates: { plain: number; receiver: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const plainRate = (await load(plain, SECONDS)).requests.average;
      const receiverRate = (await load(receiver.url, SECONDS)).requests.average;
      rates.push({ plain: plainRate, receiver: receiverRate });
      process.stdout.write(`  plain INSERT ${plainRate.toFixed(0)}/s, receiver ${receiverRate.toFixed(0)}/s\n`);
    }
    const ratio = median(rates.map((round) => round.receiver / round.plain));
    const rate = Math.floor(median(rates.map((round) => round.receiver)) / 2);
    const { latency } = await load(receiver.url, 2 * SECONDS, rate);
    process.stdout.write(
      `  acknowledged: ${ratio.toFixed(2)} of a plain INSERT (bar ${RATIO_BAR})\n` +
        `  at ${rate}/s: p50 ${latency.p50} ms, p99 ${latency.p99} ms (bar ${P99_BAR_MS} ms)\n`
    );
    return ratio >= RATIO_BAR && latency.p99 <= P99_BAR_MS;
  } finally {
    await receiver.process.stop();
  }
}

try {
  if (!(await measure())) process.exitCode = 1;
} finally {
  for (const child of children) child.kill();
  await cluster.stop();
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
}
