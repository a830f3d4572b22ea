import { childrenOf, flagOf, textOf } from '../xml/element.js';
import type { RowHandler } from './handler.js';

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_permissionsetgroup.htm */
export const permissionSetGroup: RowHandler = {
  type: 'PermissionSetGroup',
  elements: {
    type: 'PermissionSetGroup',
    used: ['fullName', 'label', 'permissionSets', 'mutingPermissionSets', 'hasActivationRequired'],
    cosmetic: ['description', 'status']
  },
  validate: ({ xml }, context) => {
    if (!xml) return [];
    const absent = (list: string, type: string): string[] =>
      childrenOf(xml, list)
        .filter(({ text }) => !context.has(type, text))
        .map(({ text }) => `In field: ${list} - no ${type} named ${text} found`);
    return [...absent('permissionSets', 'PermissionSet'), ...absent('mutingPermissionSets', 'MutingPermissionSet')];
  },
  apply: ({ component: { fullName, xml }, stored }, rows) => {
    const id = rows.put('PermissionSetGroup', stored?.id ?? null, {
      DeveloperName: fullName,
      MasterLabel: (xml && textOf(xml, 'label')) ?? fullName,
      Description: xml && textOf(xml, 'description'),
      HasActivationRequired: xml !== null && flagOf(xml, 'hasActivationRequired'),
      Status: 'Updated'
    });
    rows.delete('PermissionSetGroupComponent', 'PermissionSetGroupId', id);
    if (!xml) return id;
    const members = [
      ...childrenOf(xml, 'permissionSets').map(({ text }) => rows.context.idOf('PermissionSet', text)),
      ...childrenOf(xml, 'mutingPermissionSets').map(({ text }) => rows.context.idOf('MutingPermissionSet', text))
    ];
    for (const member of members) {
      if (member !== null)
        rows.insert('PermissionSetGroupComponent', { PermissionSetGroupId: id, PermissionSetId: member });
    }
    return id;
  },
  remove: (stored, rows) => {
    rows.delete('PermissionSetAssignment', 'PermissionSetGroupId', stored.id);
    rows.delete('PermissionSetGroupComponent', 'PermissionSetGroupId', stored.id);
    rows.delete('PermissionSetGroup', 'Id', stored.id);
  }
};
