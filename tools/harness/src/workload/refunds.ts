import type { Effect } from '../checkers/effects.js';
import type { RestClient } from '../org/restClient.js';
import type { Random } from '../run/random.js';
import type { Command } from './commandClient.js';

/** A `refund-payment` command: the sample's asynchronous operation. */
export interface Refund extends Command {
  /** The payment that it refunds in part. */
  readonly chargeId: string;
  /** In cents. */
  readonly amount: number;
}

/** What a payment holds before anything is refunded, in cents. */
export const PAYMENT_CENTS = 10_000;

/** @param prefix begins key and charge id; the same for all refunds of a scenario */
export function newRefund(prefix: string, number: number, amount: number): Refund {
  const chargeId = `${prefix}-ch${number}`;
  return {
    operation: 'refund-payment',
    key: `${prefix}:${number}`,
    chargeId,
    amount,
    body: JSON.stringify({ chargeId, amount: amount / 100, reason: 'Goods came back.' })
  };
}

/** Refunds of a part of their payments each. */
export function newRefunds(prefix: string, count: number, random: Random): Refund[] {
  return Array.from({ length: count }, (_, number) =>
    newRefund(prefix, number, random.integer(100, PAYMENT_CENTS / 4))
  );
}

/** Makes the payments that are refunded. */
export async function createPayments(refunds: readonly Refund[], admin: RestClient): Promise<void> {
  await admin.createAll(
    'Payment__c',
    refunds.map(({ chargeId }) => ({
      Stripe_Charge_Id__c: chargeId,
      Status__c: 'Succeeded',
      Amount__c: PAYMENT_CENTS / 100,
      Currency_Code__c: 'EUR'
    }))
  );
}

/** One effect for each time that the amount of its refund was taken from a payment. */
export async function observeRefunds(refunds: readonly Refund[], admin: RestClient): Promise<Effect[]> {
  const byCharge = new Map(refunds.map((refund) => [refund.chargeId, refund]));
  const [first] = refunds;
  if (first === undefined) return [];
  const like = `${first.chargeId.replace(/\d+$/, '')}%`;
  const rows = await admin.query(
    `SELECT Id, Stripe_Charge_Id__c, Refunded_Amount__c FROM Payment__c WHERE Stripe_Charge_Id__c LIKE '${like}'`
  );
  return rows.flatMap((row): Effect[] => {
    const refund = byCharge.get(String(row.Stripe_Charge_Id__c));
    if (refund === undefined) return [];
    const refunded = Math.round(Number(row.Refunded_Amount__c ?? 0) * 100);
    return Array.from({ length: Math.ceil(refunded / refund.amount) }, (_, time) => ({
      key: refund.key,
      id: `${String(row.Id)}#${time + 1}`,
      fields: { Refunded_Amount__c: refunded / 100 }
    }));
  });
}
