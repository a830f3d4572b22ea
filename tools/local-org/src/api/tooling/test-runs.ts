import { mergeCoverage } from '../../platform/tests/coverage.js';
import type { CoverageReport } from '../../platform/tests/coverage-report.js';
import type { TestClassResult, TestMethodResult } from '../../platform/tests/test-runner.js';
import type { OrgGateway } from '../host.js';

export interface TestRunRequest {
  readonly tests?: readonly {
    readonly className?: string;
    readonly classId?: string;
    readonly testMethods?: readonly string[];
  }[];
  readonly classNames?: string;
  readonly classids?: string;
  readonly suiteNames?: string;
  readonly testLevel?: string;
  readonly skipCodeCoverage?: boolean | string;
}

export interface PlannedClass {
  readonly className: string;
  readonly classId: string;
  readonly methods: readonly string[] | null;
}

export interface PlannedRun {
  readonly runId: string;
  readonly items: readonly (PlannedClass & { readonly queueItemId: string })[];
  readonly setupEpoch: number;
}

/** Test classes that run side by side; each computes, so more than the cores would only wait. */
const PARALLEL = 2;

/** Test runs of the Tooling API: rows that clients poll, and the classes run by the slots behind them. */
export class TestRuns {
  constructor(private readonly org: OrgGateway) {}

  /** @returns the id of the run (707…); the tests go on in the background. */
  async start(request: TestRunRequest, userId: string): Promise<string> {
    const run = await this.org.run<PlannedRun>('test-run-start', request, userId);
    void this.execute(run, request, userId).catch((error: Error) => this.fail(run, error, userId));
    return run.runId;
  }

  /** Runs and waits: the result of runTestsSynchronous. */
  async runNow(request: TestRunRequest, userId: string): Promise<unknown> {
    const run = await this.org.run<PlannedRun>('test-run-start', request, userId);
    const started = performance.now();
    const { results, report } = await this.execute(run, request, userId);
    const methods = results.flatMap((result) => result.methods);
    const shape = (method: TestMethodResult, index: number): unknown => ({
      id: run.items.find((item) => item.className === method.className)?.classId ?? String(index),
      name: method.className,
      methodName: method.methodName,
      namespace: null,
      time: Math.round(method.durationMs),
      ...(method.outcome === 'Fail'
        ? { message: method.message, stackTrace: method.stackTrace, type: 'Class', packageName: method.className }
        : {})
    });
    const failed = methods.filter((method) => method.outcome === 'Fail');
    return {
      apexLogId: null,
      numTestsRun: methods.length,
      numFailures: failed.length,
      totalTime: Math.round(performance.now() - started),
      successes: methods.filter((method) => method.outcome === 'Pass').map(shape),
      failures: failed.map(shape),
      ...report
    };
  }

  private async execute(
    run: PlannedRun,
    request: TestRunRequest,
    userId: string
  ): Promise<{ readonly results: readonly TestClassResult[]; readonly report: CoverageReport }> {
    const coverage = !(request.skipCodeCoverage === true || request.skipCodeCoverage === 'true');
    const results: TestClassResult[] = [];
    const queue = [...run.items];
    const worker = async (): Promise<void> => {
      for (let item = queue.shift(); item; item = queue.shift()) {
        const payload = { className: item.className, methods: item.methods, coverage, setupEpoch: run.setupEpoch };
        const result = await this.org.run<TestClassResult>('run-test-class', payload, userId);
        results.push(result);
        await this.org.run('test-class-done', { runId: run.runId, item, result }, userId);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    const total = coverage ? mergeCoverage(results.map((result) => result.coverage)) : null;
    const report = await this.org.run<CoverageReport>('test-run-done', { runId: run.runId, coverage: total }, userId);
    return { results, report };
  }

  private async fail(run: PlannedRun, error: Error, userId: string): Promise<void> {
    await this.org.run('test-run-failed', { runId: run.runId, message: error.message }, userId).catch(() => undefined);
  }
}

/** Test classes by name or id; null: all of the org. Suites: see `suiteClasses`. */
export function requestedClasses(
  request: TestRunRequest
): { name: string | null; id: string | null; methods: readonly string[] | null }[] | null {
  if (request.tests) {
    return request.tests.map((test) => ({
      name: test.className ?? null,
      id: test.classId ?? null,
      methods: test.testMethods ?? null
    }));
  }
  const names = request.classNames?.split(',').map((name) => ({ name: name.trim(), id: null, methods: null }));
  const ids = request.classids?.split(',').map((id) => ({ name: null, id: id.trim(), methods: null }));
  if (names || ids) return [...(names ?? []), ...(ids ?? [])];
  return request.testLevel?.startsWith('RunLocal') || request.testLevel === 'RunAllTestsInOrg' ? null : [];
}
