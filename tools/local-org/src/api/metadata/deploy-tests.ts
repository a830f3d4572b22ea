import { NO_TESTS, type OrgContents, type RunTestResult, type TestRequest } from '../../metadata/index.js';
import { OrgImage } from '../../platform/org-image.js';
import type { SlotContext } from '../../platform/slot.js';
import { mergeCoverage } from '../../platform/tests/coverage.js';
import {
  runTestsInside,
  type Coverage,
  type TestClassResult,
  type TestMethodResult
} from '../../platform/tests/test-runner.js';

/** Share of a class's lines that tests must reach. Source: https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_code_coverage_intro.htm */
const REQUIRED_PERCENT = 75;

/** Runs the tests that a deploy asked for inside its transaction, in the shape of its result. */
export function runDeployTests(context: SlotContext, request: TestRequest, org: OrgContents): RunTestResult {
  const { slot } = context;
  const image = new OrgImage(slot.connection, org, slot.registry);
  const started = performance.now();
  const named = request.level === 'RunSpecifiedTests' ? request.classes : null;
  const results = runTestsInside(context, image, named);
  const id = (name: string): string => image.classId(name) ?? '';
  const methods = results.flatMap((result) => result.methods).filter(({ outcome }) => outcome !== 'Skip');
  const failed = [...methods.filter(({ outcome }) => outcome === 'Fail'), ...missing(named, results)];
  const coverage = results.reduce<Coverage>((sum, result) => mergeCoverage(sum, result.coverage), {});
  const base = (method: TestMethodResult) => ({
    id: id(method.className),
    name: method.className,
    methodName: method.methodName,
    namespace: null,
    seeAllData: false,
    time: Math.round(method.durationMs)
  });
  return {
    ...NO_TESTS,
    numTestsRun: methods.length,
    numFailures: failed.length,
    totalTime: Math.round(performance.now() - started),
    successes: methods.filter(({ outcome }) => outcome === 'Pass').map(base),
    failures: failed.map((method) => ({
      ...base(method),
      packageName: method.className,
      message: method.message ?? '',
      stackTrace: method.stackTrace,
      type: 'Class' as const
    })),
    ...coverageOf(coverage, org, id)
  };
}

/** A class named for RunSpecifiedTests that the org has not, or that holds no tests, fails the deploy. */
function missing(named: readonly string[] | null, results: readonly TestClassResult[]): TestMethodResult[] {
  const found = new Set(results.map(({ className }) => className.toLowerCase()));
  return (named ?? [])
    .filter((name) => !found.has(name.toLowerCase()))
    .map((name) => ({
      className: name,
      methodName: '',
      outcome: 'Fail',
      message: `There is no test class named ${name}`,
      stackTrace: null,
      durationMs: 0,
      isSetup: false
    }));
}

function coverageOf(
  coverage: Coverage,
  org: OrgContents,
  id: (name: string) => string
): Pick<RunTestResult, 'codeCoverage' | 'codeCoverageWarnings'> {
  const triggers = new Set(org.units.filter(({ kind }) => kind === 'trigger').map(({ name }) => name));
  const entries = Object.entries(coverage).map(([name, { covered, uncovered }]) => ({
    name,
    lines: covered.length + uncovered.length,
    uncovered
  }));
  return {
    codeCoverage: entries.map(({ name, lines, uncovered }) => ({
      id: id(name),
      name,
      type: triggers.has(name) ? ('Trigger' as const) : ('Class' as const),
      namespace: null,
      numLocations: lines,
      numLocationsNotCovered: uncovered.length,
      locationsNotCovered: uncovered.map((line) => ({ line, column: 0, numExecutions: 0, time: -1 })),
      dmlInfo: [],
      methodInfo: [],
      soqlInfo: [],
      soslInfo: []
    })),
    codeCoverageWarnings: entries
      .filter(({ lines, uncovered }) => lines > 0 && (lines - uncovered.length) / lines < REQUIRED_PERCENT / 100)
      .map(({ name, lines, uncovered }) => ({
        id: id(name),
        name,
        namespace: null,
        message: `Test coverage of selected Apex Class is ${Math.floor(((lines - uncovered.length) / lines) * 100)}%, at least ${REQUIRED_PERCENT}% test coverage is required`
      }))
  };
}
