import { availableParallelism } from 'node:os';
import type { ProjectDeployReply, SourceProblem } from '../api/metadata/project-operations.js';
import { readProject } from '../metadata/readers/read-source.js';
import { mergeCoverage } from '../platform/tests/coverage.js';
import type { Coverage, TestClassResult, TestMethodResult } from '../platform/tests/test-runner.js';
import { startLocalOrg, type LocalOrg } from './start.js';

export interface ProjectTestOptions {
  /** Folder with sfdx-project.json. */
  readonly project: string;
  /** Leave out what does not compile. */
  readonly keepGoing: boolean;
  /** Part of a class name, in any case; null: all. */
  readonly filter: string | null;
  readonly coverage: boolean;
  readonly onProgress: (line: string) => void;
}

export interface ProjectTestResult {
  /** Apex classes and triggers in the package directories. */
  readonly classes: number;
  readonly compiled: number;
  readonly compileErrors: readonly SourceProblem[];
  /** Components other than Apex that were refused. */
  readonly deployErrors: readonly SourceProblem[];
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly TestMethodResult[];
  readonly skips: readonly TestMethodResult[];
  readonly coverage: Coverage | null;
  readonly durationMs: number;
}

/** Deploys a project to a throw-away org and runs its Apex tests. @throws ProjectError when the project cannot be read. */
export async function runProjectTests(options: ProjectTestOptions): Promise<ProjectTestResult> {
  const started = performance.now();
  const source = readProject(options.project);
  const workers = Math.max(2, Math.min(4, availableParallelism()));
  const org = await startLocalOrg({ slots: workers, jobSlots: 1 });
  try {
    options.onProgress(`local org ready after ${seconds(started)}`);
    const deployed = await org.run<ProjectDeployReply>('deploy-project', {
      package: source,
      keepGoing: options.keepGoing
    });
    options.onProgress(
      `deployed after ${seconds(started)}: ${deployed.compiled} of ${deployed.classes} units compiled`
    );
    const refused = !options.keepGoing && deployed.deployErrors.length + deployed.compileErrors.length > 0;
    const results = refused ? [] : await runClasses(org, options, workers);
    return summarise(deployed, results, options.coverage, performance.now() - started);
  } finally {
    await org.stop();
  }
}

async function runClasses(org: LocalOrg, options: ProjectTestOptions, workers: number): Promise<TestClassResult[]> {
  const all = await org.run<{ className: string; methods: string[] }[]>('list-tests', {});
  const wanted = options.filter?.toLowerCase() ?? '';
  const queue = all.filter(({ className }) => className.toLowerCase().includes(wanted));
  const results: TestClassResult[] = [];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const request = { className: next.className, methods: null, coverage: options.coverage, setupEpoch: 0 };
      const result = await org
        .run<TestClassResult>('run-test-class', request)
        .catch((error: Error) => crashed(next, error));
      results.push(result);
      const failed = result.methods.filter((method) => method.outcome === 'Fail').length;
      options.onProgress(
        `${failed > 0 ? 'FAIL' : 'ok  '} ${result.className} (${result.methods.length - failed}/${result.methods.length})`
      );
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return results;
}

/** A fault of the local org that ended the whole class. */
function crashed(plan: { className: string; methods: string[] }, error: Error): TestClassResult {
  const methods = plan.methods.map((methodName): TestMethodResult => ({
    className: plan.className,
    methodName,
    outcome: 'Fail',
    message: error.message,
    stackTrace: error.stack ?? null,
    durationMs: 0,
    isSetup: false
  }));
  return { className: plan.className, methods, coverage: null };
}

function summarise(
  deployed: ProjectDeployReply,
  results: readonly TestClassResult[],
  coverage: boolean,
  durationMs: number
): ProjectTestResult {
  const methods = results.flatMap((result) => result.methods);
  const failures = methods.filter((method) => method.outcome === 'Fail');
  const skips = methods.filter((method) => method.outcome === 'Skip');
  return {
    classes: deployed.classes,
    compiled: deployed.compiled,
    compileErrors: deployed.compileErrors,
    deployErrors: deployed.deployErrors,
    tests: methods.length,
    passed: methods.length - failures.length - skips.length,
    failed: failures.length,
    skipped: skips.length,
    failures,
    skips,
    coverage: coverage ? mergeCoverage(results.map((result) => result.coverage)) : null,
    durationMs: Math.round(durationMs)
  };
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
