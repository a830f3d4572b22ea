/**
 * `npm test`: every check of the repository, in the order from quick to slow. Ends with one line that counts them all.
 *
 *   npm test                 everything
 *   npm test -- unit apex    only these parts
 */
import { performance } from 'node:perf_hooks';
import { ONE_FAILED, add, summaryLine, type Counts, type Step } from './testing/step.js';
import { STEPS } from './testing/steps.js';

function chooseSteps(names: readonly string[]): readonly Step[] {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length === 0) return names.length === 0 ? STEPS : STEPS.filter((step) => names.includes(step.name));
  process.stderr.write(
    `There is no part '${unknown.join("', '")}'. Use some of: ${STEPS.map((step) => step.name).join(', ')}.\n`
  );
  process.exit(2);
}

async function runStep(step: Step): Promise<Counts> {
  process.stdout.write(`▸ ${step.title}\n`);
  const start = performance.now();
  let counts: Counts;
  try {
    counts = await step.run();
  } catch (error) {
    process.stdout.write(`  ${(error as Error).message}\n`);
    counts = ONE_FAILED;
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`  ${outcomeOf(counts)} (${seconds} s)\n`);
  return counts;
}

/** Worded unlike the last line, which must be the only one of its kind. */
function outcomeOf({ passed, failed, skipped }: Counts): string {
  const all = passed + failed + skipped;
  const left = skipped === 0 ? '' : `, ${skipped} left out`;
  return failed === 0 ? `✔ all ${all} hold${left}` : `✖ ${failed} of ${all} do not hold${left}`;
}

let total: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const step of chooseSteps(process.argv.slice(2))) total = add(total, await runStep(step));
process.stdout.write(`${summaryLine(total)}\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
