import type { Finding } from '../checkers/finding.js';
import { checkEveryKeySettled, checkOneFirstPerKey } from '../checkers/outcomes.js';
import { PASS, type Fault } from '../faults/fault.js';
import type { Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { newPayment, SUCCEEDED_PAYMENT, type PaymentState } from '../workload/payments.js';
import { runLimited } from '../workload/concurrency.js';
import { defineScenario } from './scenario.js';
import { checkWebhooks, observeWebhooks, successOf, withReceiver, type WebhookPlan } from './webhookScenario.js';

interface Plan extends WebhookPlan {
  /** What happens to the first calls from the receiver to the org; later ones pass. */
  readonly faults: readonly Fault[];
}

const COLLECTIONS = '/composite/sobjects';

/** The org commits a batch of events, but the receiver does not hear of it and sends the batch again. */
export const forwardingAnswerLost = defineScenario<Plan, PaymentState>({
  name: 'forwarding-answer-lost',
  proves: 'Events whose forwarding was committed while the answer was lost are sent again, and are in the inbox once.',

  plan: ({ random, sizes, prefix }) => {
    const lost: Fault = { kind: 'drop-response' };
    const cut: Fault = { kind: 'cut-mid-body' };
    const never: Fault = { kind: 'drop-request' };
    return {
      prefix,
      payments: Array.from({ length: sizeOf(sizes, 'payments', 300) }, (_, number) => newPayment(prefix, number)),
      // The first answer is lost in any case.
      faults: [lost, ...random.shuffle([lost, cut, never, cut, lost])],
      settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
    };
  },

  async drive(plan, stage) {
    const { payments, faults } = plan;
    const settings = {
      connections: 50,
      plan: ({ key, occurrence }: { key: string; occurrence: number }) =>
        key.endsWith(COLLECTIONS) ? (faults[occurrence - 1] ?? PASS) : PASS,
      onRequest: ({
        fault,
        occurrence,
        upstreamStatus
      }: {
        fault: string;
        occurrence: number;
        upstreamStatus?: number;
      }) =>
        stage.recorder.remark('fault', {
          fault,
          occurrence,
          ...(upstreamStatus === undefined ? {} : { upstreamStatus })
        })
    };
    await withReceiver(plan, stage, settings, async ({ provider, settle }) => {
      stage.progress(`${payments.length} events, answers of the org are lost`);
      await runLimited(
        50,
        payments.map((payment) => () => provider.deliver(successOf(payment)))
      );
      await settle(payments.length);
    });
  },

  observe: observeWebhooks,

  check: ({ payments }, history, state) => [
    ...checkWebhooks(payments, history, state, SUCCEEDED_PAYMENT, (payment) => [successOf(payment)]),
    ...checkOneFirstPerKey(history),
    ...checkEveryKeySettled(history),
    ...checkAnswersLost(history)
  ]
});

/** The org had committed and answered when the connection was cut; otherwise nothing was put at risk. */
export function checkAnswersLost(history: readonly Entry[]): Finding[] {
  const lost = history.filter(
    (entry) =>
      entry.kind === 'remark' &&
      entry.subject === 'fault' &&
      (entry.detail.fault === 'drop-response' || entry.detail.fault === 'cut-mid-body') &&
      entry.detail.upstreamStatus === 200
  );
  if (lost.length > 0) return [];
  const message = 'No answer was lost after a commit; nothing is proved.';
  return [{ checker: 'answers-lost', kind: 'inconclusive', message, evidence: [] }];
}
