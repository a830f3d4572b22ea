import { displayOrg } from '../sf/commands.js';
import type { SfOptions } from '../sf/cli.js';
import { ACTIVITY_PATH } from './lockWatch.js';
import { requireNoProduction, type ProductionPermission } from './productionGuard.js';
import { RestClient } from './restClient.js';
import type { Org, Session } from './session.js';
import type { Target } from './localTarget.js';

/**
 * An org that the Salesforce CLI is logged in to. Nothing is written to it here.
 *
 * @param permission decides about production orgs
 * @throws UsageError for an alias that the CLI does not know, and for a production org that may not be written to
 */
export async function openAliasTarget(
  alias: string,
  cwd: string,
  signal: AbortSignal,
  permission: ProductionPermission
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
  const client = new RestClient(admin, apiVersion, 1);
  try {
    await requireNoProduction(alias, client, permission);
  } finally {
    await client.close();
  }
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
