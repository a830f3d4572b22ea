import { checkCommandsDone } from '../checkers/commands.js';
import type { Finding } from '../checkers/finding.js';
import { checkEffectsAreTheWinners } from '../checkers/outcomes.js';
import { PASS, type Fault, type FaultPlan } from '../faults/fault.js';
import { FaultProxy } from '../faults/proxy.js';
import { entriesOf, operationsByKey, type Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import type { Random } from '../run/random.js';
import { CommandClient } from '../workload/commandClient.js';
import { runLimited } from '../workload/concurrency.js';
import { expectedOrders, newOrder, observeOrders, type Order, type OrderState } from '../workload/orders.js';
import { defineScenario } from './scenario.js';

interface Plan {
  readonly orders: readonly Order[];
  /** What happens to the first answers of each key, in order; later ones pass. */
  readonly faults: ReadonlyMap<string, readonly Fault[]>;
}

/** The org commits and answers, but the connection is cut before the caller hears of it; the caller tries again. */
export const responseLostAfterCommit = defineScenario<Plan, OrderState>({
  name: 'response-lost-after-commit',
  proves: 'A command whose answer was lost after the commit is done once, and a retry gets the stored answer.',

  plan: ({ random, sizes, prefix }) => {
    const orders = Array.from({ length: sizeOf(sizes, 'commands', 40) }, (_, number) =>
      newOrder(prefix, number, random)
    );
    return { orders, faults: new Map(orders.map((order) => [order.key, faultsFor(random)])) };
  },

  async drive({ orders, faults }, { org, caller, recorder, latency, concurrency, signal, progress }) {
    const plan: FaultPlan = ({ key, occurrence }) => faults.get(key)?.[occurrence - 1] ?? PASS;
    const proxy = await FaultProxy.start({
      upstream: org.admin.instanceUrl,
      plan,
      onRequest: ({ key, occurrence, fault, upstreamStatus }) =>
        recorder.remark(
          'fault',
          { fault, occurrence, ...(upstreamStatus === undefined ? {} : { upstreamStatus }) },
          key
        )
    });
    const client = new CommandClient({
      session: caller,
      recorder,
      latency,
      connections: concurrency,
      origin: proxy.url,
      signal
    });
    try {
      progress(`${orders.length} commands, answers are lost`);
      await runLimited(
        Math.min(concurrency, 8),
        orders.map((order, index) => () => client.settle(order, index))
      );
    } finally {
      await client.close();
      await proxy.stop();
    }
  },

  observe: ({ orders }, { admin }) => observeOrders(orders, admin),

  check({ orders }, history, { effects, ledger }) {
    return [
      ...checkCommandsDone(history, effects, ledger),
      ...checkEffectsAreTheWinners(history, effects, expectedOrders(orders)),
      ...checkLostAnswersReplayed(history)
    ];
  }
});

/** Most answers are lost once, some twice, some in the middle of the body; a few requests never arrive. */
function faultsFor(random: Random): Fault[] {
  const lost: Fault = { kind: 'drop-response' };
  const cut: Fault = { kind: 'cut-mid-body' };
  const never: Fault = { kind: 'drop-request' };
  return random.pick([[lost], [lost], [lost, lost], [cut], [lost, cut], [never, lost]]);
}

/**
 * Where the org had answered with success and the answer was lost, the attempt that got through is told that it is a
 * replay; and that case did come up.
 */
export function checkLostAnswersReplayed(history: readonly Entry[]): Finding[] {
  const committed = new Set(
    history.flatMap((entry) =>
      entry.kind === 'remark' &&
      entry.subject === 'fault' &&
      (entry.detail.fault === 'drop-response' || entry.detail.fault === 'cut-mid-body') &&
      (entry.detail.upstreamStatus === 200 || entry.detail.upstreamStatus === 201)
        ? [entry.key]
        : []
    )
  );
  const findings: Finding[] = [];
  for (const [key, operations] of operationsByKey(history)) {
    const success = operations.find((operation) => operation.completion?.kind === 'ok');
    if (!committed.has(key) || success === undefined || success.completion?.replayed === true) continue;
    findings.push({
      checker: 'lost-answers-replayed',
      kind: 'violation',
      key,
      message: 'The org had done the command and its answer was lost, but the retry was answered as the first attempt.',
      evidence: entriesOf(operations)
    });
  }
  if (committed.size > 0) return findings;
  return [
    {
      checker: 'lost-answers-replayed',
      kind: 'inconclusive',
      message: 'No answer was lost after a commit; nothing is proved.',
      evidence: []
    }
  ];
}
