import { join } from 'node:path';
import { NODE_OPTIONS, runNode } from './processes.js';
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

/** Every Apex test of the package directories, on a throw-away local org. */
export const apexTests: Step = {
  name: 'apex',
  title: 'Apex tests on a local org',
  run: async () => {
    const { code, stdout, output } = await runNode([...NODE_OPTIONS, CLI, 'test', '--project', '.', '--json']);
    const report = parseReport(stdout);
    if (report === undefined) {
      throw new Error(`local-org test ended with exit code ${code} and without a report:\n${output.slice(-4000)}`);
    }
    return judge(report, code);
  }
};

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
