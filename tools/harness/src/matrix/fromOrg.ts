import { HarnessError } from '../run/errors.js';
import { runSf, type SfOptions } from '../sf/cli.js';
import { RULE_COLUMNS, ruleOf, type RuleColumns } from './columns.js';
import type { RetryMatrix } from './rule.js';

/**
 * The matrix that an org has, read with `sf data query`.
 *
 * @throws HarnessError when the org cannot be reached or has no such custom metadata
 */
export async function matrixOfOrg(targetOrg: string, options: SfOptions): Promise<RetryMatrix> {
  const rules = await query(`SELECT ${RULE_COLUMNS.join(', ')} FROM Retry_Rule__mdt`, targetOrg, options);
  const endpoints = await query('SELECT DeveloperName FROM Outbound_Endpoint__mdt', targetOrg, options);
  return { rules: rules.map(ruleOf), endpoints: endpoints.map((row) => String(row.DeveloperName)) };
}

async function query(soql: string, targetOrg: string, options: SfOptions): Promise<readonly RuleColumns[]> {
  const { status, result, message } = await runSf<{ records?: readonly RuleColumns[] }>(
    ['data', 'query', '--query', soql, '--target-org', targetOrg],
    options
  );
  if (status !== 0 || result?.records === undefined) {
    throw new HarnessError(`The retry matrix of '${targetOrg}' cannot be read: ${message ?? 'no reason was given'}`, [
      'See the orgs that the CLI knows with `sf org list`.',
      'Deploy force-app/core to the org first: `npm run deploy -- --target-org ALIAS`.'
    ]);
  }
  return result.records;
}
