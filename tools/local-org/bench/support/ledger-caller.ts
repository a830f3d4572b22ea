/** Process that calls the command endpoint and sends its figures to the benchmark. */
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface CallerTask {
  readonly url: string;
  readonly token: string;
  /** Callers at once in the throughput part. */
  readonly callers: number;
}

export interface CallerFigures {
  /** Median milliseconds. */
  readonly firstMs: number;
  readonly duplicateMs: number;
  /** Until the last of 200 duplicates was answered. */
  readonly burstMs: number;
  readonly burstEffects: number;
  /** First commands a second. */
  readonly rate: number;
}

const WARM_UP = 400;
const SAMPLES = 300;
const BURST = 200;
const THROUGHPUT_MS = 6000;

interface Answer {
  readonly status: number;
  readonly replayed: boolean;
  readonly ms: number;
}

class Caller {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: BURST });

  constructor(private readonly task: CallerTask) {}

  /** @throws Error when the command was not done. */
  post(key: string): Promise<Answer> {
    const body = JSON.stringify({
      orderNumber: key,
      currency: 'EUR',
      lines: [{ sku: 'a', quantity: 1, unitPrice: 10.5 }]
    });
    const start = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.task.url}/services/apexrest/integration/v1/commands/create-order`,
        {
          method: 'POST',
          agent: this.agent,
          headers: {
            authorization: `Bearer ${this.task.token}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'idempotency-key': key
          }
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const status = response.statusCode ?? 0;
            const replayed = response.headers['idempotent-replayed'] === 'true';
            if (status === 201) resolve({ status, replayed, ms: performance.now() - start });
            else reject(new Error(`${status}: ${Buffer.concat(chunks).toString().slice(0, 300)}`));
          });
        }
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async oneAfterTheOther(prefix: string, count: number): Promise<number[]> {
    const times: number[] = [];
    for (let i = 0; i < count; i++) times.push((await this.post(`${prefix}${i}`)).ms);
    return times;
  }

  async burst(key: string): Promise<{ ms: number; effects: number }> {
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: BURST }, () => this.post(key)));
    return { ms: performance.now() - start, effects: answers.filter((answer) => !answer.replayed).length };
  }

  async throughput(callers: number): Promise<number> {
    const start = performance.now();
    let done = 0;
    const work = async (caller: number): Promise<void> => {
      for (let i = 0; performance.now() - start < THROUGHPUT_MS; i++, done++) await this.post(`t${caller}-${i}`);
    };
    await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
    return done / ((performance.now() - start) / 1000);
  }

  close(): void {
    this.agent.destroy();
  }
}

function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

process.once('message', (task: CallerTask) => {
  void measure(task).then((figures) => process.send?.(figures, () => process.disconnect()));
});

async function measure(task: CallerTask): Promise<CallerFigures> {
  const caller = new Caller(task);
  await caller.oneAfterTheOther('warm', WARM_UP);
  const firstMs = median(await caller.oneAfterTheOther('single', SAMPLES));
  const duplicateMs = median(await caller.oneAfterTheOther('single', SAMPLES));
  // Every slot has compiled what it runs before the burst is timed.
  await Promise.all(Array.from({ length: 4 * task.callers }, (_, i) => caller.post(`slots${i}`)));
  await caller.burst('burst-warm-up');
  const burst = await caller.burst('burst');
  const rate = await caller.throughput(task.callers);
  caller.close();
  return { firstMs, duplicateMs, burstMs: burst.ms, burstEffects: burst.effects, rate };
}
