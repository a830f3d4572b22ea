import { HEADERS } from '@retrysafe/contracts';
import { countDuplicateEffects, type Effect } from '../checkers/effects.js';
import type { LedgerRow } from '../checkers/ledger.js';
import { digest } from '../history/digest.js';
import type { RestClient, SObjectRow } from '../org/restClient.js';
import type { Random } from '../run/random.js';
import type { Observation } from '../scenarios/scenario.js';
import type { Command } from './commandClient.js';

/** A `create-order` command: what scenarios about commands send. */
export interface Order extends Command {
  readonly orderNumber: string;
  /** Sum over the lines, in cents. */
  readonly amount: number;
}

/** The final state that belongs to some orders. */
export interface OrderState extends Observation {
  readonly effects: readonly Effect[];
  readonly ledger: readonly LedgerRow[];
}

const SHIPPING_CENTS = 499;

/**
 * The order with a number, and the command that creates it.
 *
 * @param prefix begins key and order number; the same for all orders of a scenario
 */
export function newOrder(prefix: string, number: number, random: Random): Order {
  const key = `${prefix}:${number}`;
  return orderWith(key, `${prefix}-${number}`, random.integer(1, 9) * random.integer(100, 99_999) + SHIPPING_CENTS);
}

/** Other content under the same key: the same order for another amount. */
export function withAmount(order: Order, amount: number): Order {
  return orderWith(order.key, order.orderNumber, amount);
}

/** A command that cancels an order; its key is its own. */
export function cancelOrder(order: Order): Command {
  return {
    operation: 'cancel-order',
    key: order.key.replace(/:(\d+)$/, ':cancel-$1'),
    body: JSON.stringify({ orderNumber: order.orderNumber, reason: 'The customer changed their mind.' })
  };
}

/** The same command with key and content written in other ways that mean the same. */
export function otherSpellings(order: Order): Order[] {
  const { lines, ...rest } = JSON.parse(order.body) as { lines: Record<string, unknown>[] };
  const reversed = (value: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(value).reverse());
  const reordered = { lines: lines.map(reversed), ...reversed(rest) };
  return [
    order,
    { ...order, headers: { [HEADERS.idempotencyKey]: `"${order.key}"` } },
    { ...order, body: JSON.stringify(reordered, undefined, 2) },
    { ...order, body: JSON.stringify({ ...reordered, ignoredByTheHandler: null }) },
    // 12.5 and 12.5000 are one number.
    { ...order, body: order.body.replace(/(?<="unitPrice":)[\d.]+/g, (price) => Number(price).toFixed(4)) },
    { ...order, body: order.body.replace(`"${order.orderNumber}"`, `"  ${order.orderNumber} "`) }
  ];
}

/** The fields that each content asks for, by payload digest. */
export function expectedOrders(orders: readonly Order[]): Map<string, Record<string, unknown>> {
  return new Map(
    orders.map((order) => [
      digest(order.body),
      { Currency__c: 'EUR', Status__c: 'Created', Total_Amount__c: order.amount / 100, lines: 2 }
    ])
  );
}

/** Reads the orders and their rows in the ledger. */
export async function observeOrders(orders: readonly Order[], admin: RestClient): Promise<OrderState> {
  const [first] = orders;
  if (first === undefined) return { effects: [], ledger: [], duplicateEffects: 0 };
  const keyOf = new Map(orders.map((order) => [order.orderNumber, order.key]));
  const ordersLike = `LIKE '${commonPrefix(first.orderNumber)}%'`;
  const records = await admin.query(
    `SELECT Id, External_Order_Id__c, Currency__c, Status__c, Total_Amount__c FROM Order__c WHERE External_Order_Id__c ${ordersLike}`
  );
  const lines = await admin.query(
    `SELECT Id, Order__c FROM Order_Line__c WHERE Order__r.External_Order_Id__c ${ordersLike}`
  );
  const rows = await admin.query(
    `SELECT Id, Idempotency_Key__c, Status__c, Conflicts__c FROM Integration_Request__c WHERE Idempotency_Key__c LIKE '${commonPrefix(first.key)}%'`
  );
  const linesOf = new Map<unknown, number>();
  for (const line of lines) linesOf.set(line.Order__c, (linesOf.get(line.Order__c) ?? 0) + 1);
  const effects = records.map((record) => toEffect(record, keyOf, linesOf.get(record.Id) ?? 0));
  return {
    effects,
    duplicateEffects: countDuplicateEffects(effects),
    ledger: rows.map((row) => ({
      key: String(row.Idempotency_Key__c),
      status: String(row.Status__c),
      conflicts: Number(row.Conflicts__c ?? 0)
    }))
  };
}

function orderWith(key: string, orderNumber: string, amount: number): Order {
  const body = JSON.stringify({
    orderNumber,
    currency: 'EUR',
    lines: [
      { sku: 'GOODS', quantity: 1, unitPrice: (amount - SHIPPING_CENTS) / 100 },
      { sku: 'SHIPPING', quantity: 1, unitPrice: SHIPPING_CENTS / 100 }
    ]
  });
  return { operation: 'create-order', key, orderNumber, amount, body };
}

function toEffect(record: SObjectRow, keyOf: ReadonlyMap<string, string>, lines: number): Effect {
  const orderNumber = String(record.External_Order_Id__c);
  return {
    key: keyOf.get(orderNumber) ?? orderNumber,
    id: String(record.Id),
    fields: {
      Currency__c: record.Currency__c,
      Status__c: record.Status__c,
      Total_Amount__c: record.Total_Amount__c,
      lines
    }
  };
}

/** Without the number at the end. Prefixes hold no wildcard of SOQL. */
function commonPrefix(name: string): string {
  return name.replace(/\d+$/, '');
}
