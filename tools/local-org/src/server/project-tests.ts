import { availableParallelism } from 'node:os';
import type { ProjectDeployReply, SourceProblem } from '../api/metadata/project-operations.js';
import { componentKey, type Deletion, type MetadataPackage } from '../metadata/model/component.js';
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
  /** Permission sets of the user who runs the tests. */
  readonly permissionSets: readonly string[] | 'all';
  readonly onProgress: (line: string) => void;
}

export interface ProjectTestResult {
  /** Apex classes and triggers in the package directories. */
  readonly classes: number;
  readonly compiled: number;
  readonly compileErrors: readonly SourceProblem[];
  /** Components other than Apex that were refused. */
  readonly deployErrors: readonly SourceProblem[];
  /** With keepGoing: what compiled Apex needs that the local org has not; a statement that reaches it throws. */
  readonly notSupported: readonly SourceProblem[];
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
  const session = await ProjectTestSession.start(options);
  try {
    return await session.run();
  } finally {
    await session.stop();
  }
}

/** One throw-away org that takes a project again and again, as its files change. */
export class ProjectTestSession {
  private before: MetadataPackage | null = null;
  /** Slots bring their copy of setup rows up to date when it grows. */
  private setupEpoch = 0;

  private constructor(
    private readonly org: LocalOrg,
    private readonly workers: number,
    private readonly options: ProjectTestOptions
  ) {}

  /** @throws ProjectError when the project cannot be read. */
  static async start(options: ProjectTestOptions): Promise<ProjectTestSession> {
    readProject(options.project);
    const workers = Math.max(2, Math.min(4, availableParallelism()));
    return new ProjectTestSession(await startLocalOrg({ slots: workers, jobSlots: 1 }), workers, options);
  }

  stop(): Promise<void> {
    return this.org.stop();
  }

  /** Deploys what the project holds now and runs its tests. @throws ProjectError */
  async run(): Promise<ProjectTestResult> {
    const { options, before } = this;
    const started = performance.now();
    const source = readProject(options.project);
    const deployed = await this.org.run<ProjectDeployReply>('deploy-project', {
      package: before ? { ...source, deleteAfter: goneSince(before, source) } : source,
      keepGoing: options.keepGoing,
      permissionSets: before ? [] : options.permissionSets
    });
    this.setupEpoch += 1;
    options.onProgress(
      `deployed after ${seconds(started)}: ${deployed.compiled} of ${deployed.classes} units compiled`
    );
    const refused = !options.keepGoing && deployed.deployErrors.length + deployed.compileErrors.length > 0;
    if (!refused) this.before = source;
    const results = refused ? [] : await this.runClasses();
    return summarise(deployed, results, options.coverage, performance.now() - started);
  }

  private async runClasses(): Promise<TestClassResult[]> {
    const { org, options, setupEpoch } = this;
    const all = await org.run<{ className: string; methods: string[] }[]>('list-tests', {});
    const wanted = options.filter?.toLowerCase() ?? '';
    const queue = all.filter(({ className }) => className.toLowerCase().includes(wanted));
    const results: TestClassResult[] = [];
    const worker = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const request = { className: next.className, methods: null, coverage: options.coverage, setupEpoch };
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
    await Promise.all(Array.from({ length: this.workers }, worker));
    return results;
  }
}

/** Components whose files were deleted since. */
function goneSince(before: MetadataPackage, now: MetadataPackage): Deletion[] {
  const left = new Set(now.components.map(({ type, fullName }) => componentKey(type, fullName)));
  return before.components
    .filter(({ type, fullName }) => !left.has(componentKey(type, fullName)))
    .map(({ type, fullName, fileName }) => ({ type, fullName, fileName }));
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
    notSupported: deployed.notSupported,
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
