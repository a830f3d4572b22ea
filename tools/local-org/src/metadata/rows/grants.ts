import type { FieldDefinition, OrgSchema } from '../../schema/definitions.js';
import { SYSTEM_PERMISSIONS } from '../../schema/standard/setup-tables.js';
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
  return field.permissionable ? [] : [`You cannot deploy to a required field: ${path}`];
}

/** Permission sets hold exactly what their file says: everything of an earlier version goes first. */
export function clearGrants(parentId: string, rows: RowWriter): void {
  for (const object of ['ObjectPermissions', 'FieldPermissions', 'SetupEntityAccess'])
    rows.delete(object, 'ParentId', parentId);
}

/**
 * Writes the grants of a permission set or of the permission set behind a profile. What is there already is changed,
 * what the file does not name stays.
 */
export function writeGrants(parentId: string, xml: XmlElement, rows: RowWriter): void {
  for (const item of childrenOf(xml, 'objectPermissions')) {
    const name = rows.schema.object(textOf(item, 'object') ?? '')?.name as string;
    const flags = Object.fromEntries(
      Object.entries(OBJECT_FLAGS).map(([flag, column]) => [column, flagOf(item, flag)])
    );
    const known = rows.find('ObjectPermissions', { ParentId: parentId, SobjectType: name });
    if (Object.values(flags).some(Boolean))
      rows.put('ObjectPermissions', known, { ParentId: parentId, SobjectType: name, ...flags });
    else if (known !== null) rows.delete('ObjectPermissions', 'Id', known);
  }
  for (const item of childrenOf(xml, 'fieldPermissions')) writeField(parentId, item, rows);
  for (const item of childrenOf(xml, 'classAccesses')) {
    writeEntity(
      parentId,
      rows.context.idOf('ApexClass', textOf(item, 'apexClass') ?? ''),
      'ApexClass',
      flagOf(item, 'enabled'),
      rows
    );
  }
  for (const item of childrenOf(xml, 'customPermissions')) {
    writeEntity(
      parentId,
      rows.context.idOf('CustomPermission', textOf(item, 'name') ?? ''),
      'CustomPermission',
      flagOf(item, 'enabled'),
      rows
    );
  }
  for (const item of [...childrenOf(xml, 'customMetadataTypeAccesses'), ...childrenOf(xml, 'customSettingAccesses')]) {
    writeEntity(
      parentId,
      rows.context.idOf('CustomObject', textOf(item, 'name') ?? ''),
      'CustomEntityDefinition',
      flagOf(item, 'enabled'),
      rows
    );
  }
}

function writeField(parentId: string, item: XmlElement, rows: RowWriter): void {
  const [objectName = '', fieldName = ''] = (textOf(item, 'field') ?? '').split('.');
  const object = rows.object(objectName);
  const name = `${object.name}.${rows.schema.field(objectName, fieldName)?.name ?? fieldName}`;
  const editable = flagOf(item, 'editable');
  const readable = flagOf(item, 'readable') || editable;
  const known = rows.find('FieldPermissions', { ParentId: parentId, Field: name });
  if (!readable) {
    if (known !== null) rows.delete('FieldPermissions', 'Id', known);
    return;
  }
  rows.put('FieldPermissions', known, {
    ParentId: parentId,
    SobjectType: object.name,
    Field: name,
    PermissionsRead: readable,
    PermissionsEdit: editable
  });
}

function writeEntity(parentId: string, entityId: string | null, type: string, enabled: boolean, rows: RowWriter): void {
  if (entityId === null) return;
  const known = rows.find('SetupEntityAccess', { ParentId: parentId, SetupEntityId: entityId });
  if (enabled && known === null) {
    rows.insert('SetupEntityAccess', { ParentId: parentId, SetupEntityId: entityId, SetupEntityType: type });
  } else if (!enabled && known !== null) rows.delete('SetupEntityAccess', 'Id', known);
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
