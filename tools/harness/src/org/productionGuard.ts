import { UsageError } from '../run/errors.js';
import type { RestClient } from './restClient.js';

/** Editions in which people develop and try things out, though they are not sandboxes. */
const TRIAL_EDITIONS = new Set(['Developer Edition']);

/** Who may write to a production org, and how to get there. */
export interface ProductionPermission {
  /** What would be done to it, such as `the load test writes data`. */
  readonly deed: string;
  /** Command line that asks a person first, without the org. */
  readonly command: string;
  /** Asks a person, who answers with the name of the org; absent: nobody is asked, and it may not be written to. */
  readonly confirm?: ((orgName: string) => Promise<boolean>) | undefined;
}

/**
 * Refuses a production org, unless a person says that it is meant. Scratch orgs and sandboxes say `IsSandbox`, trials have
 * a day on which they end (Object Reference, "Organization").
 *
 * @throws UsageError when it is one, and nobody says that it is meant
 */
export async function requireNoProduction(
  alias: string,
  admin: Pick<RestClient, 'query'>,
  { deed, command, confirm }: ProductionPermission
): Promise<void> {
  const [row] = await admin.query('SELECT Name, IsSandbox, OrganizationType, TrialExpirationDate FROM Organization');
  const isHarmless =
    row?.IsSandbox === true ||
    typeof row?.TrialExpirationDate === 'string' ||
    TRIAL_EDITIONS.has(String(row?.OrganizationType));
  if (isHarmless) return;
  if (confirm === undefined) {
    throw new UsageError(`'${alias}' is a production org (${String(row?.OrganizationType)}); ${deed}.`, [
      'Use a scratch org or a sandbox.',
      `If it really must be this org, run \`${command} --target-org ${alias} --allow-production\` at a terminal.`
    ]);
  }
  if (await confirm(String(row?.Name))) return;
  throw new UsageError(`That is not the name of the production org '${alias}'; nothing was done to it.`, [
    'Use a scratch org or a sandbox.'
  ]);
}
