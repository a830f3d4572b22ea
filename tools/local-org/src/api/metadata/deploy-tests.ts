import { NO_TESTS, type OrgContents, type RunTestResult, type TestRequest } from '../../metadata/index.js';
import { OrgImage } from '../../platform/org-image.js';
import type { SlotContext } from '../../platform/slot.js';
import { mergeCoverage } from '../../platform/tests/coverage.js';
import { coverageReport } from '../../platform/tests/coverage-report.js';
import { runTestsInside, type TestClassResult, type TestMethodResult } from '../../platform/tests/test-runner.js';

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
  const coverage = mergeCoverage(results.map((result) => result.coverage));
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
    ...coverageReport(coverage, image)
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
