import { checkCost, COST } from '../checkers/deliveries.js';
import { checkEveryKeySettled, checkOneFirstPerKey } from '../checkers/outcomes.js';
import { sizeOf } from '../run/profile.js';
import { runLimited } from '../workload/concurrency.js';
import { newPayment, SUCCEEDED_PAYMENT, type Payment, type PaymentState } from '../workload/payments.js';
import { defineScenario, type Stage } from './scenario.js';
import { checkWebhooks, observeWebhooks, successOf, withReceiver, type WebhookPlan } from './webhookScenario.js';

interface Plan extends WebhookPlan {
  /** The order of delivery. */
  readonly order: readonly Payment[];
}

/** Thousands of events in a moment; counted is what they cost the org. */
export const eventBurst = defineScenario<Plan, PaymentState>({
  name: 'event-burst',
  proves:
    'A burst of events is acknowledged, forwarded and processed by the batch: each once, with few calls and jobs.',

  plan: ({ random, sizes, prefix }) => {
    const payments = Array.from({ length: sizeOf(sizes, 'events', 1_000) }, (_, number) => newPayment(prefix, number));
    const settleLimitMs = sizeOf(sizes, 'settleLimitMs', 120_000);
    return { prefix, payments, order: random.shuffle(payments), settleLimitMs };
  },

  async drive(plan, stage) {
    const { order } = plan;
    const { recorder, concurrency, progress } = stage;
    let calls = 0;
    const settings = {
      connections: concurrency,
      onRequest: () => void (calls += 1)
    };
    await withReceiver(plan, stage, settings, async ({ provider, settle }) => {
      progress(`${order.length} events`);
      const before = await finishedJobs(stage);
      const start = performance.now();
      await runLimited(
        concurrency,
        order.map((payment) => () => provider.deliver(successOf(payment)))
      );
      const acknowledgedMs = Math.round(performance.now() - start);
      await settle(order.length);
      const processedMs = Math.round(performance.now() - start);
      const jobs = (await finishedJobs(stage)) - before;
      recorder.remark(COST, { events: order.length, calls, jobs, acknowledgedMs, processedMs });
      progress(`${order.length} events: ${calls} calls, ${jobs} jobs, ${processedMs} ms`);
    });
  },

  observe: observeWebhooks,

  check: ({ payments }, history, state) => [
    ...checkWebhooks(payments, history, state, SUCCEEDED_PAYMENT, (payment) => [successOf(payment)]),
    ...checkOneFirstPerKey(history),
    ...checkEveryKeySettled(history),
    ...checkCost(history)
  ]
});

/** Jobs of the inbox that the org has run so far. */
async function finishedJobs({ admin }: Stage): Promise<number> {
  const rows = await admin.query(
    `SELECT Id FROM AsyncApexJob WHERE ApexClass.Name = 'InboundProcessorJob' AND JobType = 'Queueable'`
  );
  return rows.length;
}
