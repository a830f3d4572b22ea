import type { Finding } from '../checkers/finding.js';
import type { Step } from '../downstream/behaviour.js';
import type { Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { observeOutbox, WAITS, type OutboxState } from '../workload/outbox.js';
import { newPaidOrders } from '../workload/paidOrders.js';
import { checkDispatches, driveDispatches, paidOrdersOf, type DispatchPlan } from './dispatchScenario.js';
import { defineScenario } from './scenario.js';

type Refusal = Extract<Step, { readonly do: 'refuse' }>;

/** A date has whole seconds, so it may lie up to one before the time that was meant. Milliseconds. */
const DATE_TOLERANCE_MS = 1000;

/** The remote asks to be left alone: for seconds, or until a date, with 429 and 503. */
export const retryAfterHonoured = defineScenario<DispatchPlan, OutboxState>({
  name: 'retry-after-honoured',
  proves: 'No attempt is made before the time that the remote asked for, in seconds or as a date.',
  needs: ['remote'],

  plan: ({ random, sizes, prefix }) => ({
    cases: newPaidOrders(prefix, sizeOf(sizes, 'orders', 8), random).map((paidOrder, index) => ({
      paidOrder,
      steps: [
        {
          do: 'refuse',
          status: index % 4 < 2 ? 429 : 503,
          retryAfterSeconds: random.integer(120, 600),
          retryAfterAsDate: index % 2 === 1
        }
      ],
      ends: 'Succeeded'
    }))
  }),
  drive: (plan, stage) => driveDispatches(plan, stage),
  observe: (plan, stage) => observeOutbox(paidOrdersOf(plan), stage),
  check: (plan, history, state) => [...checkDispatches(plan, history, state), ...checkWaits(plan, history)]
});

/** Every refused attempt was followed by a wait as long as the remote had asked for. */
export function checkWaits({ cases }: DispatchPlan, history: readonly Entry[]): Finding[] {
  return cases.flatMap(({ paidOrder: { dispatchKey: key }, steps }): Finding[] => {
    const asked = Math.max(...steps.filter(isRefusal).map(askedMs));
    const waits = history.filter((entry) => entry.kind === 'remark' && entry.subject === WAITS && entry.key === key);
    const [first] = waits;
    const waited = first?.kind === 'remark' ? Number(first.detail.waitMs) : undefined;
    if (waited !== undefined && waited >= asked) return [];
    return [
      {
        checker: 'waits',
        kind: waited === undefined ? 'inconclusive' : 'violation',
        key,
        message:
          waited === undefined
            ? 'The dispatch was not seen waiting; nothing is proved about it.'
            : `The remote asked for ${asked} ms, but the next attempt was due after ${waited} ms.`,
        evidence: first === undefined ? [] : [first]
      }
    ];
  });
}

function isRefusal(step: Step): step is Refusal {
  return step.do === 'refuse';
}

function askedMs({ retryAfterSeconds = 0, retryAfterAsDate }: Refusal): number {
  return retryAfterSeconds * 1000 - (retryAfterAsDate === true ? DATE_TOLERANCE_MS : 0);
}
