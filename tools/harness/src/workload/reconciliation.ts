import type { FindingRow } from '../checkers/reconciliation.js';
import { apexString, runAnonymous } from '../org/anonymousApex.js';
import type { RestClient } from '../org/restClient.js';

/** Starts a run over everything. It goes on in jobs of the org. */
export async function startReconciliation(admin: RestClient): Promise<void> {
  await runAnonymous(admin, 'ReconciliationJob.start();');
}

/** Approves what runs have proposed for some work, as a person who may decide. */
export async function approveRepairs(keys: readonly string[], reason: string, admin: RestClient): Promise<void> {
  await runAnonymous(
    admin,
    `Set<String> keys = new Set<String>{ ${keys.map(apexString).join(', ')} };
Map<Id, Reconciliation_Finding__c> proposed = new Map<Id, Reconciliation_Finding__c>(
  [SELECT Id FROM Reconciliation_Finding__c WHERE Work_Key__c IN :keys AND Status__c = 'Proposed']
);
if (!proposed.isEmpty()) {
  ReconciliationReview.approve(proposed.keySet(), ${apexString(reason)});
}`
  );
}

/**
 * Reads what runs have found.
 *
 * @param condition on the key of the work, such as `LIKE 'a%'`
 */
export async function readFindings(condition: string, admin: RestClient): Promise<FindingRow[]> {
  const rows = await admin.query(
    `SELECT Work_Key__c, Class__c, Status__c, Action__c, Repairs__c FROM Reconciliation_Finding__c WHERE Work_Key__c ${condition}`
  );
  return rows.map((row) => ({
    workKey: String(row.Work_Key__c),
    classification: String(row.Class__c),
    status: String(row.Status__c),
    repairs: Number(row.Repairs__c ?? 0)
  }));
}
