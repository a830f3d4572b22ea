import { HarnessError } from '../run/errors.js';
import type { Random } from '../run/random.js';
import type { Stage } from '../scenarios/scenario.js';
import { CommandClient } from './commandClient.js';
import { runLimited } from './concurrency.js';
import { EventClient, type InboundEvent } from './eventClient.js';
import { newOrder, type Order } from './orders.js';

/** An order and the event that pays for it; what follows is its fulfilment. */
export interface PaidOrder {
  readonly order: Order;
  readonly payment: InboundEvent;
  /** Key of the dispatch that asks for the fulfilment; made of the order number. */
  readonly dispatchKey: string;
}

const PAID_AT = Date.UTC(2026, 0, 31, 12);
/** Events of one delivery. */
const DELIVERY = 200;

/** @param prefix begins all keys of the scenario */
export function newPaidOrder(prefix: string, number: number, random: Random): PaidOrder {
  const order = newOrder(prefix, number, random);
  const chargeId = `${prefix}-ch${number}`;
  const type = 'charge.succeeded';
  const payload = {
    id: `${chargeId}-evt`,
    type,
    created: PAID_AT / 1000,
    data: {
      object: {
        id: chargeId,
        object: 'charge',
        amount: order.amount,
        amount_refunded: 0,
        currency: 'eur',
        metadata: { order_id: order.orderNumber }
      }
    }
  };
  return {
    order,
    payment: {
      key: `${chargeId}-evt`,
      source: 'Payments',
      type,
      entityId: chargeId,
      timestamp: new Date(PAID_AT).toISOString(),
      payload: JSON.stringify(payload)
    },
    dispatchKey: `fulfil:${order.orderNumber}`
  };
}

/** Paid orders with the numbers from 0. */
export function newPaidOrders(prefix: string, count: number, random: Random): PaidOrder[] {
  return Array.from({ length: count }, (_, number) => newPaidOrder(prefix, number, random));
}

/** Creates the orders by command, then pays them by event, as shop and payment provider do. */
export async function sendPaidOrders(paidOrders: readonly PaidOrder[], stage: Stage): Promise<void> {
  const { org, caller, recorder, latency, concurrency, signal } = stage;
  const commands = new CommandClient({ session: caller, recorder, latency, connections: concurrency, signal });
  const events = new EventClient({
    session: caller,
    apiVersion: org.apiVersion,
    recorder,
    latency,
    connections: 1,
    signal
  });
  try {
    await runLimited(
      Math.min(concurrency, 8),
      paidOrders.map(
        ({ order }, index) =>
          () =>
            commands.settle(order, index)
      )
    );
    for (let from = 0; from < paidOrders.length; from += DELIVERY) {
      await events.deliver(
        paidOrders.slice(from, from + DELIVERY).map(({ payment }) => payment),
        1
      );
    }
  } finally {
    await commands.close();
    await events.close();
  }
}

/** Begins the order numbers of paid orders that were made together. */
export function commonPrefixOf([first]: readonly PaidOrder[]): string {
  if (first === undefined) throw new HarnessError('A scenario about dispatches needs an order.');
  return first.order.orderNumber.replace(/\d+$/, '');
}
