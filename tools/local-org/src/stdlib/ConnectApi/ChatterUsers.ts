import { currentTransaction } from '../../apex/runtime/transaction.js';
import { NotSupportedError, PlatformError } from '../../values/platform-error.js';
import { definePlatformType } from '../define.js';
import { apexGuide } from '../support/reference.js';

/** In tests that do not see the org's data, Connect in Apex refuses every call; code uses this to find out where it runs. */
function refuse(): never {
  const { isTest, seesAllData } = currentTransaction();
  if (isTest && seesAllData !== true) {
    throw new PlatformError(
      'System.UnsupportedOperationException',
      'ConnectApi methods are not supported in data siloed tests. Please use @IsTest(SeeAllData=true).'
    );
  }
  throw new NotSupportedError('Connect in Apex (ConnectApi)');
}

export default definePlatformType({
  name: 'ConnectApi.ChatterUsers',
  source: apexGuide('connectAPI_TestingApex'),
  statics: { 'ConnectApi.FollowingPage getFollowings(String, String)': refuse }
});
