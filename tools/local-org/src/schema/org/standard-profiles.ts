import { SYSTEM_PERMISSIONS } from '../standard/system-permissions.js';

export interface StandardProfile {
  readonly name: string;
  readonly license: string;
  readonly userType: string;
  readonly systemPermissions: readonly string[];
  /** Rights on the standard business objects; `edit` but for those of LIMITED. */
  readonly objects: 'all' | 'edit' | 'read' | 'none';
}

const EVERYDAY = [
  'ApiEnabled',
  'ChatterInternalUser',
  'ConvertLeads',
  'CreateCustomizeReports',
  'EditEvent',
  'EditTask',
  'EmailSingle',
  'ExportReport',
  'LightningExperienceUser',
  'RunReports',
  'RunFlow',
  'ViewHelpLink',
  'ViewSetup',
  'ViewRoles',
  'ActivateContract',
  'ActivateOrder',
  'MassInlineEdit',
  'SubmitMacrosAllowed'
];

/** Never part of a profile, or for machines only. */
const NOT_FOR_ADMINISTRATORS = new Set([
  'ApiUserOnly',
  'BulkApiHardDelete',
  'TwoFactorApi',
  'PasswordNeverExpires',
  'DelegatedTwoFactor',
  'FlowUFLRequired',
  'ForceTwoFactor',
  'HideReadByList',
  'PreventClassicExperience',
  'ViewOnlyEmbeddedAppUser'
]);

/**
 * What profiles with objects `edit` may not do, by object: nobody but administrators deletes cases, leads and solutions, and
 * only marketing users manage campaigns.
 */
export const LIMITED: Readonly<Record<string, { readonly edit: boolean; readonly delete: boolean }>> = {
  Campaign: { edit: false, delete: false },
  Case: { edit: true, delete: false },
  Lead: { edit: true, delete: false },
  Solution: { edit: true, delete: false }
};

/**
 * The profiles every org has.
 * Source: https://help.salesforce.com/s/articleView?id=sf.standard_profiles.htm
 */
export const STANDARD_PROFILES: readonly StandardProfile[] = [
  {
    name: 'System Administrator',
    license: 'Salesforce',
    userType: 'Standard',
    systemPermissions: SYSTEM_PERMISSIONS.filter((name) => !NOT_FOR_ADMINISTRATORS.has(name)),
    objects: 'all'
  },
  { name: 'Standard User', license: 'Salesforce', userType: 'Standard', systemPermissions: EVERYDAY, objects: 'edit' },
  {
    name: 'Marketing User',
    license: 'Salesforce',
    userType: 'Standard',
    systemPermissions: [...EVERYDAY, 'ImportLeads'],
    objects: 'edit'
  },
  {
    name: 'Contract Manager',
    license: 'Salesforce',
    userType: 'Standard',
    systemPermissions: EVERYDAY,
    objects: 'edit'
  },
  {
    name: 'Solution Manager',
    license: 'Salesforce',
    userType: 'Standard',
    systemPermissions: [...EVERYDAY, 'ManageSolutions'],
    objects: 'edit'
  },
  {
    name: 'Read Only',
    license: 'Salesforce',
    userType: 'Standard',
    systemPermissions: ['ApiEnabled', 'ChatterInternalUser', 'LightningExperienceUser', 'ViewHelpLink', 'ViewSetup'],
    objects: 'read'
  },
  {
    name: 'Minimum Access - Salesforce',
    license: 'Salesforce',
    userType: 'Standard',
    systemPermissions: ['ChatterInternalUser', 'LightningExperienceUser', 'ViewHelpLink'],
    objects: 'none'
  },
  {
    name: 'Minimum Access - API Only Integrations',
    license: 'Salesforce Integration',
    userType: 'Standard',
    systemPermissions: ['ApiEnabled', 'ApiUserOnly'],
    objects: 'none'
  },
  {
    name: 'Standard Platform User',
    license: 'Salesforce Platform',
    userType: 'Standard',
    systemPermissions: ['ApiEnabled', 'ChatterInternalUser', 'LightningExperienceUser', 'RunReports', 'ViewHelpLink'],
    objects: 'edit'
  },
  {
    name: 'Chatter Free User',
    license: 'Chatter Free',
    userType: 'CsnOnly',
    systemPermissions: ['ChatterInternalUser'],
    objects: 'none'
  }
];

export const USER_LICENSES: readonly { readonly name: string; readonly key: string }[] = [
  { name: 'Salesforce', key: 'SFDC' },
  { name: 'Salesforce Integration', key: 'PID_Salesforce_Integration' },
  { name: 'Salesforce Platform', key: 'AUL' },
  { name: 'Chatter Free', key: 'CSN' }
];
