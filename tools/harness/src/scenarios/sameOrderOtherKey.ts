import { checkBodiesInContract } from '../checkers/bodies.js';
import { checkNoUnaskedEffects, countDuplicateEffects, type Effect } from '../checkers/effects.js';
import type { Finding } from '../checkers/finding.js';
import { checkLedger } from '../checkers/ledger.js';
import { checkAnswersInContract, checkOneOutcomePerKey } from '../checkers/outcomes.js';
import { entriesOf, operationsByKey, type Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient } from '../workload/commandClient.js';
import { newOrder, observeOrders, withAmount, type Order, type OrderState } from '../workload/orders.js';
import { defineScenario } from './scenario.js';

interface Plan {
  /** Orders that different callers create under keys of their own, each for another amount. */
  readonly contests: readonly (readonly Order[])[];
}

/**
 * Several callers create one and the same order, each with a key of its own. The unique field that refuses all but one is
 * the order's, not the ledger's: a refusal that must not be taken for a duplicate of a key.
 */
export const sameOrderOtherKey = defineScenario<Plan, OrderState>({
  name: 'same-order-other-key',
  proves: 'A unique value that another command holds is a rejection, never the outcome of a duplicate.',

  plan: ({ random, sizes, prefix }) => ({
    contests: Array.from({ length: sizeOf(sizes, 'orders', 5) }, (_, number) => {
      const order = newOrder(prefix, number, random);
      return Array.from({ length: sizeOf(sizes, 'callers', 4) }, (__, index) => ({
        ...withAmount(order, order.amount + index),
        key: order.key.replace(/:(\d+)$/, `:caller${index}-$1`)
      }));
    })
  }),

  async drive({ contests }, { caller, recorder, latency, concurrency, signal, progress }) {
    const client = new CommandClient({ session: caller, recorder, latency, connections: concurrency, signal });
    try {
      progress(`${contests.length} orders, each created by several callers`);
      for (const contest of contests) {
        await Promise.all(contest.map((order, index) => client.settle(order, index)));
        // Once more, when everything has ended.
        await Promise.all(contest.map((order, index) => client.settle(order, index)));
      }
    } finally {
      await client.close();
    }
  },

  async observe({ contests }, { admin }) {
    // The keys differ before their numbers, so each caller's orders are observed for themselves.
    const columns = (contests[0] ?? []).map((_, index) => contests.map((contest) => contest[index]!));
    const states = await Promise.all(columns.map((orders) => observeOrders(orders, admin)));
    const [first] = states;
    return {
      // Every caller sees the same records.
      effects: first?.effects ?? [],
      duplicateEffects: countDuplicateEffects(first?.effects ?? []),
      ledger: states.flatMap((state) => state.ledger)
    };
  },

  check({ contests }, history, { effects, ledger }) {
    const firstKeys = new Map(contests.map((contest) => [contest[0]!.key, contest]));
    const owned = effects.flatMap((effect): Effect[] => {
      const winner = firstKeys.get(effect.key)?.find(({ key }) => hasSucceeded(history, key));
      return winner === undefined ? [] : [{ ...effect, key: winner.key }];
    });
    return [
      ...contests.flatMap((contest) => checkOneWinner(contest, history, effects)),
      ...checkEveryContestRan(contests, history),
      ...checkNoUnaskedEffects(history, owned),
      ...checkOneOutcomePerKey(history),
      ...checkLedger(history, ledger),
      ...checkAnswersInContract(history),
      ...checkBodiesInContract(history)
    ];
  }
});

function hasSucceeded(history: readonly Entry[], key: string): boolean {
  return (
    operationsByKey(history)
      .get(key)
      ?.some(({ completion }) => completion?.kind === 'ok') === true
  );
}

/** Every order was made by one of its callers; otherwise there was no contest. */
export function checkEveryContestRan(contests: readonly (readonly Order[])[], history: readonly Entry[]): Finding[] {
  return contests
    .filter((contest) => !contest.some(({ key }) => hasSucceeded(history, key)))
    .map((contest) => ({
      checker: 'one-winner',
      kind: 'inconclusive',
      key: contest[0]!.orderNumber,
      message: 'No caller is known to have made the order; nothing is proved.',
      evidence: []
    }));
}

/** One of the callers succeeded, the others were rejected, and the record is what the winner asked for. */
export function checkOneWinner(
  contest: readonly Order[],
  history: readonly Entry[],
  effects: readonly Effect[]
): Finding[] {
  const operations = operationsByKey(history);
  const own = contest.map(({ key }) => operations.get(key) ?? []);
  const winners = own.filter((attempts) => attempts.some(({ completion }) => completion?.kind === 'ok'));
  const [first] = contest;
  const violation = (message: string): Finding => ({
    checker: 'one-winner',
    kind: 'violation',
    key: first!.orderNumber,
    message,
    evidence: entriesOf(winners.flatMap((attempts) => attempts.slice(0, 1)))
  });
  if (winners.length > 1) return [violation(`${winners.length} commands with different keys claim to have made it.`)];
  const refused = own.flat().find(({ completion }) => completion?.kind === 'fail' && completion.code !== 'REJECTED');
  if (refused !== undefined) return [violation(`A caller was refused with ${refused.completion?.code}, not REJECTED.`)];
  const winner = contest.find((_, index) => own[index] === winners[0]);
  const record = effects.find((effect) => effect.key === first!.key);
  if (winner === undefined) return [];
  return record?.fields.Total_Amount__c === winner.amount / 100
    ? []
    : [
        violation(
          `The order has the amount ${String(record?.fields.Total_Amount__c)}, not that of the command that made it.`
        )
      ];
}
