import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { testFiles } from './files.js';
import { NODE_OPTIONS, ROOT } from './processes.js';
import type { Counts, Step } from './step.js';

const CHILD = fileURLToPath(new URL('./mochaChild.ts', import.meta.url));

function runMocha(files: readonly string[], reporter: string, timeoutMs: number): Promise<Counts> {
  return new Promise((resolve, reject) => {
    let counts: Counts | undefined;
    const child = fork(CHILD, [reporter, String(timeoutMs), ...files], {
      cwd: ROOT,
      execArgv: [...NODE_OPTIONS, '--import=./scripts/mocha-esm.mjs']
    });
    child.on('message', (message) => (counts = message as Counts));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (counts !== undefined) resolve(counts);
      else reject(new Error(`Mocha ended before it had run the tests (${signal ?? `exit code ${code}`}).`));
    });
  });
}

function mochaStep(
  name: string,
  title: string,
  ending: '.test.ts' | '.nut.ts',
  reporter: string,
  limitMs: number
): Step {
  return {
    name,
    title,
    run: async () => {
      const files = testFiles(ending);
      return files.length === 0 ? { passed: 0, failed: 0, skipped: 0 } : runMocha(files, reporter, limitMs);
    }
  };
}

export const unitTests = mochaStep('unit', 'unit tests', '.test.ts', 'dot', 30_000);

/** Tests that drive the real Salesforce CLI; one command takes seconds. */
export const cliTests = mochaStep('nut', 'tests that drive the Salesforce CLI', '.nut.ts', 'spec', 180_000);
