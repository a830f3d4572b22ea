import { checkSameKeyOnEveryAttempt, checkSituationArose } from '../checkers/dispatches.js';
import { CONSISTENT, checkClassesFound, checkRepaired } from '../checkers/reconciliation.js';
import type { FindingRow, RemoteResource } from '../checkers/reconciliation.js';
import type { Step } from '../downstream/behaviour.js';
import type { Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { observeOutbox, settleDispatches, sweep, whileNobodySweeps, type OutboxState } from '../workload/outbox.js';
import { commonPrefixOf, newPaidOrders, sendPaidOrders, type PaidOrder } from '../workload/paidOrders.js';
import { approveRepairs, readFindings, startReconciliation } from '../workload/reconciliation.js';
import { Remote } from '../workload/remote.js';
import { MOST_ATTEMPTS } from './dispatchScenario.js';
import { defineScenario, type Stage } from './scenario.js';

const CLASSES = [CONSISTENT, 'Missing Downstream', 'Missing In Salesforce', 'Conflicting', 'Still Processing'] as const;
type Classification = (typeof CLASSES)[number];

interface Case {
  readonly paidOrder: PaidOrder;
  /** What the sides are made to disagree about. */
  readonly planted: Classification;
}

interface Plan {
  readonly cases: readonly Case[];
  readonly reason: string;
}

type State = OutboxState;

/** Subjects of the remarks that tell what a run had found, and what the remote had in the end. */
const FOUND = 'reconciliation-found';
const HAS = 'remote-has';
/** Longer than the window of the rule and any retry: what is unfinished then is overdue. */
const LONG_AFTER_MS = 3 * 3_600_000;

/** What the remote does at first with the work of each class. */
const STEPS: Readonly<Record<Classification, readonly Step[]>> = {
  [CONSISTENT]: [],
  'Missing Downstream': [],
  // Done by the first attempt, and given up because no answer said so.
  'Missing In Salesforce': Array.from({ length: MOST_ATTEMPTS }, () => ({ do: 'commit-then-fail', status: 502 })),
  Conflicting: [],
  // Due again in ten minutes, but nobody sweeps.
  'Still Processing': [{ do: 'refuse', status: 503, code: 'busy', retryAfterSeconds: 600 }]
};

/** Dispatches and remote are made to disagree in every way; runs find it, repair it, and then find nothing. */
export const reconciliationRepairs = defineScenario<Plan, State>({
  name: 'reconciliation-repairs',
  proves: 'Reconciliation finds each of the five classes, invents none, and repairs each once, until all sides agree.',
  needs: ['remote'],

  plan: ({ random, sizes, prefix }) => {
    const count = sizeOf(sizes, 'ofEachClass', 2);
    const planted = random.shuffle(CLASSES.flatMap((name) => Array.from({ length: count }, () => name)));
    const paidOrders = newPaidOrders(prefix, planted.length, random);
    return {
      cases: paidOrders.map((paidOrder, index) => ({ paidOrder, planted: planted[index]! })),
      reason: `Checked with the fulfilment team (case ${random.integer(1000, 9999)}).`
    };
  },

  async drive({ cases, reason }, stage) {
    const paidOrders = cases.map(({ paidOrder }) => paidOrder);
    const having = (...names: Classification[]): PaidOrder[] =>
      cases.filter(({ planted }) => names.includes(planted)).map(({ paidOrder }) => paidOrder);
    await Remote.during(stage, commonPrefixOf(paidOrders), async (remote) => {
      const { service } = remote;
      await service.plan(
        cases.map(({ paidOrder, planted }) => ({ key: paidOrder.dispatchKey, steps: STEPS[planted] }))
      );
      stage.progress(`${cases.length} paid orders`);
      const ending = having(CONSISTENT, 'Missing Downstream', 'Missing In Salesforce', 'Conflicting');
      await sendPaidOrders(ending, stage);
      await settleDispatches({ paidOrders: ending }, stage, remote);
      await whileNobodySweeps(stage.admin, async () => {
        await sendPaidOrders(having('Still Processing'), stage);
        await remote.org.drain();
        await sweep(stage.admin);
        await remote.org.drain();

        stage.progress('the sides are made to disagree');
        await service.forget('fulfillments', keysOf(having('Missing Downstream', 'Conflicting')));
        await service.plant(having('Conflicting').map((paidOrder) => redone(paidOrder)));

        stage.progress('reconciliation runs');
        await reconcile(1, paidOrders, stage, remote);
        await approveRepairs(keysOf(paidOrders), reason, stage.admin);
      });
      await settleDispatches({ paidOrders }, stage, remote);
      await reconcile(2, paidOrders, stage, remote);
      for (const { key, id } of await service.resources('fulfillments')) {
        if (keysOf(paidOrders).includes(key)) stage.recorder.remark(HAS, { id }, key);
      }
    });
  },

  async observe({ cases }, stage) {
    const state = await observeOutbox(
      cases.map(({ paidOrder }) => paidOrder),
      stage
    );
    // What the remote has forgotten in between is no duplicate.
    const resources = resourcesIn(stage.recorder.entries());
    return { ...state, duplicateEffects: resources.length - new Set(resources.map(({ key }) => key)).size };
  },

  check({ cases }, history, { dispatches }) {
    const expected = new Map(cases.map(({ paidOrder, planted }) => [paidOrder.dispatchKey, planted as string]));
    const arose = checkSituationArose(history, ['answer', 'commit-then-fail', 'refuse']);
    if (arose.length > 0) return arose;
    return [
      ...checkClassesFound(expected, foundBy(1, history)),
      ...checkRepaired(expected, foundBy(2, history), dispatches, resourcesIn(history)),
      ...checkSameKeyOnEveryAttempt(history, dispatches)
    ];
  }
});

/** Lets the window of the rule pass, runs, and writes down what the run has found about the scenario's work. */
async function reconcile(run: number, paidOrders: readonly PaidOrder[], { admin, recorder }: Stage, remote: Remote) {
  await remote.pass(LONG_AFTER_MS);
  await startReconciliation(admin);
  await remote.org.drain();
  for (const finding of await readFindings(`LIKE 'fulfil:${commonPrefixOf(paidOrders)}%'`, admin)) {
    const { workKey, classification, status, repairs } = finding;
    recorder.remark(FOUND, { run, classification, status, repairs }, workKey);
  }
}

/** The remote has lost the work and done it anew, so that its identifier is another. */
function redone({ order, dispatchKey }: PaidOrder) {
  const content = { orderNumber: order.orderNumber };
  return { kind: 'fulfillments', key: dispatchKey, entity: order.orderNumber, content };
}

function keysOf(paidOrders: readonly PaidOrder[]): string[] {
  return paidOrders.map(({ dispatchKey }) => dispatchKey);
}

function foundBy(run: number, history: readonly Entry[]): FindingRow[] {
  return history.flatMap((entry): FindingRow[] => {
    if (entry.kind !== 'remark' || entry.subject !== FOUND || entry.detail.run !== run) return [];
    const { classification, status, repairs } = entry.detail;
    return [
      {
        workKey: entry.key ?? '',
        classification: String(classification),
        status: String(status),
        repairs: Number(repairs)
      }
    ];
  });
}

function resourcesIn(history: readonly Entry[]): RemoteResource[] {
  return history.flatMap((entry): RemoteResource[] =>
    entry.kind === 'remark' && entry.subject === HAS ? [{ key: entry.key ?? '', id: String(entry.detail.id) }] : []
  );
}
