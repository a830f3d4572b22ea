export { startLocalOrg, type LocalOrg, type LocalOrgOptions } from './server/start.js';
