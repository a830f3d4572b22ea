import { UsageError } from '../run/errors.js';
import { concurrentDuplicates } from './concurrentDuplicates.js';
import { duplicateEvents } from './duplicateEvents.js';
import { invalidRequests } from './invalidRequests.js';
import { lateWorker } from './lateWorker.js';
import { outOfOrderEvents } from './outOfOrderEvents.js';
import { partialBatchFailure } from './partialBatchFailure.js';
import { permanentRejection } from './permanentRejection.js';
import { responseLostAfterCommit } from './responseLostAfterCommit.js';
import { sameCommandAgain } from './sameCommandAgain.js';
import { sameKeyOtherPayload } from './sameKeyOtherPayload.js';
import { sameOrderOtherKey } from './sameOrderOtherKey.js';
import { sameKeyOnEveryAttempt } from './sameKeyOnEveryAttempt.js';
import type { AnyScenario } from './scenario.js';
import { unauthorisedCaller } from './unauthorisedCaller.js';

/** Every scenario, in the order in which they are shown. */
export const SCENARIOS: readonly AnyScenario[] = [
  concurrentDuplicates,
  sameKeyOtherPayload,
  responseLostAfterCommit,
  sameCommandAgain,
  sameOrderOtherKey,
  permanentRejection,
  lateWorker,
  invalidRequests,
  unauthorisedCaller,
  outOfOrderEvents,
  duplicateEvents,
  partialBatchFailure,
  sameKeyOnEveryAttempt
];

/** @throws UsageError with the names that there are */
export function scenarioNamed(name: string): AnyScenario {
  const scenario = SCENARIOS.find((candidate) => candidate.name === name);
  if (scenario !== undefined) return scenario;
  throw new UsageError(`There is no scenario '${name}'.`, [
    `Use one of: ${SCENARIOS.map((candidate) => candidate.name).join(', ')}.`
  ]);
}
