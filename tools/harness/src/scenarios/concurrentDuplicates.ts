import { checkBodiesInContract } from '../checkers/bodies.js';
import { checkAcknowledgedWorkIsThere, checkNoUnaskedEffects, checkOneEffectPerKey } from '../checkers/effects.js';
import { checkLedger } from '../checkers/ledger.js';
import {
  checkAnswersInContract,
  checkEffectsAreTheWinners,
  checkEveryKeySucceeds,
  checkOneOutcomePerKey
} from '../checkers/outcomes.js';
import { checkOverlap } from '../checkers/overlap.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient } from '../workload/commandClient.js';
import { expectedOrders, newOrder, observeOrders, type Order, type OrderState } from '../workload/orders.js';
import { defineScenario } from './scenario.js';

interface Plan {
  readonly orders: readonly Order[];
  /** Attempts for each order, all at once. */
  readonly duplicates: number;
}

/** Many clients send one and the same command at one moment; then the next command. */
export const concurrentDuplicates = defineScenario<Plan, OrderState>({
  name: 'concurrent-duplicates',
  proves: 'Concurrent duplicates of one command have one effect and one answer.',

  plan: ({ random, sizes, concurrency, prefix }) => ({
    orders: Array.from({ length: sizeOf(sizes, 'keys', 4) }, (_, number) => newOrder(prefix, number, random)),
    duplicates: sizeOf(sizes, 'duplicates', concurrency)
  }),

  async drive({ orders, duplicates }, { caller, recorder, latency, locks, signal, progress }) {
    const client = new CommandClient({ session: caller, recorder, latency, connections: duplicates, signal });
    const sendAll = async (): Promise<void> => {
      for (const [number, order] of orders.entries()) {
        progress(`key ${number + 1} of ${orders.length}, ${duplicates} attempts at once`);
        await Promise.all(Array.from({ length: duplicates }, (_, index) => client.settle(order, index + 1)));
        if (signal.aborted) return;
      }
    };
    try {
      const seen = await locks?.during(sendAll);
      if (locks === undefined) await sendAll();
      if (seen !== undefined) recorder.remark('lock-waits', { ...seen });
    } finally {
      await client.close();
    }
  },

  observe: ({ orders }, { admin }) => observeOrders(orders, admin),

  check({ orders, duplicates }, history, { effects, ledger }) {
    return [
      ...checkOneEffectPerKey(history, effects),
      ...checkOneOutcomePerKey(history),
      ...checkAcknowledgedWorkIsThere(history, effects),
      ...checkNoUnaskedEffects(history, effects),
      ...checkEffectsAreTheWinners(history, effects, expectedOrders(orders)),
      ...checkLedger(history, ledger),
      ...checkAnswersInContract(history),
      ...checkEveryKeySucceeds(history),
      ...checkBodiesInContract(history),
      ...checkOverlap(history, duplicates, 2)
    ];
  }
});
