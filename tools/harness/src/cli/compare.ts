import Table from 'cli-table3';
import { compareOutcomes, readOutcomes, type Comparison } from '../parity/compare.js';
import type { RunOutcomes } from '../parity/outcomes.js';
import { EXIT_CODES } from './exitCodes.js';

const SHOWN = 50;

/**
 * `--compare A B`: shows in what two recorded runs differ.
 *
 * @returns 0 when they came to the same, 1 when not, 3 when no scenario was run on both orgs
 * @throws UsageError for what is no recording, and for recordings of different schedules
 */
export async function compareMain(folders: readonly [string, string], json: boolean): Promise<number> {
  const [left, right] = await Promise.all([readOutcomes(folders[0]), readOutcomes(folders[1])]);
  const comparison = compareOutcomes(left, right);
  process.stdout.write(json ? toJson(left, right, comparison) : toText(left, right, comparison));
  if (comparison.differences.length > 0) return EXIT_CODES.invalid;
  return comparison.compared.length > 0 ? EXIT_CODES.valid : EXIT_CODES.unknown;
}

function toJson(left: RunOutcomes, right: RunOutcomes, comparison: Comparison): string {
  return `${JSON.stringify({ left: left.org, right: right.org, seed: left.seed, ...comparison }, undefined, 2)}\n`;
}

/** For people: the differences, else that there are none; then what could not be compared. */
export function toText(left: RunOutcomes, right: RunOutcomes, { differences, compared, skipped }: Comparison): string {
  const parts = [differences.length > 0 ? tableOf(left, right, differences) : agreement(left, right, compared)];
  if (skipped.length > 0) parts.push(`Not compared, because skipped: ${skipped.join(', ')}.`);
  return `${parts.join('\n')}\n`;
}

function agreement(left: RunOutcomes, right: RunOutcomes, compared: readonly string[]): string {
  return compared.length === 0
    ? `No scenario was run on both ${left.org} and ${right.org}; nothing is compared.`
    : `${left.org} and ${right.org} came to the same outcomes in ${compared.length} scenarios (seed ${left.seed}).`;
}

function tableOf(left: RunOutcomes, right: RunOutcomes, differences: Comparison['differences']): string {
  const table = new Table({ head: ['scenario', 'what', left.org, right.org], style: { head: [], border: [] } });
  for (const difference of differences.slice(0, SHOWN)) {
    table.push([difference.scenario, difference.what, difference.left, difference.right]);
  }
  const more = differences.length - SHOWN;
  return [
    table.toString(),
    ...(more > 0 ? [`… and ${more} more.`] : []),
    `${differences.length} differences in ${compared(differences)} scenarios (seed ${left.seed}).`
  ].join('\n');
}

function compared(differences: Comparison['differences']): number {
  return new Set(differences.map(({ scenario }) => scenario)).size;
}
