import { checkEveryKeySettled, checkOneFirstPerKey } from '../checkers/outcomes.js';
import { checkOverlap } from '../checkers/overlap.js';
import { sizeOf } from '../run/profile.js';
import { newPayment, SETTLED_PAYMENT, type PaymentState } from '../workload/payments.js';
import type { InboundEvent } from '../workload/eventClient.js';
import { defineScenario } from './scenario.js';
import { checkWebhooks, observeWebhooks, withReceiver, type WebhookPlan } from './webhookScenario.js';

interface Plan extends WebhookPlan {
  readonly order: readonly InboundEvent[];
}

/** Different events of the same payments arrive at the same moment, in any order, in one batch or in several. */
export const eventsOfOneEntity = defineScenario<Plan, PaymentState>({
  name: 'events-of-one-entity',
  proves: 'Different events of one payment that arrive at once make one payment, with each transition and one receipt.',

  plan: ({ random, sizes, prefix }) => {
    const payments = Array.from({ length: sizeOf(sizes, 'payments', 25) }, (_, number) => newPayment(prefix, number));
    return {
      prefix,
      payments,
      order: random.shuffle(payments.flatMap((payment) => payment.events)),
      settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
    };
  },

  async drive(plan, stage) {
    const { order, payments } = plan;
    await withReceiver(plan, stage, { connections: 100 }, async ({ provider, settle }) => {
      stage.progress(`${order.length} events of ${payments.length} payments at once`);
      await Promise.all(order.map((event) => provider.deliver(event)));
      await settle(order.length);
    });
  },

  observe: observeWebhooks,

  check: ({ payments }, history, state) => [
    ...checkWebhooks(payments, history, state, SETTLED_PAYMENT),
    ...checkOneFirstPerKey(history),
    ...checkOverlap(history, 4, 0),
    ...checkEveryKeySettled(history)
  ]
});
