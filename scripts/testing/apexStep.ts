import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_OPTIONS, ROOT, runNode } from './processes.js';
import type { Counts, Step } from './step.js';

interface CompileError {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What `local-org test --json` prints. */
interface ApexReport {
  readonly deployErrors: readonly CompileError[];
  readonly compileErrors: readonly CompileError[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly {
    readonly className: string;
    readonly methodName: string;
    readonly message: string | null;
    readonly stackTrace: string | null;
  }[];
}

const CLI = join('tools', 'local-org', 'src', 'cli.ts');

const CONFORMANCE = join('tools', 'local-org', 'conformance');

/** Every Apex test of the package directories, on a throw-away local org. */
export const apexTests: Step = {
  name: 'apex',
  title: 'Apex tests on a local org',
  run: async () => {
    const { report, code } = await runProject('.');
    return judge(report, code);
  }
};

/** The platform's rules as Apex tests, and those among them that the local org is known to break. */
export const conformanceTests: Step = {
  name: 'conformance',
  title: 'Apex conformance of the local org',
  run: async () => {
    const known = JSON.parse(readFileSync(join(ROOT, CONFORMANCE, 'known-failing.json'), 'utf8')) as KnownFailures;
    const { report, code } = await runProject(CONFORMANCE);
    return judgeKnown(report, code, known);
  }
};

/** Reasons by `Class.method`. */
export type KnownFailures = Readonly<Record<string, string>>;

async function runProject(folder: string): Promise<{ report: ApexReport; code: number | null }> {
  const { code, stdout, output } = await runNode([...NODE_OPTIONS, CLI, 'test', '--project', folder, '--json']);
  const report = parseReport(stdout);
  if (report === undefined) {
    throw new Error(`local-org test ended with exit code ${code} and without a report:\n${output.slice(-4000)}`);
  }
  return { report, code };
}

/** Known failures count as skipped; one that passes, or that no test has, fails. */
export function judgeKnown(report: ApexReport, exitCode: number | null, known: KnownFailures): Counts {
  const nameOf = ({ className, methodName }: ApexReport['failures'][number]): string => `${className}.${methodName}`;
  const expected = report.failures.filter((failure) => known[nameOf(failure)] !== undefined);
  const failures = report.failures.filter((failure) => known[nameOf(failure)] === undefined);
  const names = new Set(expected.map((failure) => nameOf(failure)));
  const stale = Object.keys(known).filter((name) => !names.has(name));
  for (const name of names) print(`left out: ${name}: ${known[name]}`);
  for (const name of stale) print(`${name} is listed as failing and does not fail: take it from known-failing.json.`);
  const rest = { ...report, failures, failed: report.failed - expected.length };
  const onlyKnown = rest.failed === 0 && report.deployErrors.length + report.compileErrors.length === 0;
  const { passed, failed, skipped } = judge(rest, onlyKnown && expected.length > 0 ? 0 : exitCode);
  return { passed, failed: failed + stale.length, skipped: skipped + expected.length };
}

/** Prints what is wrong and counts; an exit code that contradicts the report, or no test at all, must not pass. */
export function judge(report: ApexReport, exitCode: number | null): Counts {
  const errors = [...report.deployErrors, ...report.compileErrors];
  for (const { file, line, column, message } of errors) print(`${file}:${line}:${column} ${message}`);
  for (const { className, methodName, message, stackTrace } of report.failures) {
    print(`${className}.${methodName}: ${message ?? ''}`);
    if (stackTrace !== null) print(stackTrace.replaceAll('\n', '\n    '));
  }
  const failed = report.failed + errors.length;
  const contradicts = failed === 0 && (exitCode !== 0 || report.passed === 0);
  if (contradicts) print(`${report.passed} tests passed, but the exit code is ${exitCode}.`);
  return { passed: report.passed, failed: failed + (contradicts ? 1 : 0), skipped: report.skipped };
}

function print(text: string): void {
  process.stdout.write(`  ${text}\n`);
}

function parseReport(stdout: string): ApexReport | undefined {
  try {
    const parsed = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Partial<ApexReport>;
    return parsed.failures === undefined ? undefined : (parsed as ApexReport);
  } catch {
    return undefined;
  }
}
