import { checkBodiesInContract } from '../checkers/bodies.js';
import { checkNoUnaskedEffects } from '../checkers/effects.js';
import type { Finding } from '../checkers/finding.js';
import { checkLedger } from '../checkers/ledger.js';
import { checkAnswersInContract, checkOneOutcomePerKey } from '../checkers/outcomes.js';
import { entriesOf, operationsByKey, type Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient, type Command } from '../workload/commandClient.js';
import { runLimited } from '../workload/concurrency.js';
import { cancelOrder, newOrder, observeOrders, type Order, type OrderState } from '../workload/orders.js';
import { defineScenario } from './scenario.js';

interface Plan {
  /** Cancelled before they are there, created later. */
  readonly orders: readonly Order[];
  readonly cancellations: readonly Command[];
  /** Duplicates of each cancellation at once. */
  readonly crowd: number;
}

/**
 * Orders are cancelled that do not exist, which a rule refuses. Later they do exist; a duplicate of the cancellation
 * must still get the refusal, or the order would be cancelled by a command that its caller believes dead.
 */
export const permanentRejection = defineScenario<Plan, OrderState>({
  name: 'permanent-rejection',
  proves: 'A command that a rule rejected stays rejected, and a duplicate never runs it again.',

  plan: ({ random, sizes, prefix }) => {
    const orders = Array.from({ length: sizeOf(sizes, 'commands', 10) }, (_, number) =>
      newOrder(prefix, number, random)
    );
    return { orders, cancellations: orders.map(cancelOrder), crowd: sizeOf(sizes, 'crowd', 5) };
  },

  async drive({ orders, cancellations, crowd }, { caller, recorder, latency, concurrency, signal, progress }) {
    const client = new CommandClient({ session: caller, recorder, latency, connections: concurrency, signal });
    try {
      progress(`${cancellations.length} cancellations, ${crowd} duplicates each`);
      for (const command of cancellations) {
        await Promise.all(Array.from({ length: crowd }, (_, index) => client.settle(command, index)));
      }
      await runLimited(
        Math.min(concurrency, 4),
        orders.map((order, index) => async () => {
          await client.settle(order, index);
          await client.settle(cancellations[index]!, index);
        })
      );
    } finally {
      await client.close();
    }
  },

  observe: ({ orders }, { admin }) => observeOrders(orders, admin),

  check({ orders, cancellations }, history, { effects, ledger }) {
    return [
      ...checkRejected(
        history,
        cancellations.map((command) => command.key)
      ),
      ...checkStillCreated(orders, effects),
      ...checkOneOutcomePerKey(history),
      ...checkNoUnaskedEffects(history, effects),
      ...checkLedger(history, ledger),
      ...checkAnswersInContract(history),
      ...checkBodiesInContract(history)
    ];
  }
});

/** Every attempt that was answered was answered with the rejection. */
export function checkRejected(history: readonly Entry[], keys: readonly string[]): Finding[] {
  const operations = operationsByKey(history);
  return keys.flatMap((key): Finding[] => {
    const own = operations.get(key) ?? [];
    const other = own.find(({ completion }) => completion?.kind !== 'unknown' && completion?.code !== 'REJECTED');
    if (own.length > 0 && other === undefined) return [];
    return [
      {
        checker: 'rejected',
        kind: other?.completion?.kind === 'ok' ? 'violation' : 'inconclusive',
        key,
        message:
          other === undefined
            ? 'No attempt was made.'
            : `A cancellation that was to be rejected was answered with ${other.completion?.code}.`,
        evidence: entriesOf(other === undefined ? [] : [other])
      }
    ];
  });
}

/** No rejected cancellation had its effect after all. */
export function checkStillCreated(orders: readonly Order[], effects: OrderState['effects']): Finding[] {
  const own = new Set(orders.map((order) => order.key));
  return effects
    .filter((effect) => own.has(effect.key) && effect.fields.Status__c !== 'Created')
    .map((effect) => ({
      checker: 'still-created',
      kind: 'violation',
      key: effect.key,
      message: `The order ${effect.id} is ${String(effect.fields.Status__c)} by a cancellation that was rejected.`,
      evidence: []
    }));
}
