import { childrenOf, flagOf, textOf } from '../xml/element.js';
import type { RowHandler } from './handler.js';

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_custompermission.htm */
export const customPermission: RowHandler = {
  type: 'CustomPermission',
  elements: {
    type: 'CustomPermission',
    used: ['fullName', 'label', 'isLicensed', 'requiredPermission'],
    cosmetic: ['description', 'connectedApp']
  },
  validate: ({ xml }, context) =>
    (xml ? childrenOf(xml, 'requiredPermission') : [])
      .map((required) => textOf(required, 'customPermission') ?? '')
      .filter((name) => !context.has('CustomPermission', name))
      .map((name) => `In field: customPermission - no CustomPermission named ${name} found`),
  apply: ({ component: { fullName, xml }, stored }, rows) =>
    rows.put('CustomPermission', stored?.id ?? null, {
      DeveloperName: fullName,
      MasterLabel: (xml && textOf(xml, 'label')) ?? fullName,
      IsLicensed: xml !== null && flagOf(xml, 'isLicensed'),
      Description: xml && textOf(xml, 'description')
    }),
  remove: (stored, rows) => {
    rows.delete('CustomPermission', 'Id', stored.id);
    rows.delete('SetupEntityAccess', 'SetupEntityId', stored.id);
  }
};
