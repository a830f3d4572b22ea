import { checkCommandsDone } from '../checkers/commands.js';
import type { Finding } from '../checkers/finding.js';
import type { LedgerRow } from '../checkers/ledger.js';
import { checkEffectsAreTheWinners } from '../checkers/outcomes.js';
import { entriesOf, operationsByKey, type Entry } from '../history/entry.js';
import { LocalHooks, type OrgFault } from '../org/localHooks.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient } from '../workload/commandClient.js';
import { runLimited } from '../workload/concurrency.js';
import {
  expectedOrders,
  newOrder,
  observeOrders,
  withAmount,
  type Order,
  type OrderState
} from '../workload/orders.js';
import { defineScenario } from './scenario.js';

interface Plan {
  readonly orders: readonly Order[];
  /** Other content under the key of an order, sent while its failure is stored. */
  readonly others: readonly Order[];
  /** How often each command fails before it succeeds. */
  readonly failures: number;
}

/** Subject of the remarks that tell what the ledger held after a failure; the key is that of the command. */
const AFTER_FAILURE = 'after-failure';

/** The insert of an order meets a lock that another transaction holds too long, as it does in a busy org. */
const BUSY: OrgFault = {
  at: 'statement',
  do: 'fail',
  error: 'lock',
  when: { statement: 'insert', object: 'order__c' },
  times: null
};

/** Commands fail in passing; the caller sends the same key again until they are done. */
export const retryableFailure = defineScenario<Plan, OrderState>({
  name: 'retryable-failure',
  proves:
    'A transient failure leaves no effect but keeps its key, bound to its content; a retry with the key succeeds.',
  needs: ['faults'],

  plan: ({ random, sizes, prefix }) => {
    const orders = Array.from({ length: sizeOf(sizes, 'commands', 10) }, (_, number) =>
      newOrder(prefix, number, random)
    );
    return {
      orders,
      others: orders.map((order) => withAmount(order, order.amount + random.integer(1, 500))),
      failures: sizeOf(sizes, 'failures', 2)
    };
  },

  async drive({ orders, others, failures }, stage) {
    const { caller, recorder, latency, concurrency, signal, progress } = stage;
    const client = new CommandClient({ session: caller, recorder, latency, connections: concurrency, signal });
    const sendAll = (commands: readonly Order[], send: (order: Order, index: number) => Promise<unknown>) =>
      runLimited(
        Math.min(concurrency, 8),
        commands.map((order, index) => () => send(order, index))
      );
    try {
      progress(`${orders.length} commands fail in passing`);
      await new LocalHooks(stage.admin).during([BUSY], async () => {
        for (let attempt = 1; attempt <= failures; attempt += 1) {
          await sendAll(orders, (order, index) => client.attempt(order, index, attempt));
        }
      });
      const { effects, ledger } = await observeOrders(orders, stage.admin);
      for (const { key, status } of ledger) {
        const own = effects.filter((effect) => effect.key === key).length;
        recorder.remark(AFTER_FAILURE, { status, effects: own }, key);
      }
      progress(`${orders.length} commands succeed`);
      await sendAll(others, (order, index) => client.attempt(order, index));
      for (let time = 1; time <= 2; time += 1) await sendAll(orders, (order, index) => client.settle(order, index));
    } finally {
      await client.close();
    }
  },

  observe: ({ orders }, { admin }) => observeOrders(orders, admin),

  check: ({ orders, others }, history, { effects, ledger }) => [
    ...checkKeptAfterFailure(
      orders.map(({ key }) => key),
      history
    ),
    ...checkCommandsDone(history, effects, ledger),
    ...checkEffectsAreTheWinners(history, effects, expectedOrders([...orders, ...others])),
    ...checkOthersRefused(history, orders)
  ]
});

/** While a command had failed in passing, its row said so, and nothing of it was there. */
export function checkKeptAfterFailure(keys: readonly string[], history: readonly Entry[]): Finding[] {
  const seen = new Map(
    history.flatMap((entry) =>
      entry.kind === 'remark' && entry.subject === AFTER_FAILURE ? [[entry.key, entry] as const] : []
    )
  );
  const operations = operationsByKey(history);
  return keys.flatMap((key): Finding[] => {
    const own = operations.get(key) ?? [];
    const failed = own.filter(({ completion }) => completion?.code === 'RETRYABLE_FAILURE');
    const finding = (kind: Finding['kind'], message: string): Finding[] => [
      { checker: 'kept-after-failure', kind, key, message, evidence: entriesOf(failed.length > 0 ? failed : own) }
    ];
    if (failed.length === 0) return finding('inconclusive', 'No attempt failed in passing; nothing is proved.');
    const remark = seen.get(key);
    if (remark === undefined) return finding('violation', 'After a transient failure the ledger did not know the key.');
    const status = remark.detail.status as LedgerRow['status'];
    if (status !== 'Retryable Failure') {
      return finding('violation', `After a transient failure the row was ${status}, not Retryable Failure.`);
    }
    return remark.detail.effects === 0 ? [] : finding('violation', 'A command that failed in passing left an effect.');
  });
}

/** A key whose command failed is bound to its content nonetheless. */
export function checkOthersRefused(history: readonly Entry[], orders: readonly Order[]): Finding[] {
  const operations = operationsByKey(history);
  return orders.flatMap(({ key }): Finding[] => {
    const own = operations.get(key) ?? [];
    const content = own[0]?.invocation.payloadDigest;
    const other = own.find(
      ({ invocation, completion }) =>
        invocation.payloadDigest !== content &&
        completion?.kind !== 'unknown' &&
        completion?.code !== 'IDEMPOTENCY_CONFLICT'
    );
    if (other === undefined) return [];
    return [
      {
        checker: 'others-refused',
        kind: 'violation',
        key,
        message: `Other content under the key of a failed command was answered with ${other.completion?.code}.`,
        evidence: entriesOf([other])
      }
    ];
  });
}
