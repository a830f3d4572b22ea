export { buildRegistry } from './build.js';
export type { RegistrySources } from './build.js';
export { loadDefinitions } from './load.js';
export { bareKey, platformName, substitute, withArguments } from './substitute.js';
