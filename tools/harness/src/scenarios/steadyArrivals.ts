import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkCommandsDone } from '../checkers/commands.js';
import type { Finding } from '../checkers/finding.js';
import { LatencyRecorder } from '../measure/latency.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient } from '../workload/commandClient.js';
import { newOrder, observeOrders, type Order, type OrderState } from '../workload/orders.js';
import { defineScenario } from './scenario.js';

interface Arrival {
  /** Milliseconds after the start at which it has to be sent, however slow the org is. */
  readonly at: number;
  readonly order: Order;
}

interface Plan {
  readonly arrivals: readonly Arrival[];
}

/** Of so many arrivals one is a duplicate of an earlier one. */
const DUPLICATE_EVERY = 4;

/**
 * Commands arrive at a fixed rate, as callers who do not wait for each other send them. Latency counts from the moment at
 * which a command had to be sent: an org that stalls is charged for all who had to wait, not only for the one it kept.
 */
export const steadyArrivals = defineScenario<Plan, OrderState>({
  name: 'steady-arrivals',
  proves: 'Commands that arrive at a fixed rate, one in four of them again, have one effect each.',

  plan: ({ random, sizes, prefix }) => {
    const perSecond = sizeOf(sizes, 'perSecond', 20);
    const orders: Order[] = [];
    const arrivals = Array.from({ length: sizeOf(sizes, 'arrivals', 60) }, (_, number): Arrival => {
      const at = (number * 1000) / perSecond;
      if (number % DUPLICATE_EVERY === DUPLICATE_EVERY - 1) return { at, order: random.pick(orders) };
      const order = newOrder(prefix, number, random);
      orders.push(order);
      return { at, order };
    });
    return { arrivals };
  },

  async drive({ arrivals }, { caller, recorder, latency, signal, progress }) {
    // What the client measures begins when a request is sent; here the intended moment counts.
    const unused = new LatencyRecorder();
    const client = new CommandClient({ session: caller, recorder, latency: unused, connections: 256, signal });
    const start = performance.now();
    progress(`${arrivals.length} commands at a fixed rate`);
    try {
      const sent: Promise<void>[] = [];
      for (const [index, { at, order }] of arrivals.entries()) {
        const wait = at - (performance.now() - start);
        if (wait > 0) await sleep(wait, undefined, { signal });
        const attempt = client.attempt(order, index).then((completion) => {
          latency.record(completion.code ?? String(completion.status ?? 'none'), performance.now() - start - at);
        });
        // Told by the wait for all of them: until then nobody listens.
        attempt.catch(() => undefined);
        sent.push(attempt);
      }
      await Promise.all(sent);
    } finally {
      await client.close();
    }
  },

  observe: ({ arrivals }, { admin }) => observeOrders([...new Set(arrivals.map(({ order }) => order))], admin),

  check: (_plan, history, { effects, ledger }) => [
    ...checkCommandsDone(history, effects, ledger),
    ...checkSomethingArrived(history.length)
  ]
});

export function checkSomethingArrived(entries: number): Finding[] {
  if (entries > 0) return [];
  const message = 'Nothing was sent; nothing is proved.';
  return [{ checker: 'something-arrived', kind: 'inconclusive', message, evidence: [] }];
}
