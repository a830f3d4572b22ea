import type { MetadataPackage } from '../../metadata/index.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import { loadSchema } from '../../schema/org/load-schema.js';
import { insertRows } from '../../schema/org/rows.js';

const GRANTING = new Set(['PermissionSet', 'PermissionSetGroup', 'Profile']);

/** Whether the project itself says who may see its objects and fields. */
export const grantsRights = ({ components }: MetadataPackage): boolean =>
  components.some(({ type }) => GRANTING.has(type));

/**
 * Gives the user's profile every custom object and field of the org, as the installation of a package gives them to
 * administrators: a project that grants nothing expects that.
 */
export function grantEverything(tx: SlotTransaction): void {
  const objects = tx.schema.object('ObjectPermissions');
  const fields = tx.schema.object('FieldPermissions');
  const [row] = tx.db.query('SELECT id FROM permissionset WHERE isownedbyprofile AND profileid = $1', [
    tx.user.profileId
  ]).rows;
  if (!objects || !fields || !row) return;
  const ParentId = String(row[0]);
  const author = { userId: tx.user.id, now: tx.now() };
  const all = [...loadSchema(tx.db).objects()];
  insertRows(
    tx.db,
    objects,
    all
      .filter(({ kind }) => kind === 'custom')
      .map((object) => ({
        Id: tx.newId(objects.keyPrefix),
        ParentId,
        SobjectType: object.name,
        PermissionsRead: true,
        PermissionsCreate: true,
        PermissionsEdit: true,
        PermissionsDelete: true,
        PermissionsViewAllRecords: true,
        PermissionsModifyAllRecords: true
      })),
    author
  );
  insertRows(
    tx.db,
    fields,
    all.flatMap((object) =>
      grantable(object).map((field) => ({
        Id: tx.newId(fields.keyPrefix),
        ParentId,
        SobjectType: object.name,
        Field: `${object.name}.${field.name}`,
        PermissionsRead: true,
        PermissionsEdit: field.createable || field.updateable
      }))
    ),
    author
  );
}

const grantable = (object: ObjectDefinition): FieldDefinition[] =>
  object.kind === 'custom' || object.kind === 'standard'
    ? Object.values(object.fields).filter((field) => field.custom && field.permissionable)
    : [];
