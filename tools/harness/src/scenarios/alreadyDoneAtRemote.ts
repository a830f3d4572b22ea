import type { Finding } from '../checkers/finding.js';
import { remoteAttemptsOf } from '../checkers/remoteAttempts.js';
import type { Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { observeOutbox, type OutboxState } from '../workload/outbox.js';
import { newPaidOrders } from '../workload/paidOrders.js';
import { checkDispatches, driveDispatches, paidOrdersOf, type DispatchPlan } from './dispatchScenario.js';
import { defineScenario } from './scenario.js';
import { checkAttemptCounts, expectedAttempts } from './transientThenSuccess.js';

/** Somebody else has fulfilled the order under another key; the remote answers 409 with what exists. */
export const alreadyDoneAtRemote = defineScenario<DispatchPlan, OutboxState>({
  name: 'already-done-at-remote',
  proves: 'A 409 that returns what exists is a success: the dispatch keeps its identifier, and nothing is done twice.',
  needs: ['remote'],

  plan: ({ random, sizes, prefix }) => ({
    cases: newPaidOrders(prefix, sizeOf(sizes, 'orders', 6), random).map((paidOrder) => ({
      paidOrder,
      steps: [],
      ends: 'Succeeded'
    }))
  }),

  drive: (plan, stage) =>
    driveDispatches(plan, stage, async ({ service }) => {
      await service.change({ onePerEntity: true });
      await service.plant(
        plan.cases.map(({ paidOrder: { order } }) => ({
          kind: 'fulfillments',
          key: `elsewhere:${order.orderNumber}`,
          entity: order.orderNumber,
          content: { orderNumber: order.orderNumber }
        }))
      );
    }),

  observe: (plan, stage) => observeOutbox(paidOrdersOf(plan), stage),

  check: (plan, history, state) => [
    ...checkDispatches(plan, history, state),
    ...checkAttemptCounts(history, expectedAttempts(plan)),
    ...checkRecognised(history, state)
  ]
});

/** The dispatches were answered with 409, which their rows tell apart from work that was done for them. */
export function checkRecognised(history: readonly Entry[], { dispatches }: OutboxState): Finding[] {
  const answered = new Map(remoteAttemptsOf(history).map(({ key, status }) => [key, status]));
  return dispatches
    .filter(({ key, lastCategory }) => answered.get(key) !== 409 || lastCategory !== 'Success Existing')
    .map(({ key, lastCategory }) => ({
      checker: 'recognised',
      kind: answered.get(key) === 409 ? 'violation' : 'inconclusive',
      key,
      message: `The remote answered ${answered.get(key) ?? 'nothing'}, and the dispatch took it as ${lastCategory ?? 'nothing'}.`,
      evidence: []
    }));
}
