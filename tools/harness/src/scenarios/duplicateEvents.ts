import { EVENT_STATES } from '@retrysafe/contracts';
import { checkAcknowledgedEventsSettled, checkConvergence } from '../checkers/entities.js';
import { checkEveryKeySettled, checkOneFirstPerKey } from '../checkers/outcomes.js';
import { sizeOf } from '../run/profile.js';
import { EventClient, type InboundEvent } from '../workload/eventClient.js';
import {
  newPayment,
  observePayments,
  SETTLED_PAYMENT,
  waitUntilSettled,
  type Payment,
  type PaymentState
} from '../workload/payments.js';
import { defineScenario } from './scenario.js';

interface Plan {
  readonly prefix: string;
  readonly payments: readonly Payment[];
  /** Deliveries of every event at once. */
  readonly duplicates: number;
  readonly settleLimitMs: number;
}

/** Every event is delivered many times at once, and once more after it was processed. */
export const duplicateEvents = defineScenario<Plan, PaymentState>({
  name: 'duplicate-events',
  proves: 'Concurrent and late duplicates of an event are stored once and have their effect once.',

  plan: ({ random, sizes, prefix }) => ({
    prefix,
    payments: random.shuffle(
      Array.from({ length: sizeOf(sizes, 'payments', 10) }, (_, number) => newPayment(prefix, number))
    ),
    duplicates: sizeOf(sizes, 'duplicates', 10),
    settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
  }),

  async drive(plan, { org, caller, admin, recorder, latency, signal, progress }) {
    const { prefix, payments, duplicates, settleLimitMs } = plan;
    const { apiVersion } = org;
    const connections = duplicates;
    const client = new EventClient({ session: caller, apiVersion, recorder, latency, connections, signal });
    const events = payments.flatMap((payment): readonly InboundEvent[] => payment.events);
    try {
      progress(`${events.length} events, ${duplicates} deliveries at once`);
      await Promise.all(Array.from({ length: duplicates }, (_, index) => client.deliver(events.slice(0, 200), index)));
      const settling = { prefix, expected: events.length, limitMs: settleLimitMs, signal, onVersion: () => undefined };
      await waitUntilSettled(settling, admin);
      await client.deliver(events.slice(0, 200), duplicates, 2);
      await waitUntilSettled(settling, admin);
    } finally {
      await client.close();
    }
  },

  observe: ({ prefix }, { admin }) => observePayments(prefix, admin),

  check({ payments }, history, { payments: states, events }) {
    const keys = new Map(payments.map(({ chargeId, events: own }) => [chargeId, own.map((event) => event.key)]));
    const open = EVENT_STATES.filter((state) => !state.terminal).map((state) => state.name);
    return [
      ...checkConvergence(history, states, keys, SETTLED_PAYMENT),
      ...checkAcknowledgedEventsSettled(history, events, ['Processed', 'Stale'], open),
      ...checkOneFirstPerKey(history),
      ...checkEveryKeySettled(history)
    ];
  }
});
