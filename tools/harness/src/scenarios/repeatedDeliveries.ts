import { checkLateDuplicatesKnown } from '../checkers/deliveries.js';
import { checkEveryKeySettled, checkOneFirstPerKey } from '../checkers/outcomes.js';
import { checkOverlap } from '../checkers/overlap.js';
import { sizeOf } from '../run/profile.js';
import { newPayment, SETTLED_PAYMENT, type PaymentState } from '../workload/payments.js';
import { defineScenario } from './scenario.js';
import { checkWebhooks, observeWebhooks, withReceiver, type WebhookPlan } from './webhookScenario.js';

interface Plan extends WebhookPlan {
  /** Deliveries of each event at once. */
  readonly duplicates: number;
}

/** Number of the attempt that comes after everything was processed. */
const LATE = 2;

/** A provider that sends every event of a payment fifty times at once, one after the other, and once more much later. */
export const repeatedDeliveries = defineScenario<Plan, PaymentState>({
  name: 'repeated-deliveries',
  proves:
    'An event that is delivered fifty times at once, and again after it was processed, is stored once and has its effect once.',

  plan: ({ random, sizes, prefix }) => ({
    prefix,
    payments: random.shuffle(
      Array.from({ length: sizeOf(sizes, 'payments', 4) }, (_, number) => newPayment(prefix, number))
    ),
    duplicates: sizeOf(sizes, 'duplicates', 50),
    settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
  }),

  async drive(plan, stage) {
    const { payments, duplicates } = plan;
    const events = payments.flatMap((payment) => payment.events);
    await withReceiver(plan, stage, { connections: duplicates }, async ({ provider, settle }) => {
      stage.progress(`${events.length} events, ${duplicates} deliveries of each at once`);
      for (const event of events) await Promise.all(Array.from({ length: duplicates }, () => provider.deliver(event)));
      await settle(events.length);
      stage.progress('all of them once more');
      await Promise.all(events.map((event) => provider.deliver(event, { attempt: LATE })));
      await settle(events.length);
    });
  },

  observe: observeWebhooks,

  check: ({ payments, duplicates }, history, state) => [
    ...checkWebhooks(payments, history, state, SETTLED_PAYMENT),
    ...checkOneFirstPerKey(history),
    ...checkLateDuplicatesKnown(history, LATE),
    ...checkOverlap(history, duplicates, 0),
    ...checkEveryKeySettled(history)
  ]
});
