import type { FieldDefinition, OrgSchema } from '../../schema/definitions.js';
import { SYSTEM_PERMISSIONS } from '../../schema/standard/system-permissions.js';
import { sqlName } from '../../schema/ddl/names.js';
import type { DeployContext } from '../deploy/context.js';
import { childrenOf, flagOf, textOf, type XmlElement } from '../xml/element.js';
import type { RowWriter } from './row-writer.js';

/** Elements that permission sets, muting permission sets and profiles have in common. */
export const GRANT_ELEMENTS = [
  'classAccesses',
  'customMetadataTypeAccesses',
  'customPermissions',
  'customSettingAccesses',
  'fieldPermissions',
  'objectPermissions',
  'userPermissions'
] as const;

/** About pages, tabs, apps and layouts: nothing the local org shows. */
export const COSMETIC_GRANTS = [
  'applicationVisibilities',
  'tabSettings',
  'pageAccesses',
  'flowAccesses',
  'recordTypeVisibilities',
  'externalDataSourceAccesses',
  'externalCredentialPrincipalAccesses',
  'emailRoutingAddressAccesses',
  'servicePresenceStatusAccesses',
  'dataspaceScopes',
  'agentAccesses'
] as const;

const OBJECT_FLAGS = {
  allowRead: 'PermissionsRead',
  allowCreate: 'PermissionsCreate',
  allowEdit: 'PermissionsEdit',
  allowDelete: 'PermissionsDelete',
  viewAllRecords: 'PermissionsViewAllRecords',
  modifyAllRecords: 'PermissionsModifyAllRecords',
  viewAllFields: 'PermissionsViewAllFields'
} as const;
type ObjectFlag = keyof typeof OBJECT_FLAGS;

const FLAG_NAMES: Readonly<Record<ObjectFlag, string>> = {
  allowRead: 'Read',
  allowCreate: 'Create',
  allowEdit: 'Edit',
  allowDelete: 'Delete',
  viewAllRecords: 'View All',
  modifyAllRecords: 'Modify All',
  viewAllFields: 'View All Fields'
};

/** Rights that a right on an object needs. Source: https://help.salesforce.com/s/articleView?id=sf.users_profiles_object_perms.htm */
const DEPENDS: Partial<Record<ObjectFlag, readonly ObjectFlag[]>> = {
  allowCreate: ['allowRead'],
  allowEdit: ['allowRead'],
  allowDelete: ['allowRead', 'allowEdit'],
  viewAllRecords: ['allowRead'],
  modifyAllRecords: ['allowRead', 'allowEdit', 'allowDelete', 'viewAllRecords']
};

/** What is wrong with the grants: names that do not exist, fields that take no grant, rights that need others. */
export function grantMessages(xml: XmlElement, context: DeployContext, schema: OrgSchema): string[] {
  return [
    ...objectMessages(xml, schema),
    ...childrenOf(xml, 'fieldPermissions').flatMap((item) => fieldMessage(textOf(item, 'field') ?? '', schema)),
    ...missing(xml, 'classAccesses', 'apexClass', 'ApexClass', context),
    ...missing(xml, 'customPermissions', 'name', 'CustomPermission', context),
    ...[...childrenOf(xml, 'customMetadataTypeAccesses'), ...childrenOf(xml, 'customSettingAccesses')].flatMap(
      (item) => {
        const name = textOf(item, 'name') ?? '';
        return schema.object(name) ? [] : [`In field: name - no CustomObject named ${name} found`];
      }
    ),
    ...childrenOf(xml, 'userPermissions').flatMap((item) => {
      const name = textOf(item, 'name') ?? '';
      return systemPermission(name) === null ? [`not supported by the local org: the user permission ${name}`] : [];
    })
  ];
}

function missing(xml: XmlElement, list: string, element: string, type: string, context: DeployContext): string[] {
  return childrenOf(xml, list).flatMap((item) => {
    const name = textOf(item, element) ?? '';
    return context.has(type, name)
      ? []
      : [`In field: ${element === 'name' ? 'customPermission' : element} - no ${type} named ${name} found`];
  });
}

export const systemPermission = (name: string): string | null =>
  SYSTEM_PERMISSIONS.find((known) => known.toLowerCase() === name.toLowerCase()) ?? null;

function objectMessages(xml: XmlElement, schema: OrgSchema): string[] {
  const messages: string[] = [];
  const readable = new Set<string>();
  const items = childrenOf(xml, 'objectPermissions');
  for (const item of items) if (flagOf(item, 'allowRead')) readable.add((textOf(item, 'object') ?? '').toLowerCase());
  for (const item of items) {
    const name = textOf(item, 'object') ?? '';
    const object = schema.object(name);
    if (!object) {
      messages.push(`In field: object - no CustomObject named ${name} found`);
      continue;
    }
    for (const [flag, needs] of Object.entries(DEPENDS) as [ObjectFlag, readonly ObjectFlag[]][]) {
      if (!flagOf(item, flag)) continue;
      const absent = needs.filter((need) => !flagOf(item, need));
      if (absent.length > 0) {
        messages.push(
          `Permission ${FLAG_NAMES[flag]} ${object.name} depends on permission(s): ${absent.map((need) => `${FLAG_NAMES[need]} ${object.name}`).join(', ')}`
        );
      }
    }
    if (!flagOf(item, 'allowRead')) continue;
    for (const master of mastersOf(object.fields)) {
      if (!readable.has(master.toLowerCase())) {
        messages.push(`Permission Read ${object.name} depends on permission(s): Read ${master}`);
      }
    }
  }
  return messages;
}

const mastersOf = (fields: Readonly<Record<string, FieldDefinition>>): string[] =>
  Object.values(fields).flatMap((field) => (field.masterDetail && field.custom ? field.referenceTo : []));

function fieldMessage(path: string, schema: OrgSchema): string[] {
  const [objectName = '', fieldName = ''] = path.split('.');
  const field = schema.field(objectName, fieldName);
  if (!field) return [`In field: field - no CustomField named ${path} found`];
  // The name of a record is always there; the platform takes a grant on it.
  if (field.name === schema.object(objectName)?.nameField) return [];
  return field.permissionable ? [] : [`You cannot deploy to a required field: ${path}`];
}

/** What one file grants: rows of the three objects that hold grants, by what they are about. */
interface GrantRows {
  readonly ObjectPermissions: Map<string, GrantRow>;
  readonly FieldPermissions: Map<string, GrantRow>;
  readonly SetupEntityAccess: Map<string, GrantRow>;
}
type GrantRow = Readonly<Record<string, string | boolean>>;

/** Column that tells the rows of one parent apart. */
const SUBJECT = {
  ObjectPermissions: 'SobjectType',
  FieldPermissions: 'Field',
  SetupEntityAccess: 'SetupEntityId'
} as const;
const GRANT_OBJECTS = Object.keys(SUBJECT) as (keyof GrantRows)[];

export function clearGrants(parentId: string, rows: RowWriter): void {
  for (const object of GRANT_OBJECTS) rows.delete(object, 'ParentId', parentId);
}

/** A permission set holds exactly what its file says: everything of an earlier version goes. */
export function replaceGrants(parentId: string, xml: XmlElement, rows: RowWriter): void {
  clearGrants(parentId, rows);
  const { granted } = readGrants(parentId, xml, rows);
  for (const object of GRANT_OBJECTS) rows.insertAll(object, [...granted[object].values()]);
}

/** A profile's file changes what it names; the rest stays. */
export function mergeGrants(parentId: string, xml: XmlElement, rows: RowWriter): void {
  const { granted, withdrawn } = readGrants(parentId, xml, rows);
  for (const object of GRANT_OBJECTS) {
    const named = [...granted[object].keys(), ...withdrawn[object]];
    rows.context.environment.db.query(
      `DELETE FROM ${sqlName(object)} WHERE parentid = $1 AND ${sqlName(SUBJECT[object])} = ANY($2)`,
      [parentId, named]
    );
    rows.insertAll(object, [...granted[object].values()]);
  }
}

function readGrants(
  parentId: string,
  xml: XmlElement,
  rows: RowWriter
): { readonly granted: GrantRows; readonly withdrawn: Readonly<Record<keyof GrantRows, string[]>> } {
  const granted: GrantRows = {
    ObjectPermissions: new Map(),
    FieldPermissions: new Map(),
    SetupEntityAccess: new Map()
  };
  const withdrawn = {
    ObjectPermissions: [] as string[],
    FieldPermissions: [] as string[],
    SetupEntityAccess: [] as string[]
  };
  const put = (object: keyof GrantRows, subject: string | null, values: GrantRow | null): void => {
    if (subject === null) return;
    if (values) granted[object].set(subject, { ParentId: parentId, [SUBJECT[object]]: subject, ...values });
    else withdrawn[object].push(subject);
  };
  for (const item of childrenOf(xml, 'objectPermissions')) {
    const flags = Object.fromEntries(
      Object.entries(OBJECT_FLAGS).map(([flag, column]) => [column, flagOf(item, flag)])
    );
    const name = rows.schema.object(textOf(item, 'object') ?? '')?.name ?? null;
    put('ObjectPermissions', name, Object.values(flags).some(Boolean) ? flags : null);
  }
  for (const item of childrenOf(xml, 'fieldPermissions')) {
    const [objectName = '', fieldName = ''] = (textOf(item, 'field') ?? '').split('.');
    const object = rows.object(objectName);
    const name = `${object.name}.${rows.schema.field(objectName, fieldName)?.name ?? fieldName}`;
    const edit = flagOf(item, 'editable');
    const read = flagOf(item, 'readable') || edit;
    put(
      'FieldPermissions',
      name,
      read ? { SobjectType: object.name, PermissionsRead: read, PermissionsEdit: edit } : null
    );
  }
  const entity = (list: string, element: string, type: string, entityType: string): void => {
    for (const item of childrenOf(xml, list)) {
      const id = rows.context.idOf(type, textOf(item, element) ?? '');
      put('SetupEntityAccess', id, flagOf(item, 'enabled') ? { SetupEntityType: entityType } : null);
    }
  };
  entity('classAccesses', 'apexClass', 'ApexClass', 'ApexClass');
  entity('customPermissions', 'name', 'CustomPermission', 'CustomPermission');
  entity('customMetadataTypeAccesses', 'name', 'CustomObject', 'CustomEntityDefinition');
  entity('customSettingAccesses', 'name', 'CustomObject', 'CustomEntityDefinition');
  return { granted, withdrawn };
}

/** `Permissions…` columns of the user permissions that the file names. */
export function systemPermissionValues(xml: XmlElement): Record<string, boolean> {
  return Object.fromEntries(
    childrenOf(xml, 'userPermissions').map((item) => [
      `Permissions${systemPermission(textOf(item, 'name') ?? '')}`,
      flagOf(item, 'enabled')
    ])
  );
}
