import { EVENT_STATES } from '@retrysafe/contracts';
import { checkAcknowledgedEventsSettled, checkConvergence, type EventState } from '../checkers/entities.js';
import type { Finding } from '../checkers/finding.js';
import { checkEveryKeySettled } from '../checkers/outcomes.js';
import { sizeOf } from '../run/profile.js';
import { EventClient, type InboundEvent } from '../workload/eventClient.js';
import { newPayment, observePayments, SUCCEEDED_PAYMENT, waitUntilSettled } from '../workload/payments.js';
import type { Payment, PaymentState } from '../workload/payments.js';
import { defineScenario } from './scenario.js';

interface Plan {
  readonly prefix: string;
  readonly payments: readonly Payment[];
  /** Position of the event that cannot be mapped. */
  readonly bad: number;
  readonly settleLimitMs: number;
}

/** One delivery of 200 events, one of which no mapper can read. */
export const partialBatchFailure = defineScenario<Plan, PaymentState>({
  name: 'partial-batch-failure',
  proves: 'One bad event in a batch fails alone: it becomes a dead letter, and all the others are processed.',

  plan: ({ random, sizes, prefix }) => {
    const count = Math.min(sizeOf(sizes, 'events', 200), 200);
    return {
      prefix,
      payments: Array.from({ length: count }, (_, number) => newPayment(prefix, number)),
      bad: random.integer(0, count - 1),
      settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
    };
  },

  async drive({ prefix, payments, bad, settleLimitMs }, { org, caller, admin, recorder, latency, signal, progress }) {
    const { apiVersion } = org;
    const client = new EventClient({ session: caller, apiVersion, recorder, latency, connections: 1, signal });
    try {
      progress(`${payments.length} events, one of them bad`);
      await client.deliver(
        payments.map((payment, index) => (index === bad ? unreadable(successOf(payment)) : successOf(payment))),
        1
      );
      const expected = payments.length;
      await waitUntilSettled({ prefix, expected, limitMs: settleLimitMs, signal, onVersion: () => undefined }, admin);
    } finally {
      await client.close();
    }
  },

  observe: ({ prefix }, { admin }) => observePayments(prefix, admin),

  check({ payments, bad }, history, { payments: states, events }) {
    const good = payments.filter((_, index) => index !== bad);
    const keys = new Map(good.map((payment) => [payment.chargeId, [successOf(payment).key]]));
    const badKey = successOf(payments[bad]!).key;
    const open = EVENT_STATES.filter((state) => !state.terminal).map((state) => state.name);
    const settled = (events: readonly EventState[], state: string): Finding[] =>
      checkAcknowledgedEventsSettled(history, events, [state], open);
    return [
      ...checkConvergence(history, states, keys, SUCCEEDED_PAYMENT),
      ...settled(events, 'Processed').filter((finding) => finding.key !== badKey),
      ...settled(events, 'Dead Letter').filter((finding) => finding.key === badKey),
      ...checkEveryKeySettled(history)
    ];
  }
});

function successOf(payment: Payment): InboundEvent {
  return payment.events.find((event) => event.type === 'charge.succeeded')!;
}

/** Valid JSON, but without what the mapper needs. */
function unreadable(event: InboundEvent): InboundEvent {
  return { ...event, payload: JSON.stringify({ id: event.key, type: event.type, data: { object: {} } }) };
}
