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
import { LocalHooks, type OrgFault } from '../org/localHooks.js';
import { mostOf } from '../org/lockWatch.js';
import { CommandClient } from '../workload/commandClient.js';
import { expectedOrders, newOrder, observeOrders, type Order, type OrderState } from '../workload/orders.js';
import { defineScenario } from './scenario.js';

interface Plan {
  readonly orders: readonly Order[];
  /** Attempts for each order, all at once. */
  readonly duplicates: number;
}

/** Transactions that must have waited for a lock at one time, where the org can tell. */
const WAITING_NEEDED = 2;
/** Further races for each that was planned, while the org has not been seen to wait. */
const SPARE = 4;
/** There, the first to insert the row of the key is slow to commit: the others must wait for it, on any machine. */
const SLOW_COMMIT: OrgFault = { at: 'before-commit', do: 'delay', milliseconds: 300, when: { kind: 'apex-rest' } };

interface Plan {
  readonly orders: readonly Order[];
  /** Sent only when the races of `orders` did not make transactions meet. */
  readonly spare: readonly Order[];
  /** Attempts for each order, all at once. */
  readonly duplicates: number;
}

/** Many clients send one and the same command at one moment; then the next command. */
export const concurrentDuplicates = defineScenario<Plan, OrderState>({
  name: 'concurrent-duplicates',
  proves: 'Concurrent duplicates of one command have one effect and one answer.',

  plan: ({ random, sizes, concurrency, prefix }) => {
    const keys = sizeOf(sizes, 'keys', 4);
    const orders = Array.from({ length: keys * (1 + SPARE) }, (_, number) => newOrder(prefix, number, random));
    return {
      orders: orders.slice(0, keys),
      spare: orders.slice(keys),
      duplicates: sizeOf(sizes, 'duplicates', concurrency)
    };
  },

  async drive({ orders, spare, duplicates }, { admin, caller, recorder, latency, locks, signal, progress }) {
    const client = new CommandClient({ session: caller, recorder, latency, connections: duplicates, signal });
    const sendAtOnce = async (order: Order): Promise<void> => {
      await Promise.all(Array.from({ length: duplicates }, (_, index) => client.settle(order, index + 1)));
    };
    const race = async (raced: readonly Order[]): Promise<void> => {
      for (const [number, order] of raced.entries()) {
        if (signal.aborted) return;
        progress(`key ${number + 1} of ${raced.length}, ${duplicates} attempts at once`);
        await sendAtOnce(order);
      }
    };
    try {
      if (locks === undefined) return await race(orders);
      let seen = await locks.during(() => race(orders));
      const hooks = new LocalHooks(admin);
      for (const order of spare) {
        if (seen.mostWaiting >= WAITING_NEEDED || signal.aborted) break;
        progress(
          `no two transactions were seen to wait; another race with a slow first, ${duplicates} attempts at once`
        );
        seen = mostOf(seen, await locks.during(() => hooks.during([SLOW_COMMIT], () => sendAtOnce(order))));
      }
      recorder.remark('lock-waits', { ...seen });
    } finally {
      await client.close();
    }
  },

  observe: ({ orders, spare }, { admin }) => observeOrders([...orders, ...spare], admin),

  check({ orders, spare, duplicates }, history, { effects, ledger }) {
    return [
      ...checkOneEffectPerKey(history, effects),
      ...checkOneOutcomePerKey(history),
      ...checkAcknowledgedWorkIsThere(history, effects),
      ...checkNoUnaskedEffects(history, effects),
      ...checkEffectsAreTheWinners(history, effects, expectedOrders([...orders, ...spare])),
      ...checkLedger(history, ledger),
      ...checkAnswersInContract(history),
      ...checkEveryKeySucceeds(history),
      ...checkBodiesInContract(history),
      ...checkOverlap(history, duplicates, WAITING_NEEDED)
    ];
  }
});
