import { checkAcknowledgedEventsSettled, checkConvergence } from '../checkers/entities.js';
import {
  BEFORE_REPLAY,
  checkEventReplays,
  checkReasonDemanded,
  WITHOUT_REASON,
  type ExpectedReplay
} from '../checkers/eventReplays.js';
import { checkEveryKeySettled } from '../checkers/outcomes.js';
import type { OperatorReplays } from '../checkers/replays.js';
import { sizeOf } from '../run/profile.js';
import { EventClient, type InboundEvent } from '../workload/eventClient.js';
import { StoredEvents } from '../workload/eventReplays.js';
import {
  newPayment,
  observePayments,
  SUCCEEDED_PAYMENT,
  type Payment,
  type PaymentState
} from '../workload/payments.js';
import { readReplays } from '../workload/replays.js';
import { defineScenario } from './scenario.js';
import { openStates, successOf } from './webhookScenario.js';

/** A payment of an order. */
interface OrderPayment {
  readonly payment: Payment;
  readonly orderNumber: string;
}

interface Plan {
  readonly prefix: string;
  /** Their order is not there, so that their events end as dead letters. */
  readonly orphans: readonly OrderPayment[];
  /** Processed long before the operator comes. */
  readonly stored: readonly Payment[];
  readonly reason: string;
  readonly settleLimitMs: number;
}

interface State extends PaymentState, OperatorReplays {}

/** An operator mends the cause of dead letters and replays them, and replays processed events as well. */
export const eventReplay = defineScenario<Plan, State>({
  name: 'event-replay',
  proves:
    'An operator replays dead letters and stored events with a reason: each ends as it should, under its key, with no effect twice.',

  plan: ({ random, sizes, prefix }) => {
    const count = sizeOf(sizes, 'events', 5);
    const payments = Array.from({ length: 2 * count }, (_, number) => newPayment(prefix, number));
    return {
      prefix,
      orphans: payments.slice(0, count).map((payment, index) => ({ payment, orderNumber: `${prefix}-order${index}` })),
      stored: payments.slice(count),
      reason: `The shop was late (incident ${random.integer(1000, 9999)})`,
      settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
    };
  },

  async drive({ prefix, orphans, stored, reason, settleLimitMs }, stage) {
    const { org, caller, admin, recorder, latency, signal, progress } = stage;
    const { apiVersion } = org;
    const client = new EventClient({ session: caller, apiVersion, recorder, latency, connections: 1, signal });
    const inbox = new StoredEvents(prefix, admin);
    const all = orphans.length + stored.length;
    try {
      progress(`${orphans.length} events wait for an order that does not come, ${stored.length} are processed`);
      await client.deliver([...orphans.map(eventOf), ...stored.map(successOf)], 1);
      await inbox.waitFor(['Retry Scheduled', 'Processed'], all, settleLimitMs, signal);
      await inbox.useUpAttempts();
      await inbox.waitFor(['Dead Letter'], orphans.length, settleLimitMs, signal);
    } finally {
      await client.close();
    }
    for (const [key, status] of await inbox.states()) recorder.remark(BEFORE_REPLAY, { status }, key);

    progress('the orders come, and an operator replays');
    await admin.createAll(
      'Order__c',
      orphans.map(({ orderNumber }) => ({ External_Order_Id__c: orderNumber }))
    );
    const keys = [...orphans.map(eventOf), ...stored.map(successOf)].map(({ key }) => key);
    recorder.remark(WITHOUT_REASON, { refused: await inbox.refusesWithoutReason(keys.slice(0, 1)) });
    // Some by selection, some by filter.
    const half = Math.ceil(orphans.length / 2);
    await inbox.replaySelected([...keys.slice(0, half), ...keys.slice(orphans.length)], reason);
    await inbox.replayDeadLettersOf(
      orphans.slice(half).map(({ payment }) => payment.chargeId),
      reason
    );
    await inbox.waitFor(['Processed', 'Stale'], all, settleLimitMs, signal);
  },

  async observe({ prefix }, { admin }) {
    return {
      ...(await observePayments(prefix, admin)),
      replays: await readReplays(`LIKE '${prefix}-%'`, admin),
      operator: admin.session.username
    };
  },

  check({ orphans, stored, reason }, history, { payments, events, replays, operator }) {
    const all = [...orphans.map(({ payment }) => payment), ...stored];
    const keys = new Map(all.map((payment) => [payment.chargeId, [successOf(payment).key]]));
    const expected: ExpectedReplay[] = [
      ...orphans.map(({ payment }) => ({ key: successOf(payment).key, previousStatus: 'Dead Letter' })),
      ...stored.map((payment) => ({ key: successOf(payment).key, previousStatus: 'Processed' }))
    ];
    return [
      ...checkConvergence(history, payments, keys, SUCCEEDED_PAYMENT),
      ...checkAcknowledgedEventsSettled(history, events, ['Processed', 'Stale'], openStates()),
      ...checkEventReplays(history, expected, reason, { replays: replays ?? [], operator }),
      ...checkReasonDemanded(history),
      ...checkEveryKeySettled(history)
    ];
  }
});

/** The success of a payment, as the provider tells it of a payment for an order. */
function eventOf({ payment, orderNumber }: OrderPayment): InboundEvent {
  const event = successOf(payment);
  const payload = JSON.parse(event.payload) as { data: { object: Record<string, unknown> } };
  payload.data.object.metadata = { order_id: orderNumber };
  return { ...event, payload: JSON.stringify(payload) };
}
