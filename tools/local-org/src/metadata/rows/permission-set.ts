import { SYSTEM_PERMISSIONS } from '../../schema/standard/system-permissions.js';
import { flagOf, textOf } from '../xml/element.js';
import {
  clearGrants,
  COSMETIC_GRANTS,
  GRANT_ELEMENTS,
  grantMessages,
  systemPermissionValues,
  replaceGrants
} from './grants.js';
import type { RowHandler } from './handler.js';

const NO_PERMISSIONS = Object.fromEntries(SYSTEM_PERMISSIONS.map((name) => [`Permissions${name}`, false]));

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_permissionset.htm */
export const permissionSet: RowHandler = {
  type: 'PermissionSet',
  elements: {
    type: 'PermissionSet',
    used: ['fullName', 'label', 'hasActivationRequired', 'license', 'userLicense', ...GRANT_ELEMENTS],
    cosmetic: ['description', ...COSMETIC_GRANTS]
  },
  validate: ({ xml }, context, schema) => (xml ? grantMessages(xml, context, schema) : []),
  apply: ({ component: { fullName, xml }, stored }, rows) => {
    const id = rows.put('PermissionSet', stored?.id ?? null, {
      Name: fullName,
      Label: (xml && textOf(xml, 'label')) ?? fullName,
      Description: xml && textOf(xml, 'description'),
      HasActivationRequired: xml !== null && flagOf(xml, 'hasActivationRequired'),
      LicenseId: xml && licenseOf(textOf(xml, 'license') ?? textOf(xml, 'userLicense'), rows),
      Type: 'Regular',
      ...NO_PERMISSIONS,
      ...(xml ? systemPermissionValues(xml) : {})
    });
    if (xml) replaceGrants(id, xml, rows);
    return id;
  },
  remove: (stored, rows) => {
    clearGrants(stored.id, rows);
    rows.delete('PermissionSetAssignment', 'PermissionSetId', stored.id);
    rows.delete('PermissionSetGroupComponent', 'PermissionSetId', stored.id);
    rows.delete('PermissionSet', 'Id', stored.id);
  }
};

const licenseOf = (name: string | null, rows: Parameters<RowHandler['apply']>[1]): string | null =>
  name === null ? null : rows.find('UserLicense', { Name: name });

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_mutingpermissionset.htm */
export const mutingPermissionSet: RowHandler = {
  type: 'MutingPermissionSet',
  elements: {
    type: 'MutingPermissionSet',
    used: ['fullName', 'label', ...GRANT_ELEMENTS],
    cosmetic: ['description', 'hasActivationRequired', ...COSMETIC_GRANTS]
  },
  validate: ({ xml }, context, schema) =>
    // What is taken away needs no right it depends on.
    xml ? grantMessages(xml, context, schema).filter((message) => !message.startsWith('Permission ')) : [],
  apply: ({ component: { fullName, xml }, stored }, rows) => {
    const id = rows.put('MutingPermissionSet', stored?.id ?? null, {
      DeveloperName: fullName,
      MasterLabel: (xml && textOf(xml, 'label')) ?? fullName,
      ...NO_PERMISSIONS,
      ...(xml ? systemPermissionValues(xml) : {})
    });
    if (xml) replaceGrants(id, xml, rows);
    return id;
  },
  remove: (stored, rows) => {
    clearGrants(stored.id, rows);
    rows.delete('PermissionSetGroupComponent', 'PermissionSetId', stored.id);
    rows.delete('MutingPermissionSet', 'Id', stored.id);
  }
};
