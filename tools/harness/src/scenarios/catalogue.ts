import { UsageError } from '../run/errors.js';
import { alreadyDoneAtRemote } from './alreadyDoneAtRemote.js';
import { asynchronousOperation } from './asynchronousOperation.js';
import { concurrentDuplicates } from './concurrentDuplicates.js';
import { duplicateEvents } from './duplicateEvents.js';
import { errorInSuccessfulAnswer } from './errorInSuccessfulAnswer.js';
import { eventBurst } from './eventBurst.js';
import { eventReplay } from './eventReplay.js';
import { eventsOfOneEntity } from './eventsOfOneEntity.js';
import { everythingAtOnce } from './everythingAtOnce.js';
import { exhaustedThenReplayed } from './exhaustedThenReplayed.js';
import { forwardingAnswerLost } from './forwardingAnswerLost.js';
import { invalidRequests } from './invalidRequests.js';
import { invalidSignatures } from './invalidSignatures.js';
import { lateWorker } from './lateWorker.js';
import { operatorReplay } from './operatorReplay.js';
import { outOfOrderEvents } from './outOfOrderEvents.js';
import { partialBatchFailure } from './partialBatchFailure.js';
import { permanentRejection } from './permanentRejection.js';
import { randomSchedules } from './randomSchedules.js';
import { reconciliationRepairs } from './reconciliationRepairs.js';
import { remoteResponseLost } from './remoteResponseLost.js';
import { repeatedDeliveries } from './repeatedDeliveries.js';
import { responseLostAfterCommit } from './responseLostAfterCommit.js';
import { retentionKeepsValid } from './retentionKeepsValid.js';
import { retryableFailure } from './retryableFailure.js';
import { retryAfterHonoured } from './retryAfterHonoured.js';
import { sameCommandAgain } from './sameCommandAgain.js';
import { sameKeyOnEveryAttempt } from './sameKeyOnEveryAttempt.js';
import { sameKeyOtherPayload } from './sameKeyOtherPayload.js';
import { sameOrderOtherKey } from './sameOrderOtherKey.js';
import type { AnyScenario } from './scenario.js';
import { steadyArrivals } from './steadyArrivals.js';
import { stoppedWorker } from './stoppedWorker.js';
import { transientThenSuccess } from './transientThenSuccess.js';
import { twoAtOnce } from './twoAtOnce.js';
import { unauthorisedCaller } from './unauthorisedCaller.js';
import { workerKilledBeforeStore } from './workerKilledBeforeStore.js';

/** Every scenario, in the order in which they are shown. */
export const SCENARIOS: readonly AnyScenario[] = [
  concurrentDuplicates,
  twoAtOnce,
  sameKeyOtherPayload,
  responseLostAfterCommit,
  sameCommandAgain,
  sameOrderOtherKey,
  retryableFailure,
  permanentRejection,
  asynchronousOperation,
  stoppedWorker,
  lateWorker,
  operatorReplay,
  retentionKeepsValid,
  invalidRequests,
  unauthorisedCaller,
  randomSchedules,
  steadyArrivals,
  outOfOrderEvents,
  duplicateEvents,
  partialBatchFailure,
  repeatedDeliveries,
  eventsOfOneEntity,
  forwardingAnswerLost,
  invalidSignatures,
  eventBurst,
  eventReplay,
  sameKeyOnEveryAttempt,
  transientThenSuccess,
  retryAfterHonoured,
  errorInSuccessfulAnswer,
  alreadyDoneAtRemote,
  remoteResponseLost,
  workerKilledBeforeStore,
  exhaustedThenReplayed,
  reconciliationRepairs,
  everythingAtOnce
];

/** @throws UsageError with the names that there are */
export function scenarioNamed(name: string): AnyScenario {
  const scenario = SCENARIOS.find((candidate) => candidate.name === name);
  if (scenario !== undefined) return scenario;
  throw new UsageError(`There is no scenario '${name}'.`, [
    `Use one of: ${SCENARIOS.map((candidate) => candidate.name).join(', ')}.`
  ]);
}
