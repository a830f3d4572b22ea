import { entriesOf, type Entry } from '../history/entry.js';
import type { Finding } from '../checkers/finding.js';
import { groupByKey, remoteAttemptsOf } from '../checkers/remoteAttempts.js';
import type { Step } from '../downstream/behaviour.js';
import { sizeOf } from '../run/profile.js';
import { observeOutbox, type OutboxState } from '../workload/outbox.js';
import { newPaidOrders } from '../workload/paidOrders.js';
import { checkDispatches, driveDispatches, paidOrdersOf, type DispatchPlan } from './dispatchScenario.js';
import { defineScenario } from './scenario.js';

/** Failures that pass, one kind for each dispatch. */
const TRANSIENT: readonly Step[] = [
  { do: 'refuse', status: 500, code: 'internal' },
  { do: 'refuse', status: 502, code: 'bad_gateway' },
  { do: 'refuse', status: 503, code: 'unavailable' },
  { do: 'refuse', status: 408, code: 'timeout' },
  { do: 'refuse', status: 425, code: 'too_early' },
  { do: 'cut' }
];

/** The remote fails once, twice or three times in ways that pass, then works. */
export const transientThenSuccess = defineScenario<DispatchPlan, OutboxState>({
  name: 'transient-then-success',
  proves: 'A dispatch that failed in passing is tried again until it succeeds, and then no more.',
  needs: ['remote'],

  plan: ({ random, sizes, prefix }) => ({
    cases: newPaidOrders(prefix, sizeOf(sizes, 'orders', 12), random).map((paidOrder, index) => ({
      paidOrder,
      // Every kind comes up, whatever the seed.
      steps: Array.from({ length: random.integer(1, 3) }, () => TRANSIENT[index % TRANSIENT.length]!),
      ends: 'Succeeded'
    }))
  }),
  drive: (plan, stage) => driveDispatches(plan, stage),
  observe: (plan, stage) => observeOutbox(paidOrdersOf(plan), stage),
  check: (plan, history, state) => [
    ...checkDispatches(plan, history, state),
    ...checkAttemptCounts(history, expectedAttempts(plan))
  ]
});

/** One attempt for each step, and one that succeeds. */
export function expectedAttempts({ cases }: DispatchPlan): Map<string, number> {
  return new Map(
    cases.map(({ paidOrder, steps, ends }) => [paidOrder.dispatchKey, steps.length + (ends === 'Succeeded' ? 1 : 0)])
  );
}

/** As many attempts as the remote's answers ask for, not one more: a success is not repeated, a failure not forgotten. */
export function checkAttemptCounts(history: readonly Entry[], expected: ReadonlyMap<string, number>): Finding[] {
  const attempts = groupByKey(remoteAttemptsOf(history));
  return [...expected].flatMap(([key, count]): Finding[] => {
    const own = attempts.get(key) ?? [];
    if (own.length === count || own.length === 0) return [];
    return [
      {
        checker: 'attempt-counts',
        kind: own.length > count ? 'violation' : 'inconclusive',
        key,
        message: `${own.length} attempts arrived, ${count} were to be made.`,
        evidence: entriesOf(own.map(({ operation }) => operation))
      }
    ];
  });
}
