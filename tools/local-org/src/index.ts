export { startLocalOrg, type LocalOrg, type LocalOrgOptions } from './server/start.js';
export { ProjectError, readProject } from './metadata/index.js';
