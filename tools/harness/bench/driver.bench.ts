/**
 * How many attempts a second the driver alone can issue, side by side with autocannon, against a server that does nothing
 * but answer. The driver records every attempt, digests payloads and bodies, reads each answer by the contract and keeps a
 * histogram; it has to reach half of autocannon's rate all the same, or a load test would measure itself.
 *
 *   node --conditions=retrysafe-source --import=tsx tools/harness/bench/driver.bench.ts
 *
 * Prints both rates of each round and the best ratio; ends with 1 when it is below the bar.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { RunHistory } from '../src/history/recorder.js';
import { LatencyRecorder } from '../src/measure/latency.js';
import { randomFor } from '../src/run/random.js';
import { CommandClient } from '../src/workload/commandClient.js';
import { newOrder } from '../src/workload/orders.js';

const BAR = 0.5;
const ROUNDS = 3;
const CONNECTIONS = 50;
const SECONDS = 3;

async function autocannonRate(url: string): Promise<number> {
  const { body, key } = newOrder('bench', 1, randomFor(1, 'bench'));
  const result = await autocannon({
    url: `${url}/services/apexrest/integration/v1/commands/create-order`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, authorization: 'Bearer none' },
    body,
    connections: CONNECTIONS,
    duration: SECONDS
  });
  return result['2xx'] / result.duration;
}

async function driverRate(url: string): Promise<number> {
  const recorder = new RunHistory().recorder('bench');
  const client = new CommandClient({
    session: { instanceUrl: url, accessToken: 'none', username: 'bench' },
    recorder,
    latency: new LatencyRecorder(),
    connections: CONNECTIONS,
    signal: new AbortController().signal
  });
  const random = randomFor(1, 'bench');
  const orders = Array.from({ length: 1000 }, (_, number) => newOrder('bench', number, random));
  const start = performance.now();
  let done = 0;
  const work = async (worker: number): Promise<void> => {
    for (let number = worker; performance.now() - start < SECONDS * 1000; number += CONNECTIONS) {
      const completion = await client.attempt(orders[number % orders.length]!, worker);
      if (completion.kind === 'ok') done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, worker) => work(worker)));
  const seconds = (performance.now() - start) / 1000;
  await client.close();
  return done / seconds;
}

const server = fork(fileURLToPath(new URL('./trivialServer.ts', import.meta.url)));
const [url] = (await once(server, 'message')) as [string];
let best = 0;
try {
  // Once unmeasured, so that both have been compiled.
  await driverRate(url);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [other, own] = [await autocannonRate(url), await driverRate(url)];
    best = Math.max(best, own / other);
    console.log(
      `round ${round}: autocannon ${other.toFixed(0)}/s, driver ${own.toFixed(0)}/s, ratio ${(own / other).toFixed(2)}`
    );
  }
} finally {
  server.kill();
}
console.log(`best ratio ${best.toFixed(2)}, bar ${BAR}: ${best >= BAR ? 'met' : 'MISSED'}`);
process.exitCode = best >= BAR ? 0 : 1;
