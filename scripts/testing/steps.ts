import { apexTests, conformanceTests } from './apexStep.js';
import { componentTests } from './jestStep.js';
import { cliTests, unitTests } from './mochaStep.js';
import { apexRules, formatCheck, lint, referencePages, typeCheck } from './staticChecks.js';
import type { Step } from './step.js';

/** The parts of `npm test`, from quick to slow. */
export const STEPS: readonly Step[] = [
  formatCheck,
  lint,
  typeCheck,
  apexRules,
  referencePages,
  unitTests,
  componentTests,
  apexTests,
  conformanceTests,
  cliTests
];
