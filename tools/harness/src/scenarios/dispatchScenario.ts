import {
  checkAttemptsBounded,
  checkDispatchesEnd,
  checkOneRemoteEffect,
  checkSameKeyOnEveryAttempt,
  checkSituationArose
} from '../checkers/dispatches.js';
import type { Finding } from '../checkers/finding.js';
import type { Step } from '../downstream/behaviour.js';
import type { Entry } from '../history/entry.js';
import { settleDispatches, type OutboxState } from '../workload/outbox.js';
import { commonPrefixOf, sendPaidOrders, type PaidOrder } from '../workload/paidOrders.js';
import { Remote } from '../workload/remote.js';
import type { Stage } from './scenario.js';

/** `Max_Attempts__c` of the endpoint `Fulfillment_Service`. */
export const MOST_ATTEMPTS = 8;

/** Paid orders, and what the remote does with the first attempts of each. */
export interface DispatchPlan {
  readonly cases: readonly DispatchCase[];
}

export interface DispatchCase {
  readonly paidOrder: PaidOrder;
  readonly steps: readonly Step[];
  /** State in which the dispatch must end. */
  readonly ends: 'Succeeded' | 'Rejected' | 'Exhausted';
}

export function paidOrdersOf({ cases }: DispatchPlan): PaidOrder[] {
  return cases.map(({ paidOrder }) => paidOrder);
}

/** Tells the remote what to do, sends paid orders, and lets the org dispatch until everything has come to an end. */
export async function driveDispatches(
  plan: DispatchPlan,
  stage: Stage,
  prepare: (remote: Remote) => Promise<void> = () => Promise.resolve()
): Promise<void> {
  await Remote.during(stage, commonPrefixOf(paidOrdersOf(plan)), async (remote) => {
    const paidOrders = paidOrdersOf(plan);
    await remote.service.plan(plan.cases.map(({ paidOrder, steps }) => ({ key: paidOrder.dispatchKey, steps })));
    await prepare(remote);
    stage.progress(`${paidOrders.length} paid orders`);
    await sendPaidOrders(paidOrders, stage);
    await settleDispatches({ paidOrders }, stage, remote);
  });
}

/** What holds for every dispatch, whatever the remote does. */
export function checkDispatches(
  { cases }: DispatchPlan,
  history: readonly Entry[],
  { dispatches }: OutboxState,
  rounds?: (key: string) => number
): Finding[] {
  const steps = new Set(cases.flatMap((one) => one.steps.map((step) => step.do as string)));
  return [
    ...checkSituationArose(history, [...steps]),
    ...(wasReached(history) ? checkDispatchesEnd(history, dispatches, expectedEnds(cases)) : []),
    ...checkSameKeyOnEveryAttempt(history, dispatches),
    ...checkOneRemoteEffect(history),
    ...checkAttemptsBounded(history, MOST_ATTEMPTS, rounds)
  ];
}

/** Without a remote nothing was sent, so nothing can have ended. */
function wasReached(history: readonly Entry[]): boolean {
  return checkSituationArose(history, []).length === 0;
}

function expectedEnds(cases: readonly DispatchCase[]): Map<string, string> {
  return new Map(cases.map(({ paidOrder, ends }) => [paidOrder.dispatchKey, ends]));
}
