/**
 * How much of the platform's library is there, weighted by how much public Apex uses each member.
 *
 *   npm run bench -- library
 *
 * The bar is 97 %; exit code 1 below it. docs/reference/local-org-coverage.md has the members one by one.
 */
import { usageCoverage } from '../scripts/coverage/usage.js';
import { loadStandardLibrary } from '../src/stdlib/index.js';

const BAR = 0.97;
const { members, missing, covered } = usageCoverage(await loadStandardLibrary());
const holds = covered >= BAR;
process.stdout.write(
  `${holds ? '✔' : '✖'} ${(100 * covered).toFixed(1)} % by weight, ${members - missing.length} of ${members} members (bar: at least ${100 * BAR} %)\n`
);
process.exitCode = holds ? 0 : 1;
