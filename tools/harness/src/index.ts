export { deployMain } from './cli/deploy.js';
export { main } from './cli/main.js';
export { downstreamMain } from './downstream/main.js';
export { runLoadTest, type LoadTestOptions, type LoadTestOutcome } from './run/loadTest.js';
export { findProject, type SfdxProject } from './run/project.js';
export { HarnessError, UsageError } from './run/errors.js';
export { deploySource, loginWithAccessToken, displayOrg } from './sf/commands.js';
export { runSf, type SfOptions, type SfResult } from './sf/cli.js';
export type { Results } from './report/results.js';
