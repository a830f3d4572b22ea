import { NotSupportedError } from '../../values/platform-error.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

const noSites = (): never => {
  throw new NotSupportedError('Experience Cloud sites (Network)');
};

/** The local org has no Experience Cloud sites; code asks for the current one and gets none. */
export default definePlatformType({
  name: 'System.Network',
  source: apexReference('apex_methods_system_network'),
  statics: {
    'System.PageReference communitiesLanding()': () => null,
    'String getNetworkId()': () => null,
    'String getLoginUrl(String)': noSites,
    'String getLogoutUrl(String)': noSites,
    'String getSelfRegUrl(String)': noSites
  }
});
