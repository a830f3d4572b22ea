import type { RestClient } from './restClient.js';

/**
 * Where test data is, by the field that carries the mark: the prefix of the run. Keys of the inbox, the outbox, the audit and
 * findings may have something of their own before it, or hold it as a digest; then the entity carries it. Children come before
 * their parents.
 */
const MARKED: readonly (readonly [object: string, field: string, place: 'begins' | 'contains'])[] = [
  ['Reconciliation_Decision__c', 'Finding__r.Entity_Id__c', 'begins'],
  ['Reconciliation_Decision__c', 'Finding__r.Work_Key__c', 'contains'],
  ['Reconciliation_Finding__c', 'Entity_Id__c', 'begins'],
  ['Reconciliation_Finding__c', 'Work_Key__c', 'contains'],
  ['Replay__c', 'Work_Key__c', 'contains'],
  ['Outbound_Dispatch__c', 'Entity_Id__c', 'begins'],
  ['Outbound_Dispatch__c', 'Idempotency_Key__c', 'contains'],
  ['Order_Line__c', 'Order__r.External_Order_Id__c', 'begins'],
  ['Order__c', 'External_Order_Id__c', 'begins'],
  ['Receipt__c', 'Payment__r.Stripe_Charge_Id__c', 'begins'],
  ['Payment__c', 'Stripe_Charge_Id__c', 'begins'],
  ['Invoice__c', 'Invoice_Number__c', 'begins'],
  ['Inbound_Event__c', 'Entity_Id__c', 'begins'],
  ['Inbound_Event__c', 'Event_Key__c', 'contains'],
  ['Integration_Request__c', 'Idempotency_Key__c', 'begins']
];

export interface CleanUp {
  readonly deleted: number;
  /** What could not be deleted: the object and why. */
  readonly left: readonly string[];
}

/**
 * Deletes what a run left in an org. Only records whose key carries the prefix of the run are touched.
 *
 * @param prefix such as `rsm1x2y3z`, which no other run has
 */
export async function deleteTestData(prefix: string, admin: RestClient): Promise<CleanUp> {
  let deleted = 0;
  const left: string[] = [];
  for (const [object, field, place] of MARKED) {
    const pattern = `${place === 'begins' ? '' : '%'}${prefix}-%`;
    try {
      const rows = await admin.query(`SELECT Id FROM ${object} WHERE ${field} LIKE '${pattern}'`);
      const results = await admin.deleteAll(rows.map((row) => String(row.Id)));
      const refused = results.filter(({ success }) => !success);
      deleted += results.length - refused.length;
      const [first] = refused;
      if (first !== undefined) left.push(`${refused.length} ${object} (${first.errors[0]?.statusCode ?? 'refused'})`);
    } catch (error) {
      left.push(`${object} (${(error as Error).message})`);
    }
  }
  return { deleted, left };
}
