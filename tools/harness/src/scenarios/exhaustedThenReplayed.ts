import type { Finding } from '../checkers/finding.js';
import { checkReplayed, type OperatorReplays } from '../checkers/replays.js';
import { entriesOf, operationsByKey, type Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { observeOutbox, replayDispatches, settleDispatches, type OutboxState } from '../workload/outbox.js';
import { commonPrefixOf, newPaidOrders, sendPaidOrders } from '../workload/paidOrders.js';
import { Remote } from '../workload/remote.js';
import {
  checkDispatches,
  MOST_ATTEMPTS,
  paidOrdersOf,
  type DispatchCase,
  type DispatchPlan
} from './dispatchScenario.js';
import { defineScenario } from './scenario.js';
import { checkAttemptCounts, expectedAttempts } from './transientThenSuccess.js';

interface Plan extends DispatchPlan {
  /** Those that an operator replays; the others stay as they are. */
  readonly replayed: readonly DispatchCase[];
  readonly reason: string;
}

interface State extends OutboxState, OperatorReplays {}

/** Subject of the remarks that tell the state of a dispatch before any operator came. */
const BEFORE_REPLAY = 'before-replay';

/** The remote is down for longer than any retry lasts; later an operator replays some of what was given up. */
export const exhaustedThenReplayed = defineScenario<Plan, State>({
  name: 'exhausted-then-replayed',
  proves:
    'A dispatch is given up visibly after its last attempt; an operator replays it with a reason, under its original key, and it succeeds.',
  needs: ['remote'],

  plan: ({ random, sizes, prefix }) => {
    const down = Array.from({ length: MOST_ATTEMPTS }, () => ({ do: 'refuse', status: 503, code: 'down' }) as const);
    const orders = newPaidOrders(prefix, sizeOf(sizes, 'orders', 4), random);
    const isReplayed = (index: number): boolean => index % 2 === 0;
    const cases = orders.map((paidOrder, index): DispatchCase => {
      return { paidOrder, steps: down, ends: isReplayed(index) ? 'Succeeded' : 'Exhausted' };
    });
    return {
      cases,
      replayed: cases.filter((_, index) => isReplayed(index)),
      reason: `The remote is back (incident ${random.integer(1000, 9999)})`
    };
  },

  async drive(plan, stage) {
    const { cases, replayed, reason } = plan;
    await Remote.during(stage, commonPrefixOf(paidOrdersOf(plan)), async (remote) => {
      const paidOrders = paidOrdersOf(plan);
      await remote.service.plan(cases.map(({ paidOrder, steps }) => ({ key: paidOrder.dispatchKey, steps })));
      stage.progress(`${paidOrders.length} paid orders, the remote is down`);
      await sendPaidOrders(paidOrders, stage);
      await settleDispatches({ paidOrders }, stage, remote);
      for (const { key, status } of (await observeOutbox(paidOrders, stage)).dispatches) {
        stage.recorder.remark(BEFORE_REPLAY, { status }, key);
      }
      stage.progress(`${replayed.length} replayed by an operator`);
      await replayDispatches(
        replayed.map(({ paidOrder }) => paidOrder.dispatchKey),
        reason,
        stage.admin
      );
      await settleDispatches({ paidOrders }, stage, remote);
    });
  },

  async observe(plan, stage) {
    return { ...(await observeOutbox(paidOrdersOf(plan), stage)), operator: stage.admin.session.username };
  },

  check(plan, history, state) {
    const replayedKeys = new Set(plan.replayed.map(({ paidOrder }) => paidOrder.dispatchKey));
    const done = new Set(state.dispatches.flatMap(({ key, status }) => (status === 'Succeeded' ? [key] : [])));
    return [
      ...checkDispatches(plan, history, state, (key) => (replayedKeys.has(key) ? 2 : 1)),
      ...checkAttemptCounts(history, expectedAttempts(plan)),
      ...checkGivenUp(plan, history),
      ...checkReplayed([...replayedKeys], done, { kind: 'Dispatch', reason: plan.reason }, state)
    ];
  }
});

/** Before the operator came, every dispatch had been given up after the attempts that are allowed. */
function checkGivenUp({ cases }: Plan, history: readonly Entry[]): Finding[] {
  const before = new Map(
    history.flatMap((entry) =>
      entry.kind === 'remark' && entry.subject === BEFORE_REPLAY ? [[entry.key, entry.detail.status] as const] : []
    )
  );
  const operations = operationsByKey(history);
  return cases.flatMap(({ paidOrder: { dispatchKey: key } }): Finding[] => {
    const status = before.get(key);
    if (status === 'Exhausted') return [];
    return [
      {
        checker: 'given-up',
        kind: status === undefined ? 'inconclusive' : 'violation',
        key,
        message: `After ${MOST_ATTEMPTS} failures the dispatch was ${status ?? 'not looked at'}, not Exhausted.`,
        evidence: entriesOf(operations.get(key) ?? [])
      }
    ];
  });
}
