import { setTimeout as sleep } from 'node:timers/promises';
import { EVENT_STATES, terminalStates } from '@retrysafe/contracts';
import type { EntityState, EventState, ExpectedEntity } from '../checkers/entities.js';
import type { RestClient, SObjectRow } from '../org/restClient.js';
import type { Observation } from '../scenarios/scenario.js';
import type { InboundEvent } from './eventClient.js';

/** The life of one payment as the provider tells it. */
const LIFE = ['charge.created', 'charge.pending', 'charge.succeeded', 'charge.refunded'] as const;

const AMOUNT_CENTS = 2500;
const REFUNDED_CENTS = 700;
const FIRST_EVENT_AT = Date.UTC(2026, 0, 31, 12);

/** A payment and its four events, in the order in which they happened. */
export interface Payment {
  /** The provider's id of the charge. */
  readonly chargeId: string;
  readonly events: readonly InboundEvent[];
}

/** The final state that belongs to some payments. */
export interface PaymentState extends Observation {
  readonly payments: readonly EntityState[];
  readonly events: readonly EventState[];
}

/** What every payment must look like once its four events are settled, in whatever order they came. */
export const SETTLED_PAYMENT: ExpectedEntity = {
  fields: {
    Status__c: 'Refunded',
    Amount__c: AMOUNT_CENTS / 100,
    Refunded_Amount__c: REFUNDED_CENTS / 100,
    Currency_Code__c: 'EUR',
    paidOnInvoice: (AMOUNT_CENTS - REFUNDED_CENTS) / 100
  },
  version: timeOf(LIFE.length - 1),
  effects: { receipts: 1 }
};

/** What a payment must look like of which only the success was told. */
export const SUCCEEDED_PAYMENT: ExpectedEntity = {
  fields: {
    Status__c: 'Succeeded',
    Amount__c: AMOUNT_CENTS / 100,
    Currency_Code__c: 'EUR',
    paidOnInvoice: AMOUNT_CENTS / 100
  },
  version: timeOf(LIFE.indexOf('charge.succeeded')),
  effects: { receipts: 1 }
};

/** @param prefix begins all keys of the scenario */
export function newPayment(prefix: string, number: number): Payment {
  const chargeId = `${prefix}-ch${number}`;
  const events = LIFE.map((type, step): InboundEvent => {
    const key = `${chargeId}-evt${step}`;
    return {
      key,
      source: 'Payments',
      type,
      entityId: chargeId,
      timestamp: new Date(timeOf(step)).toISOString(),
      payload: JSON.stringify({
        id: key,
        type,
        created: Math.floor(timeOf(step) / 1000),
        data: {
          object: {
            id: chargeId,
            object: 'charge',
            amount: AMOUNT_CENTS,
            amount_refunded: type === 'charge.refunded' ? REFUNDED_CENTS : 0,
            currency: 'eur',
            invoice: `${chargeId}-inv`
          }
        }
      })
    };
  });
  return { chargeId, events };
}

/** What to wait for, and whom to tell what was seen on the way. */
export interface Settling {
  readonly prefix: string;
  /** Begins the keys of the events; absent: the prefix, as for events that no receiver has named. */
  readonly eventKeys?: string;
  /** How many events there must be. */
  readonly expected: number;
  /** After so long it gives up; the checker then sees events that are not settled. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** Called with the version of each payment, over and over. */
  onVersion(chargeId: string, version: number): void;
}

/** Waits until the inbox has brought every event of a scenario to an end. */
export async function waitUntilSettled(
  { prefix, eventKeys = prefix, expected, limitMs, signal, onVersion }: Settling,
  admin: RestClient
): Promise<void> {
  const terminal = new Set<string>(terminalStates(EVENT_STATES));
  const deadline = Date.now() + limitMs;
  for (let pause = 50; ; pause = Math.min(pause * 1.5, 500)) {
    const payments = await admin.query(
      `SELECT Stripe_Charge_Id__c, Source_Timestamp__c FROM Payment__c WHERE Stripe_Charge_Id__c LIKE '${prefix}-%'`
    );
    for (const payment of payments) {
      onVersion(String(payment.Stripe_Charge_Id__c), Date.parse(String(payment.Source_Timestamp__c)));
    }
    const events = await admin.query(
      `SELECT Id, Status__c FROM Inbound_Event__c WHERE Event_Key__c LIKE '${eventKeys}-%'`
    );
    const settled = events.filter((event) => terminal.has(String(event.Status__c))).length;
    if (settled >= expected || Date.now() > deadline) return;
    await sleep(pause, undefined, { signal });
  }
}

/**
 * Reads the payments, their receipts and invoices, and the inbox.
 *
 * @param eventKeys begins the keys of the events
 */
export async function observePayments(
  prefix: string,
  admin: RestClient,
  eventKeys: string = prefix
): Promise<PaymentState> {
  const like = `LIKE '${prefix}-%'`;
  const payments = await admin.query(
    `SELECT Id, Stripe_Charge_Id__c, Status__c, Amount__c, Refunded_Amount__c, Currency_Code__c, Source_Timestamp__c, Invoice__r.Paid_Amount__c FROM Payment__c WHERE Stripe_Charge_Id__c ${like}`
  );
  const receipts = await admin.query(
    `SELECT Id, Payment__c FROM Receipt__c WHERE Payment__r.Stripe_Charge_Id__c ${like}`
  );
  const events = await admin.query(
    `SELECT Id, Event_Key__c, Entity_Id__c, Status__c, Source_Timestamp__c FROM Inbound_Event__c WHERE Event_Key__c LIKE '${eventKeys}-%'`
  );
  const receiptsOf = countBy(receipts, 'Payment__c');
  const paymentsOf = countBy(payments, 'Stripe_Charge_Id__c');
  const beyondFirst = (counts: Map<string, number>): number =>
    [...counts.values()].reduce((sum, count) => sum + count - 1, 0);
  return {
    payments: payments.map((payment) => toEntityState(payment, receiptsOf.get(String(payment.Id)) ?? 0)),
    events: events.map((event) => ({
      key: String(event.Event_Key__c),
      entityId: String(event.Entity_Id__c),
      version: Date.parse(String(event.Source_Timestamp__c)),
      status: String(event.Status__c)
    })),
    duplicateEffects: beyondFirst(receiptsOf) + beyondFirst(paymentsOf)
  };
}

function toEntityState(payment: SObjectRow, receipts: number): EntityState {
  return {
    entityId: String(payment.Stripe_Charge_Id__c),
    version: Date.parse(String(payment.Source_Timestamp__c)),
    fields: {
      Status__c: payment.Status__c,
      Amount__c: payment.Amount__c,
      Refunded_Amount__c: payment.Refunded_Amount__c,
      Currency_Code__c: payment.Currency_Code__c,
      paidOnInvoice: (payment.Invoice__r as SObjectRow | null)?.Paid_Amount__c
    },
    effects: { receipts }
  };
}

function countBy(rows: readonly SObjectRow[], field: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(String(row[field]), (counts.get(String(row[field])) ?? 0) + 1);
  return counts;
}

function timeOf(step: number): number {
  return FIRST_EVENT_AT + step * 60_000;
}
