/**
 * Runs test files with Mocha in a process of its own and sends the counts to the process that started it.
 *
 *   mochaChild.ts REPORTER TIMEOUT_MS FILE...
 */
import Mocha from 'mocha';
import { resolve } from 'node:path';
import type { Counts } from './step.js';

const [reporter = 'spec', timeout = '30000', ...files] = process.argv.slice(2);
// When the process that asked is gone, nobody waits: what tests have started ends as it does on a signal.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const mocha = new Mocha({ reporter, timeout: Number(timeout), forbidOnly: true });
for (const file of files) mocha.addFile(resolve(file));
await mocha.loadFilesAsync();

const runner = mocha.run((failures) => {
  const stats = runner.stats;
  const counts: Counts = {
    passed: stats?.passes ?? 0,
    // A hook that fails takes tests with it that are counted nowhere; it is a failure itself.
    failed: Math.max(failures, stats?.failures ?? 0),
    skipped: stats?.pending ?? 0
  };
  process.send?.(counts, () => process.exit(failures === 0 ? 0 : 1));
});
