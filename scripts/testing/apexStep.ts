import { NODE_OPTIONS, commandScript, runNode } from './processes.js';
import type { Step } from './step.js';

/** What `local-org test --json` prints. */
interface ApexReport {
  readonly classes: number;
  readonly compileErrors: readonly { readonly file?: string; readonly line?: number; readonly message?: string }[];
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Record<string, unknown>[];
  readonly durationMs: number;
}

/** Every Apex test of the package directories, on a throw-away local org. */
export const apexTests: Step = {
  name: 'apex',
  title: 'Apex tests on a local org',
  run: async () => {
    const script = commandScript('@retrysafe/local-org', 'local-org');
    const { code, stdout, output } = await runNode([...NODE_OPTIONS, script, 'test', '--project', '.', '--json']);
    const report = parseReport(stdout);
    if (report === undefined) {
      throw new Error(`local-org test ended with exit code ${code} and without a report:\n${output.slice(-4000)}`);
    }
    for (const error of report.compileErrors) process.stdout.write(`  does not compile: ${describe(error)}\n`);
    for (const failure of report.failures) process.stdout.write(`  failed: ${describe(failure)}\n`);
    const failed = report.failed + report.compileErrors.length;
    // An exit code that contradicts the report must not pass.
    const contradiction = failed === 0 && (code !== 0 || report.tests === 0) ? 1 : 0;
    if (contradiction > 0) process.stdout.write(`  exit code ${code}, ${report.tests} tests: ${output.slice(-2000)}\n`);
    return {
      passed: report.passed,
      failed: failed + contradiction,
      skipped: Math.max(0, report.tests - report.passed - report.failed)
    };
  }
};

function parseReport(stdout: string): ApexReport | undefined {
  try {
    return JSON.parse(stdout.slice(stdout.indexOf('{'))) as ApexReport;
  } catch {
    return undefined;
  }
}

function describe(entry: Readonly<Record<string, unknown>>): string {
  return Object.entries(entry)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
