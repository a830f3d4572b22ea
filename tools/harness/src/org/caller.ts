import { assignPermissionSets } from '../sf/commands.js';
import type { RestClient } from './restClient.js';
import type { Session } from './session.js';
import type { Target } from './localTarget.js';
import type { RolePermissionSets } from './permissionSets.js';

/** Profiles that grant next to nothing, the best first. */
const LEAST_PROFILES = ['Minimum Access - Salesforce', 'Minimum Access - API Only Integrations', 'Standard User'];

/**
 * The user that sends commands and events. On a local org it is a new user with the least profile and only the
 * permission sets of an integration user; on any other org the harness cannot log a second user in, so it is the user of
 * the alias.
 */
export async function prepareCaller(
  target: Target,
  admin: RestClient,
  permissionSets: RolePermissionSets
): Promise<Session> {
  const { org, alias, sf } = target;
  const { integration, operator } = permissionSets;
  if (!org.isLocal) {
    await assignPermissionSets(alias, [...operator, ...integration], org.admin.username, sf);
    return org.admin;
  }
  const username = `integration.${Date.now().toString(36)}@retrysafe.invalid`;
  await admin.create('User', {
    Username: username,
    LastName: 'Integration',
    Email: username,
    Alias: 'integ',
    TimeZoneSidKey: 'GMT',
    LocaleSidKey: 'en_US',
    EmailEncodingKey: 'UTF-8',
    LanguageLocaleKey: 'en_US',
    ProfileId: await leastProfileId(admin)
  });
  await assignPermissionSets(alias, integration, username, sf);
  const { accessToken } = await admin.call<{ accessToken: string }>('POST', '/local-org/v1/sessions', { username });
  return { instanceUrl: org.admin.instanceUrl, accessToken, username };
}

async function leastProfileId(admin: RestClient): Promise<string> {
  const names = LEAST_PROFILES.map((name) => `'${name}'`).join(', ');
  const rows = await admin.query(`SELECT Id, Name FROM Profile WHERE Name IN (${names})`);
  for (const name of LEAST_PROFILES) {
    const row = rows.find((candidate) => candidate.Name === name);
    if (row !== undefined) return String(row.Id);
  }
  throw new Error(`The org has none of the profiles ${names}.`);
}
