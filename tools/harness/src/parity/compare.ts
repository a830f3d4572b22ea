import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../run/errors.js';
import { OUTCOMES_FILE, type RunOutcomes } from './outcomes.js';

/** One thing in which two runs differ. */
export interface Difference {
  readonly scenario: string;
  /** A key, or what else differs. */
  readonly what: string;
  readonly left: string;
  readonly right: string;
}

/** What a comparison of two runs comes to. */
export interface Comparison {
  readonly differences: readonly Difference[];
  /** Names of the scenarios that were run on both orgs. */
  readonly compared: readonly string[];
  /** Names of those that one org, or both, could not be asked. */
  readonly skipped: readonly string[];
}

/** @throws UsageError when the folder holds no recording */
export async function readOutcomes(folder: string): Promise<RunOutcomes> {
  const path = join(folder, OUTCOMES_FILE);
  try {
    const outcomes = JSON.parse(await readFile(path, 'utf8')) as RunOutcomes;
    if (outcomes.schemaVersion !== 1) throw new Error('it was written by another version');
    return outcomes;
  } catch (error) {
    throw new UsageError(`There is no recording in ${folder}: ${(error as Error).message}`, [
      'Record a run with `npm run load-test -- --record FOLDER`.'
    ]);
  }
}

/**
 * In what two runs of one schedule differ. What an org could not be asked is no difference.
 *
 * @throws UsageError when they are not of one schedule
 */
export function compareOutcomes(left: RunOutcomes, right: RunOutcomes): Comparison {
  for (const name of ['seed', 'profile', 'concurrency'] as const) {
    if (left[name] === right[name]) continue;
    throw new UsageError(`The recordings are of different schedules: ${name} ${left[name]} and ${right[name]}.`, [
      `Record both runs with the same --${name}.`
    ]);
  }
  const names = [...new Set([...Object.keys(left.scenarios), ...Object.keys(right.scenarios)])];
  const isSkipped = (name: string): boolean =>
    [left, right].some(({ scenarios }) => scenarios[name]?.verdict === 'skipped');
  const compared = names.filter((name) => !isSkipped(name));
  return { differences: differencesIn(compared, left, right), compared, skipped: names.filter(isSkipped) };
}

function differencesIn(names: readonly string[], left: RunOutcomes, right: RunOutcomes): Difference[] {
  return names.flatMap((scenario): Difference[] => {
    const [one, other] = [left.scenarios[scenario], right.scenarios[scenario]];
    if (one === undefined || other === undefined) {
      const there = (present: unknown): string => (present === undefined ? 'not run' : 'run');
      return [{ scenario, what: 'scenario', left: there(one), right: there(other) }];
    }
    const differences: Difference[] = [];
    const compare = (what: string, first: string, second: string): void => {
      if (first !== second) differences.push({ scenario, what, left: first, right: second });
    };
    compare('verdict', one.verdict, other.verdict);
    compare('duplicate effects', String(one.duplicateEffects), String(other.duplicateEffects));
    for (const key of new Set([...Object.keys(one.answers), ...Object.keys(other.answers)])) {
      compare(key, listOf(one.answers[key]), listOf(other.answers[key]));
    }
    return differences;
  });
}

function listOf(codes: readonly string[] | undefined): string {
  return codes === undefined ? 'no certain answer' : codes.join(', ');
}
