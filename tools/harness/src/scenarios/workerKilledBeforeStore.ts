import type { Finding } from '../checkers/finding.js';
import { groupByKey, remoteAttemptsOf } from '../checkers/remoteAttempts.js';
import { entriesOf, type Entry } from '../history/entry.js';
import type { OrgFault } from '../org/localHooks.js';
import { sizeOf } from '../run/profile.js';
import { observeOutbox, settleDispatches, sweep, type OutboxState } from '../workload/outbox.js';
import { commonPrefixOf, newPaidOrders, sendPaidOrders } from '../workload/paidOrders.js';
import { Remote } from '../workload/remote.js';
import { checkDispatches, paidOrdersOf, type DispatchPlan } from './dispatchScenario.js';
import { defineScenario } from './scenario.js';

/** Subject of the remark that tells how often a worker was stopped. */
const STOPPED = 'workers-stopped';

/**
 * Where workers die. The store of outcomes fails in the job and again in its finalizer, so that nobody is left who knows
 * of the attempt; only the lease tells that there was one.
 */
const DEATHS: readonly OrgFault[] = [
  {
    at: 'statement',
    do: 'fail',
    error: 'lock',
    when: { className: 'DispatchSendJob', statement: 'update', object: 'outbound_dispatch__c' },
    times: 2
  }
];

/** Workers have sent, and die before they store what became of it; the remote has done the work. */
export const workerKilledBeforeStore = defineScenario<DispatchPlan, OutboxState>({
  name: 'worker-killed-before-store',
  proves: 'A worker that dies after the remote has done the work loses its lease; the next sends the same key.',
  needs: ['faults', 'remote'],

  plan: ({ random, sizes, prefix }) => ({
    cases: newPaidOrders(prefix, sizeOf(sizes, 'orders', 6), random).map((paidOrder) => ({
      paidOrder,
      steps: [],
      ends: 'Succeeded'
    }))
  }),

  async drive(plan, stage) {
    await Remote.during(stage, commonPrefixOf(paidOrdersOf(plan)), async (remote) => {
      const paidOrders = paidOrdersOf(plan);
      stage.progress(`${paidOrders.length} paid orders, workers die`);
      const strikes = await remote.org.during(DEATHS, async () => {
        await sendPaidOrders(paidOrders, stage);
        await remote.org.drain();
        await sweep(stage.admin);
        await remote.org.drain();
      });
      stage.recorder.remark(STOPPED, { times: strikes.reduce((sum, count) => sum + count, 0) });
      await settleDispatches({ paidOrders }, stage, remote);
    });
  },

  observe: (plan, stage) => observeOutbox(paidOrdersOf(plan), stage),

  check: (plan, history, state) => [...checkDispatches(plan, history, state), ...checkSentAgain(history)]
});

/** Some work was done by an attempt that nobody stored, and sent again. */
export function checkSentAgain(history: readonly Entry[]): Finding[] {
  const again = [...groupByKey(remoteAttemptsOf(history)).values()].filter(
    (own) => own.length > 1 && own[0]?.created === true
  );
  const stopped = history.some(
    (entry) => entry.kind === 'remark' && entry.subject === STOPPED && Number(entry.detail.times) > 0
  );
  if (again.length > 0 && stopped) return [];
  return [
    {
      checker: 'sent-again',
      kind: 'inconclusive',
      message: stopped
        ? 'A worker was stopped, but it had not sent anything; nothing is proved.'
        : 'No worker was stopped; nothing is proved.',
      evidence: entriesOf(again.flat().map(({ operation }) => operation))
    }
  ];
}
