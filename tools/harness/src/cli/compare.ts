import Table from 'cli-table3';
import { compareOutcomes, readOutcomes } from '../parity/compare.js';
import { EXIT_CODES } from './exitCodes.js';

const SHOWN = 50;

/**
 * `--compare A B`: shows in what two recorded runs differ.
 *
 * @returns 0 when they came to the same, 1 when not
 * @throws UsageError for what is no recording, and for recordings of different schedules
 */
export async function compareMain(folders: readonly [string, string], json: boolean): Promise<number> {
  const [left, right] = await Promise.all(folders.map(readOutcomes));
  const differences = compareOutcomes(left!, right!);
  if (json) {
    const summary = { left: left!.org, right: right!.org, seed: left!.seed, differences };
    process.stdout.write(`${JSON.stringify(summary, undefined, 2)}\n`);
  } else if (differences.length === 0) {
    process.stdout.write(`${left!.org} and ${right!.org} came to the same outcomes (seed ${left!.seed}).\n`);
  } else {
    const table = new Table({ head: ['scenario', 'what', left!.org, right!.org], style: { head: [], border: [] } });
    for (const difference of differences.slice(0, SHOWN)) {
      table.push([difference.scenario, difference.what, difference.left, difference.right]);
    }
    const more = differences.length - SHOWN;
    process.stdout.write(`${table.toString()}\n${more > 0 ? `… and ${more} more.\n` : ''}`);
  }
  return differences.length === 0 ? EXIT_CODES.valid : EXIT_CODES.invalid;
}
