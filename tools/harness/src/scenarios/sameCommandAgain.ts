import { checkCommandsDone } from '../checkers/commands.js';
import { checkEffectsAreTheWinners } from '../checkers/outcomes.js';
import type { Finding } from '../checkers/finding.js';
import { entriesOf, operationsByKey, type Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient } from '../workload/commandClient.js';
import { runLimited } from '../workload/concurrency.js';
import { expectedOrders, newOrder, observeOrders, otherSpellings } from '../workload/orders.js';
import type { Order, OrderState } from '../workload/orders.js';
import { defineScenario } from './scenario.js';

interface Plan {
  readonly orders: readonly Order[];
}

/** One caller sends a command, then the same again, also with the key quoted and the JSON written differently. */
export const sameCommandAgain = defineScenario<Plan, OrderState>({
  name: 'same-command-again',
  proves: 'The same key with the same content gets the stored answer, however key and JSON are written.',

  plan: ({ random, sizes, prefix }) => ({
    orders: Array.from({ length: sizeOf(sizes, 'commands', 20) }, (_, number) => newOrder(prefix, number, random))
  }),

  async drive({ orders }, { caller, recorder, latency, concurrency, signal, progress }) {
    const client = new CommandClient({ session: caller, recorder, latency, connections: concurrency, signal });
    try {
      progress(`${orders.length} commands, each in several spellings`);
      await runLimited(
        Math.min(concurrency, 4),
        orders.map((order, index) => async () => {
          for (const spelling of [order, ...otherSpellings(order)]) await client.settle(spelling, index);
        })
      );
    } finally {
      await client.close();
    }
  },

  observe: ({ orders }, { admin }) => observeOrders(orders, admin),

  check({ orders }, history, { effects, ledger }) {
    const spellings = orders.flatMap((order) => [order, ...otherSpellings(order)]);
    return [
      ...checkCommandsDone(history, effects, ledger),
      ...checkEveryAttemptSucceeds(history),
      ...checkEffectsAreTheWinners(history, effects, expectedOrders(spellings))
    ];
  }
});

/** Without faults and races, no spelling of the same content may be refused. */
export function checkEveryAttemptSucceeds(history: readonly Entry[]): Finding[] {
  const findings: Finding[] = [];
  for (const [key, operations] of operationsByKey(history)) {
    const first = operations.find(({ completion }) => completion?.kind === 'ok');
    const refused = operations.find(({ completion }) => completion?.kind === 'fail');
    if (first === undefined || refused === undefined) continue;
    findings.push({
      checker: 'every-attempt-succeeds',
      kind: 'violation',
      key,
      message: `The same content, written differently, was refused as ${refused.completion?.code}.`,
      evidence: entriesOf([first, refused])
    });
  }
  if (operationsByKey(history).size > 0) return findings;
  return [{ checker: 'every-attempt-succeeds', kind: 'inconclusive', message: 'No attempt was made.', evidence: [] }];
}
