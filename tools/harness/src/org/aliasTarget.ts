import { displayOrg } from '../sf/commands.js';
import { UsageError } from '../run/errors.js';
import type { SfOptions } from '../sf/cli.js';
import { ACTIVITY_PATH } from './lockWatch.js';
import { RestClient } from './restClient.js';
import type { Org, Session } from './session.js';
import type { Target } from './localTarget.js';

/**
 * An org that the Salesforce CLI is logged in to.
 *
 * @param confirmProduction asked whether a production org may be written to; absent: it may not
 * @throws UsageError for an alias that the CLI does not know, and for a production org that may not be written to
 */
export async function openAliasTarget(
  alias: string,
  cwd: string,
  signal: AbortSignal,
  confirmProduction?: (orgName: string) => Promise<boolean>
): Promise<Target> {
  const sf: SfOptions = { cwd, signal };
  const shown = await displayOrg(alias, sf);
  const admin: Session = {
    // Trailing slashes would give paths that begin with two.
    instanceUrl: shown.instanceUrl.replace(/\/+$/, ''),
    accessToken: shown.accessToken,
    username: shown.username
  };
  const apiVersion = shown.apiVersion ?? '68.0';
  await refuseProduction(alias, admin, apiVersion, confirmProduction);
  const isLocal = await answersAsLocalOrg(admin, apiVersion);
  const org: Org = {
    kind: 'alias',
    isLocal,
    label: alias,
    orgId: shown.id,
    apiVersion,
    admin,
    close: () => Promise.resolve()
  };
  return { org, alias, sf, startedInMs: null };
}

/** Asked only on this machine: no other server is to see paths that are not Salesforce's. */
async function answersAsLocalOrg(admin: Session, apiVersion: string): Promise<boolean> {
  if (!LOOPBACK.has(new URL(admin.instanceUrl).hostname)) return false;
  const client = new RestClient(admin, apiVersion, 1);
  try {
    await client.call('GET', ACTIVITY_PATH);
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Editions in which people develop and try things out, though they are not sandboxes. */
const TRIAL_EDITIONS = new Set(['Developer Edition']);

async function refuseProduction(
  alias: string,
  admin: Session,
  apiVersion: string,
  confirm: ((orgName: string) => Promise<boolean>) | undefined
): Promise<void> {
  const client = new RestClient(admin, apiVersion, 1);
  try {
    const [row] = await client.query('SELECT Name, IsSandbox, OrganizationType, TrialExpirationDate FROM Organization');
    const harmless =
      row?.IsSandbox === true ||
      typeof row?.TrialExpirationDate === 'string' ||
      TRIAL_EDITIONS.has(String(row?.OrganizationType));
    if (harmless) return;
    if (confirm !== undefined && (await confirm(String(row?.Name)))) return;
    throw new UsageError(
      `'${alias}' is a production org (${String(row?.OrganizationType)}); the load test writes data.`,
      ['Use a scratch org or a sandbox.', 'If it really must be this org, run again with --allow-production.']
    );
  } finally {
    await client.close();
  }
}
