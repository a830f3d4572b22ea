import { sizeOf } from '../run/profile.js';
import { observeOutbox, type OutboxState } from '../workload/outbox.js';
import { newPaidOrders } from '../workload/paidOrders.js';
import { checkDispatches, driveDispatches, paidOrdersOf, type DispatchPlan } from './dispatchScenario.js';
import { defineScenario } from './scenario.js';
import { checkAttemptCounts, expectedAttempts } from './transientThenSuccess.js';

/** The remote answers 200 and an error: one that passes, or one that stays. */
export const errorInSuccessfulAnswer = defineScenario<DispatchPlan, OutboxState>({
  name: 'error-in-successful-answer',
  proves: 'A 200 with an error in its body is no success: it is retried or given up, as its code says.',
  needs: ['remote'],

  plan: ({ random, sizes, prefix }) => ({
    cases: newPaidOrders(prefix, sizeOf(sizes, 'orders', 8), random).map((paidOrder, index) =>
      index % 2 === 0
        ? { paidOrder, steps: [{ do: 'error-in-body', code: 'try_later' }], ends: 'Succeeded' }
        : { paidOrder, steps: [{ do: 'error-in-body', code: 'out_of_stock' }], ends: 'Rejected' }
    )
  }),
  drive: (plan, stage) => driveDispatches(plan, stage),
  observe: (plan, stage) => observeOutbox(paidOrdersOf(plan), stage),
  check: (plan, history, state) => [
    ...checkDispatches(plan, history, state),
    ...checkAttemptCounts(history, expectedAttempts(plan))
  ]
});
