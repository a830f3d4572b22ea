import { DEFAULT_OPTIONS, type DeployOptions, type TestLevel } from '../../metadata/index.js';
import { ApiError } from '../../platform/api-error.js';

const LEVELS: readonly TestLevel[] = [
  'NoTestRun',
  'RunSpecifiedTests',
  'RunLocalTests',
  'RunAllTestsInOrg',
  'RunRelevantTests'
];

/**
 * Options of a deploy as clients send them: text by SOAP, values of JSON by REST.
 *
 * @throws ApiError for a test level there is none of.
 */
export function readDeployOptions(raw: Readonly<Record<string, unknown>>): DeployOptions {
  const flag = (name: keyof DeployOptions, fallback: boolean): boolean => {
    const value = raw[name];
    return value === undefined || value === null || value === '' ? fallback : String(value) === 'true';
  };
  const level = raw.testLevel === undefined || raw.testLevel === '' ? DEFAULT_OPTIONS.testLevel : String(raw.testLevel);
  if (!LEVELS.includes(level as TestLevel)) {
    throw new ApiError(400, 'INVALID_OPERATION', `Unknown test level '${level}'. Use one of ${LEVELS.join(', ')}.`);
  }
  const names = raw.runTests === undefined || raw.runTests === null || raw.runTests === '' ? [] : [raw.runTests].flat();
  return {
    checkOnly: flag('checkOnly', false),
    rollbackOnError: flag('rollbackOnError', true),
    ignoreWarnings: flag('ignoreWarnings', false),
    singlePackage: flag('singlePackage', false),
    testLevel: level as TestLevel,
    runTests: names.map((name) => String(name).trim()).filter((name) => name !== '')
  };
}
