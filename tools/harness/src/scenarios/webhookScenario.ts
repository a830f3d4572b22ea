import { EVENT_STATES } from '@retrysafe/contracts';
import { checkReceiverDrained, RECEIVER_LEFT } from '../checkers/deliveries.js';
import { checkAcknowledgedEventsSettled, checkConvergence, type ExpectedEntity } from '../checkers/entities.js';
import type { Finding } from '../checkers/finding.js';
import type { Entry } from '../history/entry.js';
import { ReceiverProcess, type ReceiverSettings } from '../receiver/process.js';
import { DeliveryClient, storedKey } from '../workload/deliveryClient.js';
import type { InboundEvent } from '../workload/eventClient.js';
import { observePayments, waitUntilSettled, type Payment, type PaymentState } from '../workload/payments.js';
import type { Stage } from './scenario.js';

/** What scenarios have in common that deliver payment events to a real receiver. */
export interface WebhookPlan {
  /** Begins charge ids and the provider's event ids. */
  readonly prefix: string;
  readonly payments: readonly Payment[];
  readonly settleLimitMs: number;
}

/** A receiver with the provider that delivers to it. */
export interface Webhooks {
  readonly receiver: ReceiverProcess;
  readonly provider: DeliveryClient;
  /** Waits until the receiver has forwarded everything, and the org has brought so many events to an end. */
  settle(events: number): Promise<void>;
}

/** Has a receiver, lets a scenario deliver to it, and records what the receiver is left with. */
export async function withReceiver(
  { prefix, settleLimitMs }: Pick<WebhookPlan, 'prefix' | 'settleLimitMs'>,
  stage: Stage,
  settings: ReceiverSettings & { readonly connections: number },
  deliver: (webhooks: Webhooks) => Promise<void>
): Promise<void> {
  const { recorder, latency, signal, admin } = stage;
  await ReceiverProcess.during(stage, settings, async (receiver) => {
    const { connections } = settings;
    const provider = new DeliveryClient({ origin: receiver.url, recorder, latency, connections, signal });
    const settle = async (expected: number): Promise<void> => {
      await receiver.waitUntilForwarded(settleLimitMs, signal);
      const eventKeys = storedKey(prefix);
      const limitMs = settleLimitMs;
      await waitUntilSettled({ prefix, eventKeys, expected, limitMs, signal, onVersion: () => undefined }, admin);
    };
    // Others have used the receiver before.
    const deadBefore = await receiver.metric('receiver_dead_letters');
    try {
      await deliver({ receiver, provider, settle });
      const waiting = await receiver.metric('receiver_waiting_events');
      const deadLetters = (await receiver.metric('receiver_dead_letters')) - deadBefore;
      recorder.remark(RECEIVER_LEFT, { waiting, deadLetters });
    } finally {
      await provider.close();
    }
  });
}

export function observeWebhooks({ prefix }: Pick<WebhookPlan, 'prefix'>, { admin }: Stage): Promise<PaymentState> {
  return observePayments(prefix, admin, storedKey(prefix));
}

/** Every payment ends as expected with its effects, every acknowledged event is at a good end, and the receiver is empty. */
export function checkWebhooks(
  payments: readonly Payment[],
  history: readonly Entry[],
  state: PaymentState,
  expected: ExpectedEntity,
  eventsOf: (payment: Payment) => readonly InboundEvent[] = ({ events }) => events
): Finding[] {
  const keys = new Map(
    payments.map((payment) => [payment.chargeId, eventsOf(payment).map(({ key }) => storedKey(key))])
  );
  return [
    ...checkConvergence(history, state.payments, keys, expected),
    ...checkAcknowledgedEventsSettled(history, state.events, ['Processed', 'Stale'], openStates()),
    ...checkReceiverDrained(history)
  ];
}

/** States of events that are still waited for. */
export function openStates(): string[] {
  return EVENT_STATES.filter((state) => !state.terminal).map((state) => state.name);
}

/** The event that tells of the success. */
export function successOf({ events }: Payment): InboundEvent {
  return events.find((event) => event.type === 'charge.succeeded')!;
}
