import { textOf } from '../xml/element.js';
import {
  clearGrants,
  COSMETIC_GRANTS,
  GRANT_ELEMENTS,
  grantMessages,
  systemPermissionValues,
  mergeGrants
} from './grants.js';
import type { RowHandler } from './handler.js';

/** The Metadata API's own names of standard profiles. Source: names of files that retrieves give. */
const STANDARD_NAMES: Readonly<Record<string, string>> = {
  Admin: 'System Administrator',
  Standard: 'Standard User',
  ReadOnly: 'Read Only',
  SolutionManager: 'Solution Manager',
  MarketingProfile: 'Marketing User',
  ContractManager: 'Contract Manager',
  StandardAul: 'Standard Platform User',
  'Chatter Free User': 'Chatter Free User'
};

export const profileName = (fullName: string): string => STANDARD_NAMES[fullName] ?? fullName;

/**
 * A profile's file says what to change; what it does not name stays.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_profile.htm
 */
export const profile: RowHandler = {
  type: 'Profile',
  elements: {
    type: 'Profile',
    used: ['fullName', 'custom', 'userLicense', ...GRANT_ELEMENTS],
    cosmetic: [
      'description',
      'layoutAssignments',
      'tabVisibilities',
      'profileActionOverrides',
      'categoryGroupVisibilities',
      'loginFlows',
      ...COSMETIC_GRANTS
    ],
    refused: { loginHours: '', loginIpRanges: '' }
  },
  validate: ({ xml }, context, schema) => (xml ? grantMessages(xml, context, schema) : []),
  apply: ({ component: { fullName, xml } }, rows) => {
    const name = profileName(fullName);
    const license = rows.find('UserLicense', { Name: (xml && textOf(xml, 'userLicense')) ?? 'Salesforce' });
    const permissions = xml ? systemPermissionValues(xml) : {};
    const known = rows.find('Profile', { Name: name });
    const id = rows.put('Profile', known, {
      Name: name,
      ...permissions,
      ...(known === null ? { UserLicenseId: license, UserType: 'Standard' } : {})
    });
    const permissionSetId = rows.put('PermissionSet', rows.find('PermissionSet', { ProfileId: id }), {
      Name: `X${id}`,
      Label: id,
      ProfileId: id,
      IsOwnedByProfile: true,
      IsCustom: false,
      Type: 'Profile',
      ...permissions
    });
    if (xml) mergeGrants(permissionSetId, xml, rows);
    return id;
  },
  remove: (stored, rows) => {
    const permissionSetId = rows.find('PermissionSet', { ProfileId: stored.id });
    if (permissionSetId !== null) {
      clearGrants(permissionSetId, rows);
      rows.delete('PermissionSet', 'Id', permissionSetId);
    }
    rows.delete('Profile', 'Id', stored.id);
  }
};
