import type { Effect } from '../checkers/effects.js';
import type { Finding } from '../checkers/finding.js';
import { entriesOf, operationsOf, type Entry } from '../history/entry.js';
import { HarnessError } from '../run/errors.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient } from '../workload/commandClient.js';
import { newOrder, observeOrders, type Order, type OrderState } from '../workload/orders.js';
import { defineScenario } from './scenario.js';

interface Plan {
  readonly orders: readonly Order[];
}

/** A user of the org without the permission sends commands. */
export const unauthorisedCaller = defineScenario<Plan, OrderState>({
  name: 'unauthorised-caller',
  proves: 'A user without the permission changes nothing and leaves no trace in the ledger.',
  needs: ['stranger'],

  plan: ({ random, sizes, prefix }) => ({
    orders: Array.from({ length: sizeOf(sizes, 'commands', 5) }, (_, number) => newOrder(prefix, number, random))
  }),

  async drive({ orders }, { stranger, recorder, latency, signal }) {
    if (stranger === undefined) throw new HarnessError('There is no second user on this org.');
    const client = new CommandClient({ session: stranger, recorder, latency, connections: 4, signal });
    try {
      for (const order of orders) await client.attempt(order, 1);
    } finally {
      await client.close();
    }
  },

  observe: ({ orders }, { admin }) => observeOrders(orders, admin),

  check: (_, history, { effects, ledger }) => [...checkForbidden(history), ...checkNoTrace(effects, ledger)]
});

/** Every attempt was refused with 403, by the product or by the platform before it. */
export function checkForbidden(history: readonly Entry[]): Finding[] {
  const operations = operationsOf(history);
  const other = operations.filter(({ completion }) => completion?.status !== 403);
  if (operations.length === 0) {
    const message = 'Nothing was sent; nothing is proved.';
    return [{ checker: 'forbidden', kind: 'inconclusive', message, evidence: [] }];
  }
  return other.map((operation) => ({
    checker: 'forbidden',
    kind: operation.completion?.kind === 'ok' ? 'violation' : 'inconclusive',
    key: operation.invocation.key,
    message: `A user without the permission was answered with ${operation.completion?.status ?? 'nothing'}, not 403.`,
    evidence: entriesOf([operation])
  }));
}

export function checkNoTrace(effects: readonly Effect[], ledger: OrderState['ledger']): Finding[] {
  return [...effects.map(({ key }) => [key, 'record']), ...ledger.map(({ key }) => [key, 'row in the ledger'])].map(
    ([key, trace]) => ({
      checker: 'no-trace',
      kind: 'violation',
      key: key!,
      message: `A user without the permission left a ${trace}.`,
      evidence: []
    })
  );
}
