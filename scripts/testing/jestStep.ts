import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandScript, runNode } from './processes.js';
import type { Step } from './step.js';

/** What Jest writes with `--json`; only what is read here. */
interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that failed before their tests ran. */
  readonly numRuntimeErrorTestSuites: number;
}

const CONFIG = join('tools', 'console', 'jest', 'jest.config.mjs');

/** The Lightning components, each by itself, with Salesforce's Jest set-up. */
export const componentTests: Step = {
  name: 'jest',
  title: 'Lightning components (Jest)',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'retrysafe-jest-'));
    try {
      const reportPath = join(folder, 'report.json');
      const jest = commandScript('jest', 'jest');
      const options = ['--config', CONFIG, '--ci', '--silent', '--json', `--outputFile=${reportPath}`];
      const { code, output } = await runNode([jest, ...options]);
      const report = await readReport(reportPath);
      if (report === undefined) throw new Error(`Jest ended with exit code ${code} and without a report:\n${output}`);
      const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
      // An exit code that contradicts the report, or no test at all, must not pass.
      const contradicts = failed === 0 && (code !== 0 || report.numPassedTests === 0);
      if (failed > 0 || contradicts) process.stdout.write(`${output}\n`);
      return {
        passed: report.numPassedTests,
        failed: failed + (contradicts ? 1 : 0),
        skipped: report.numPendingTests + report.numTodoTests
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
};

async function readReport(path: string): Promise<JestReport | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as JestReport;
  } catch {
    return undefined;
  }
}
