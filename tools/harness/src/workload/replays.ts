import type { ReplayRow } from '../checkers/replays.js';
import type { RestClient, SObjectRow } from '../org/restClient.js';

/**
 * Reads the audit of operator replays.
 *
 * @param condition on the key of the work, such as `LIKE 'a%'`
 */
export async function readReplays(condition: string, admin: RestClient): Promise<ReplayRow[]> {
  const rows = await admin.query(
    `SELECT Kind__c, Work_Key__c, Reason__c, Operator__r.Username, Previous_Status__c FROM Replay__c WHERE Work_Key__c ${condition}`
  );
  return rows.map((row) => ({
    kind: String(row.Kind__c),
    workKey: String(row.Work_Key__c),
    reason: String(row.Reason__c),
    operator: String((row.Operator__r as SObjectRow | null)?.Username),
    previousStatus: String(row.Previous_Status__c)
  }));
}
