import { HarnessError } from '../run/errors.js';
import { assignPermissionSets } from '../sf/commands.js';
import type { RestClient } from './restClient.js';
import type { Org, Session } from './session.js';
import type { Target } from './localTarget.js';
import type { RolePermissionSets } from './permissionSets.js';

/** Profiles that grant next to nothing, the best first. */
const LEAST_PROFILES = ['Minimum Access - Salesforce', 'Minimum Access - API Only Integrations', 'Standard User'];

/** The users of a run, beside the administrator. */
export interface Callers {
  /** Sends commands and events. */
  readonly integration: Session;
  /** May do nothing of that; absent where the harness cannot log a second user in. */
  readonly stranger: Session | undefined;
}

/**
 * Prepares the users of a run. On a local org they are new users with the least profile; the integration user gets the
 * permission sets of an integration user and nothing more. On any other org the harness cannot log a second user in, so
 * the integration user is the user of the alias, and there is no stranger.
 */
export async function prepareCallers(
  target: Target,
  admin: RestClient,
  { integration, operator }: RolePermissionSets
): Promise<Callers> {
  const { org, alias, sf } = target;
  if (!org.isLocal) {
    await assignPermissionSets(alias, [...operator, ...integration], org.admin.username, sf);
    await ensureTenant(admin, org.admin.username);
    return { integration: org.admin, stranger: undefined };
  }
  const profileId = await leastProfileId(admin);
  const names = ['integration', 'stranger'].map((name) => `${name}.${Date.now().toString(36)}@retrysafe.invalid`);
  for (const username of names) await createUser(admin, username, profileId);
  const [username, strangerName] = names as [string, string];
  await assignPermissionSets(alias, integration, username, sf);
  // The fields of a deploy are visible to nobody but through permission sets, to the administrator neither.
  await grantByRest(admin, [...operator, ...integration], org.admin.username);
  await ensureTenant(admin, username);
  return {
    integration: await openSession(org, admin, username),
    stranger: await openSession(org, admin, strangerName)
  };
}

/** Without another start of the CLI; what the user has already is left out. */
async function grantByRest(admin: RestClient, names: readonly string[], username: string): Promise<void> {
  const userId = await userIdOf(admin, username);
  const had = await admin.query(`SELECT PermissionSetId FROM PermissionSetAssignment WHERE AssigneeId = '${userId}'`);
  const hadIds = new Set(had.map((row) => row.PermissionSetId));
  const sets = await admin.query(
    `SELECT Id FROM PermissionSet WHERE Name IN (${names.map((name) => `'${name}'`).join(', ')})`
  );
  for (const { Id } of sets) {
    if (!hadIds.has(Id)) await admin.create('PermissionSetAssignment', { AssigneeId: userId, PermissionSetId: Id });
  }
}

async function userIdOf(admin: RestClient, username: string): Promise<string> {
  const [user] = await admin.query(`SELECT Id FROM User WHERE Username = '${username}'`);
  if (user === undefined) throw new Error(`The org has no user ${username}.`);
  return String(user.Id);
}

/** The ledger refuses callers that belong to no tenant. A tenant that is set already stays. */
async function ensureTenant(admin: RestClient, username: string): Promise<void> {
  const owner = await userIdOf(admin, username);
  const known = await admin.query(`SELECT Id FROM Integration_Tenant__c WHERE SetupOwnerId = '${owner}'`);
  if (known.length === 0) {
    await admin.create('Integration_Tenant__c', { SetupOwnerId: owner, Tenant__c: 'load-test' });
  }
}

/** The tenant that the ledger knows a user by. */
export async function tenantOf(caller: Session, admin: RestClient): Promise<string> {
  const owner = await userIdOf(admin, caller.username);
  const [row] = await admin.query(`SELECT Tenant__c FROM Integration_Tenant__c WHERE SetupOwnerId = '${owner}'`);
  if (row === undefined) throw new HarnessError(`The user ${caller.username} belongs to no tenant.`);
  return String(row.Tenant__c);
}

async function createUser(admin: RestClient, username: string, profileId: string): Promise<void> {
  await admin.create('User', {
    Username: username,
    LastName: 'Load Test',
    Email: username,
    Alias: username.slice(0, 8),
    CommunityNickname: username.split('@')[0],
    TimeZoneSidKey: 'GMT',
    LocaleSidKey: 'en_US',
    EmailEncodingKey: 'UTF-8',
    LanguageLocaleKey: 'en_US',
    ProfileId: profileId
  });
}

/** Only local orgs give sessions without a login. */
async function openSession(org: Org, admin: RestClient, username: string): Promise<Session> {
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
