import { MIXED_FAILURES } from '../downstream/behaviour.js';
import { sizeOf } from '../run/profile.js';
import { observeOutbox, type OutboxState } from '../workload/outbox.js';
import { newPaidOrders } from '../workload/paidOrders.js';
import { checkDispatches, driveDispatches, paidOrdersOf, type DispatchPlan } from './dispatchScenario.js';
import { defineScenario } from './scenario.js';

/** Every kind of failure before each success, so that every dispatch has several attempts. */
export const sameKeyOnEveryAttempt = defineScenario<DispatchPlan, OutboxState>({
  name: 'same-key-on-every-attempt',
  proves:
    'Every attempt of a dispatch carries the stored key, content and correlation id, whatever happened to the last.',
  needs: ['remote'],

  plan: ({ random, sizes, prefix }) => ({
    cases: newPaidOrders(prefix, sizeOf(sizes, 'orders', 20), random).map((paidOrder) => ({
      paidOrder,
      steps: random.shuffle(MIXED_FAILURES).slice(0, random.integer(2, 4)),
      ends: 'Succeeded'
    }))
  }),
  drive: (plan, stage) => driveDispatches(plan, stage),
  observe: (plan, stage) => observeOutbox(paidOrdersOf(plan), stage),
  check: (plan, history, state) => checkDispatches(plan, history, state)
});
