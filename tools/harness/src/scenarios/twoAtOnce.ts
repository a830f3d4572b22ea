import { setTimeout as sleep } from 'node:timers/promises';
import { checkCommandsDone } from '../checkers/commands.js';
import type { Finding } from '../checkers/finding.js';
import { checkEffectsAreTheWinners } from '../checkers/outcomes.js';
import { operationsByKey, type Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient } from '../workload/commandClient.js';
import { runLimited } from '../workload/concurrency.js';
import { expectedOrders, newOrder, observeOrders, type Order, type OrderState } from '../workload/orders.js';
import { defineScenario } from './scenario.js';

/** A command and how much later it is sent again. */
interface Pair {
  readonly order: Order;
  readonly pauseMs: number;
}

interface Plan {
  readonly pairs: readonly Pair[];
}

/** Longer than a command takes, so that the second attempt meets the first in each of its steps, or after it. */
const LONGEST_PAUSE_MS = 25;
const PAIRS_AT_ONCE = 4;

/** One command, sent twice with a short pause: an impatient caller, or a load balancer that tries again. */
export const twoAtOnce = defineScenario<Plan, OrderState>({
  name: 'two-at-once',
  proves: 'Two requests with one key, one a little later than the other, have one effect and one answer.',

  plan: ({ random, sizes, prefix }) => ({
    pairs: Array.from({ length: sizeOf(sizes, 'pairs', 50) }, (_, number) => ({
      order: newOrder(prefix, number, random),
      pauseMs: random.integer(0, LONGEST_PAUSE_MS)
    }))
  }),

  async drive({ pairs }, { caller, recorder, latency, signal, progress }) {
    const client = new CommandClient({
      session: caller,
      recorder,
      latency,
      connections: 2 * PAIRS_AT_ONCE,
      signal
    });
    try {
      progress(`${pairs.length} pairs`);
      await runLimited(
        PAIRS_AT_ONCE,
        pairs.map(({ order, pauseMs }) => async () => {
          await Promise.all([client.settle(order, 1), sleep(pauseMs).then(() => client.settle(order, 2))]);
        })
      );
    } finally {
      await client.close();
    }
  },

  observe: ({ pairs }, { admin }) =>
    observeOrders(
      pairs.map(({ order }) => order),
      admin
    ),

  check: ({ pairs }, history, { effects, ledger }) => [
    ...checkCommandsDone(history, effects, ledger),
    ...checkEffectsAreTheWinners(history, effects, expectedOrders(pairs.map(({ order }) => order))),
    ...checkPairsMet(history)
  ]
});

/** Some second attempt was sent before the first had its answer. */
export function checkPairsMet(history: readonly Entry[]): Finding[] {
  const met = [...operationsByKey(history).values()].some(
    ([first, second]) =>
      first?.completion !== undefined &&
      second !== undefined &&
      second.invocation.client !== first.invocation.client &&
      second.invocation.at < first.completion.at
  );
  if (met) return [];
  const message = 'No two attempts were under way at once; nothing is proved about that case.';
  return [{ checker: 'pairs-met', kind: 'inconclusive', message, evidence: [] }];
}
