import { EVENT_STATES } from '@retrysafe/contracts';
import {
  checkAcknowledgedEventsSettled,
  checkConvergence,
  checkMonotonicVersions,
  VERSION_SEEN
} from '../checkers/entities.js';
import { checkEveryKeySettled } from '../checkers/outcomes.js';
import { sizeOf } from '../run/profile.js';
import { EventClient } from '../workload/eventClient.js';
import { newPayment, observePayments, SETTLED_PAYMENT, waitUntilSettled } from '../workload/payments.js';
import type { Payment, PaymentState } from '../workload/payments.js';
import { defineScenario } from './scenario.js';

/** A payment with the order in which its events arrive. */
interface Delivery {
  readonly payment: Payment;
  /** Positions in `payment.events`. */
  readonly order: readonly number[];
}

interface Plan {
  readonly prefix: string;
  /** All events of all payments in one request. */
  readonly together: readonly Delivery[];
  /** One request for all first events, one for all second ones, and so on, as fast as they go. */
  readonly inWaves: readonly Delivery[];
  /** The same, but each wave is settled before the next: every order really is the order of processing. */
  readonly apart: readonly Delivery[];
  readonly settleLimitMs: number;
}

const EVENTS_OF_A_PAYMENT = 4;

/** All 24 orders of the four events of a payment, each order on a payment of its own. */
export const outOfOrderEvents = defineScenario<Plan, PaymentState>({
  name: 'out-of-order-events',
  proves: 'All permutations of four events of one payment end equal, with one receipt, and no version goes back.',

  plan: ({ random, sizes, prefix }) => {
    let number = 0;
    const deliveries = (rounds: number): Delivery[] =>
      Array.from({ length: rounds }, () => random.shuffle(permutations(EVENTS_OF_A_PAYMENT)))
        .flat()
        .map((order) => ({ payment: newPayment(prefix, (number += 1)), order }));
    return {
      prefix,
      together: deliveries(sizeOf(sizes, 'together', 1)),
      inWaves: deliveries(sizeOf(sizes, 'inWaves', 1)),
      apart: deliveries(sizeOf(sizes, 'apart', 1)),
      settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
    };
  },

  async drive(plan, { org, caller, admin, recorder, latency, signal, progress }) {
    const { prefix, together, inWaves, apart, settleLimitMs } = plan;
    const client = new EventClient({
      session: caller,
      apiVersion: org.apiVersion,
      recorder,
      latency,
      connections: 4,
      signal
    });
    let delivered = 0;
    const wave = (deliveries: readonly Delivery[], position: number) => {
      delivered += deliveries.length;
      return deliveries.map(({ payment, order }) => payment.events[order[position]!]!);
    };
    const lastSeen = new Map<string, number>();
    const settle = (): Promise<void> =>
      waitUntilSettled(
        {
          prefix,
          expected: delivered,
          limitMs: settleLimitMs,
          signal,
          onVersion: (chargeId, version) => {
            if (lastSeen.get(chargeId) === version) return;
            lastSeen.set(chargeId, version);
            recorder.remark(VERSION_SEEN, { version }, chargeId);
          }
        },
        admin
      );
    try {
      progress(`${together.length} payments, all events together`);
      for (const part of chunksOf(together, 50)) {
        await client.deliver(
          [0, 1, 2, 3].flatMap((position) => wave(part, position)),
          1
        );
      }
      progress(`${inWaves.length} payments, in waves`);
      for (let position = 0; position < EVENTS_OF_A_PAYMENT; position += 1) {
        for (const part of chunksOf(inWaves, 200)) await client.deliver(wave(part, position), 2);
      }
      await settle();
      for (let position = 0; position < EVENTS_OF_A_PAYMENT; position += 1) {
        progress(`${apart.length} payments, event ${position + 1} of ${EVENTS_OF_A_PAYMENT}`);
        for (const part of chunksOf(apart, 200)) await client.deliver(wave(part, position), 3);
        await settle();
      }
    } finally {
      await client.close();
    }
  },

  observe: ({ prefix }, { admin }) => observePayments(prefix, admin),

  check({ together, inWaves, apart }, history, { payments, events }) {
    const all = [...together, ...inWaves, ...apart].map(({ payment }) => payment);
    const keys = new Map(all.map(({ chargeId, events: own }) => [chargeId, own.map((event) => event.key)]));
    return [
      ...checkConvergence(history, payments, keys, SETTLED_PAYMENT),
      ...checkAcknowledgedEventsSettled(
        history,
        events,
        ['Processed', 'Stale'],
        EVENT_STATES.filter((state) => !state.terminal).map((state) => state.name)
      ),
      ...checkMonotonicVersions(history),
      ...checkEveryKeySettled(history)
    ];
  }
});

/** Every order of the numbers from 0 to `count - 1`. */
export function permutations(count: number): number[][] {
  if (count === 0) return [[]];
  return permutations(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, position) => [...order.slice(0, position), count - 1, ...order.slice(position)])
  );
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size)
  );
}
