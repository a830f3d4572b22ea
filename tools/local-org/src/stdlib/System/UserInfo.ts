import { currentTransaction } from '../../apex/runtime/transaction.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';
import { readRow } from '../support/rows.js';
import { TimeZone } from './TimeZone.js';

/** A field of the running user's row. */
function userField(field: string): string | null {
  const row = readRow('User', currentTransaction().user.id, [field]);
  return (row?.[field] as string | null | undefined) ?? null;
}

function userName(): string {
  return [userField('FirstName'), userField('LastName')].filter((part) => part).join(' ');
}

const noPackages = (): never => {
  throw new NotSupportedError('licences of managed packages (UserInfo)');
};

export default definePlatformType({
  name: 'System.UserInfo',
  source: apexReference('apex_methods_system_userinfo'),
  statics: {
    'String getDefaultCurrency()': () => 'USD',
    'String getFirstName()': () => userField('FirstName'),
    'String getLanguage()': () => userField('LanguageLocaleKey') ?? 'en_US',
    'String getLastName()': () => userField('LastName'),
    'String getLocale()': () => currentTransaction().user.locale,
    'String getName()': userName,
    'String getOrganizationId()': () => currentTransaction().orgId,
    'String getOrganizationName()': () =>
      readRow('Organization', currentTransaction().orgId, ['Name'])?.['Name'] ?? null,
    'String getProfileId()': () => currentTransaction().user.profileId || null,
    'String getSessionId()': () => currentTransaction().state.get('sessionId') ?? null,
    'System.TimeZone getTimeZone()': () => new TimeZone(currentTransaction().user.timeZone),
    'String getUiTheme()': () => 'Theme4d',
    'String getUiThemeDisplayed()': () => 'Theme4d',
    'String getUserEmail()': () => userField('Email'),
    'String getUserId()': () => currentTransaction().user.id,
    'String getUserName()': () => currentTransaction().user.username,
    'String getUserRoleId()': () => userField('UserRoleId'),
    'String getUserType()': () => userField('UserType') ?? 'Standard',
    'Boolean hasPackageLicense(Id)': noPackages,
    'Boolean isCurrentUserLicensed(String)': noPackages,
    'Boolean isMultiCurrencyOrganization()': () => false
  }
});
