import { UsageError } from '../run/errors.js';
import { concurrentDuplicates } from './concurrentDuplicates.js';
import { outOfOrderEvents } from './outOfOrderEvents.js';
import { responseLostAfterCommit } from './responseLostAfterCommit.js';
import { sameKeyOtherPayload } from './sameKeyOtherPayload.js';
import type { AnyScenario } from './scenario.js';

/** Every scenario, in the order in which they are shown. */
export const SCENARIOS: readonly AnyScenario[] = [
  concurrentDuplicates,
  sameKeyOtherPayload,
  outOfOrderEvents,
  responseLostAfterCommit
];

/** @throws UsageError with the names that there are */
export function scenarioNamed(name: string): AnyScenario {
  const scenario = SCENARIOS.find((candidate) => candidate.name === name);
  if (scenario !== undefined) return scenario;
  throw new UsageError(`There is no scenario '${name}'.`, [
    `Use one of: ${SCENARIOS.map((candidate) => candidate.name).join(', ')}.`
  ]);
}
