import type { Finding } from '../checkers/finding.js';
import { groupByKey, remoteAttemptsOf } from '../checkers/remoteAttempts.js';
import type { Step } from '../downstream/behaviour.js';
import { entriesOf, type Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { observeOutbox, type OutboxState } from '../workload/outbox.js';
import { newPaidOrders } from '../workload/paidOrders.js';
import { checkDispatches, driveDispatches, paidOrdersOf, type DispatchPlan } from './dispatchScenario.js';
import { defineScenario } from './scenario.js';
import { checkAttemptCounts, expectedAttempts } from './transientThenSuccess.js';

/** The remote has done it, and the org cannot know: cut, a gateway's error, both. */
const LOST: readonly (readonly Step[])[] = [
  [{ do: 'commit-then-cut' }],
  [{ do: 'commit-then-fail', status: 502 }],
  [{ do: 'commit-then-cut' }, { do: 'commit-then-fail', status: 504 }]
];

/** The remote commits, but its answer is lost; the org sends the same key again. */
export const remoteResponseLost = defineScenario<DispatchPlan, OutboxState>({
  name: 'remote-response-lost',
  proves: 'Work whose answer was lost is sent again with the same key, so the remote has done it once.',
  needs: ['remote'],

  plan: ({ random, sizes, prefix }) => ({
    cases: newPaidOrders(prefix, sizeOf(sizes, 'orders', 12), random).map((paidOrder, index) => ({
      paidOrder,
      steps: LOST[index % LOST.length]!,
      ends: 'Succeeded'
    }))
  }),
  drive: (plan, stage) => driveDispatches(plan, stage),
  observe: (plan, stage) => observeOutbox(paidOrdersOf(plan), stage),
  check: (plan, history, state) => [
    ...checkDispatches(plan, history, state),
    ...checkAttemptCounts(history, expectedAttempts(plan)),
    ...checkDoneBeforeHeard(plan, history)
  ]
});

/** The first attempt did the work, a later one only heard of it. */
export function checkDoneBeforeHeard({ cases }: DispatchPlan, history: readonly Entry[]): Finding[] {
  const attempts = groupByKey(remoteAttemptsOf(history));
  return cases.flatMap(({ paidOrder: { dispatchKey: key } }): Finding[] => {
    const own = attempts.get(key) ?? [];
    if (own.length === 0 || (own[0]?.created === true && own.at(-1)?.created === false)) return [];
    return [
      {
        checker: 'done-before-heard',
        kind: 'violation',
        key,
        message: 'The work was not done by the attempt whose answer was lost.',
        evidence: entriesOf(own.map(({ operation }) => operation))
      }
    ];
  });
}
