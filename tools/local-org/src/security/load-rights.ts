import type { SyncConnection } from '../database/connection.js';
import type { OrgSchema } from '../schema/definitions.js';
import type { RunningUser } from '../schema/execution.js';
import { EffectiveRights, type FieldGrant, type ObjectGrant } from './effective-rights.js';
import { loadVisibleOwners } from './visible-owners.js';

/** Permission sets that count for the user: each with those that mute it inside a group. */
interface Grant {
  readonly permissionSetId: string;
  readonly mutedBy: readonly string[];
}

/**
 * Works out what the user may do from profile, permission sets and permission set groups. The caller keeps the result
 * until setup rows or the schema change.
 */
export function loadRights(db: SyncConnection, schema: OrgSchema, user: RunningUser): EffectiveRights {
  const isMachine = user.profileId === '';
  const grants = loadGrants(db, user);
  const ids = [...new Set(grants.flatMap((grant) => [grant.permissionSetId, ...grant.mutedBy]))];
  return new EffectiveRights({
    schema,
    isMachine,
    objects: objectGrants(db, ids, grants),
    fields: fieldGrants(db, ids, grants),
    profileObjects: profileObjects(db, user),
    entities: entityGrants(db, ids, grants),
    system: systemGrants(db, schema, grants),
    visibleOwners: loadVisibleOwners(db, user)
  });
}

function loadGrants(db: SyncConnection, user: RunningUser): Grant[] {
  const direct = db.query(
    'SELECT id FROM permissionset WHERE NOT isdeleted AND ((isownedbyprofile AND profileid = $2) OR id IN (' +
      'SELECT permissionsetid FROM permissionsetassignment WHERE assigneeid = $1 AND NOT isdeleted AND isactive ' +
      "AND (expirationdate IS NULL OR expirationdate > now() AT TIME ZONE 'UTC')))",
    [user.id, user.profileId]
  );
  const grouped = db.query(
    'SELECT component.permissionsetgroupid, component.permissionsetid FROM permissionsetgroupcomponent component ' +
      'JOIN permissionsetassignment assignment ON assignment.permissionsetgroupid = component.permissionsetgroupid ' +
      'WHERE assignment.assigneeid = $1 AND assignment.isactive AND NOT assignment.isdeleted AND NOT component.isdeleted',
    [user.id]
  );
  const groups = new Map<string, string[]>();
  for (const [group, member] of grouped.rows as [string, string][]) {
    const members = groups.get(group);
    if (members) members.push(member);
    else groups.set(group, [member]);
  }
  const grants: Grant[] = direct.rows.map((row) => ({ permissionSetId: row[0] as string, mutedBy: [] }));
  for (const members of groups.values()) {
    const muting = members.filter(isMuting);
    for (const member of members) if (!isMuting(member)) grants.push({ permissionSetId: member, mutedBy: muting });
  }
  return grants;
}

const isMuting = (id: string): boolean => id.startsWith('0QM');

/** Adds up flags of rows by key: what a permission set gives and its group does not mute. */
function addUp<Flags extends Readonly<Record<string, boolean>>>(
  rows: readonly { readonly parent: string; readonly key: string; readonly flags: Flags }[],
  grants: readonly Grant[]
): Map<string, Flags> {
  const byParent = new Map<string, Map<string, Flags>>();
  for (const { parent, key, flags } of rows) {
    const known = byParent.get(parent) ?? new Map<string, Flags>();
    known.set(key, flags);
    byParent.set(parent, known);
  }
  const sum = new Map<string, Record<string, boolean>>();
  for (const grant of grants) {
    for (const [key, flags] of byParent.get(grant.permissionSetId) ?? []) {
      const total = sum.get(key) ?? {};
      for (const [name, given] of Object.entries(flags)) {
        const muted = grant.mutedBy.some((id) => byParent.get(id)?.get(key)?.[name]);
        total[name] = (total[name] ?? false) || (given && !muted);
      }
      sum.set(key, total);
    }
  }
  return sum as Map<string, Flags>;
}

function objectGrants(db: SyncConnection, ids: readonly string[], grants: readonly Grant[]): Map<string, ObjectGrant> {
  const { rows } = db.query(
    'SELECT parentid, sobjecttype, permissionsread, permissionscreate, permissionsedit, permissionsdelete, ' +
      'permissionsviewallrecords, permissionsmodifyallrecords, permissionsviewallfields ' +
      'FROM objectpermissions WHERE parentid = ANY($1::text[]) AND NOT isdeleted',
    [ids]
  );
  const flagged = rows.map((row) => ({
    parent: row[0] as string,
    key: (row[1] as string).toLowerCase(),
    flags: {
      read: row[2] as boolean,
      create: row[3] as boolean,
      edit: row[4] as boolean,
      delete: row[5] as boolean,
      viewAll: row[6] as boolean,
      modifyAll: row[7] as boolean,
      viewAllFields: row[8] as boolean
    }
  }));
  return addUp<ObjectGrant>(flagged, grants);
}

/** Keys: `account.industry`. */
function fieldGrants(db: SyncConnection, ids: readonly string[], grants: readonly Grant[]): Map<string, FieldGrant> {
  const { rows } = db.query(
    'SELECT parentid, field, permissionsread, permissionsedit FROM fieldpermissions WHERE parentid = ANY($1::text[]) AND NOT isdeleted',
    [ids]
  );
  const flagged = rows.map((row) => ({
    parent: row[0] as string,
    key: (row[1] as string).toLowerCase(),
    flags: { read: row[2] as boolean, edit: row[3] as boolean }
  }));
  return addUp<FieldGrant>(flagged, grants);
}

/** Objects the profile itself gives: their standard fields come with them. */
function profileObjects(db: SyncConnection, user: RunningUser): Set<string> {
  const { rows } = db.query(
    'SELECT permission.sobjecttype FROM objectpermissions permission JOIN permissionset ON permissionset.id = permission.parentid ' +
      'WHERE permissionset.isownedbyprofile AND permissionset.profileid = $1 AND permission.permissionsread AND NOT permission.isdeleted',
    [user.profileId]
  );
  return new Set(rows.map((row) => (row[0] as string).toLowerCase()));
}

/** Keys: `apexclass:name`, `custompermission:name`, `object:name` (custom metadata types and custom settings). */
function entityGrants(db: SyncConnection, ids: readonly string[], grants: readonly Grant[]): Set<string> {
  const { rows } = db.query(
    "SELECT access.parentid, 'apexclass', apexclass.name FROM setupentityaccess access JOIN apexclass ON apexclass.id = access.setupentityid " +
      'WHERE access.parentid = ANY($1::text[]) AND NOT access.isdeleted ' +
      "UNION ALL SELECT access.parentid, 'custompermission', custompermission.developername FROM setupentityaccess access " +
      'JOIN custompermission ON custompermission.id = access.setupentityid ' +
      'WHERE access.parentid = ANY($1::text[]) AND NOT access.isdeleted ' +
      "UNION ALL SELECT access.parentid, 'object', component.full_name FROM setupentityaccess access " +
      "JOIN meta.component component ON component.id = access.setupentityid AND component.type = 'CustomObject' " +
      'WHERE access.parentid = ANY($1::text[]) AND NOT access.isdeleted',
    [ids]
  );
  const flagged = rows.map((row) => ({
    parent: row[0] as string,
    key: `${row[1] as string}:${(row[2] as string).toLowerCase()}`,
    flags: { given: true }
  }));
  const sum = addUp(flagged, grants);
  return new Set([...sum].filter(([, flags]) => flags.given).map(([key]) => key));
}

/** Names in lower case, without `Permissions`. */
function systemGrants(db: SyncConnection, schema: OrgSchema, grants: readonly Grant[]): Set<string> {
  // By type too: PermissionSetGroupId begins with the same letters.
  const fields = Object.entries(schema.object('PermissionSet')?.fields ?? {})
    .filter(([key, field]) => key.startsWith('permissions') && field.type === 'boolean')
    .map(([key]) => key);
  const muting = Object.keys(schema.object('MutingPermissionSet')?.fields ?? {});
  const columns = fields.map((field) => `"${field}"`).join(', ');
  const mutingColumns = fields.map((field) => (muting.includes(field) ? `"${field}"` : 'false')).join(', ');
  const { rows } = db.query(
    `SELECT id, ${columns} FROM permissionset WHERE id = ANY($1::text[]) UNION ALL ` +
      `SELECT id, ${mutingColumns} FROM mutingpermissionset WHERE id = ANY($2::text[])`,
    [grants.map((grant) => grant.permissionSetId), grants.flatMap((grant) => grant.mutedBy)]
  );
  const flagged = rows.flatMap((row) =>
    fields.flatMap((field, index) =>
      row[index + 1] === true
        ? [{ parent: row[0] as string, key: field.slice('permissions'.length), flags: { given: true } }]
        : []
    )
  );
  const sum = addUp(flagged, grants);
  return new Set([...sum].filter(([, flags]) => flags.given).map(([key]) => key));
}
