import { checkCommandsDone } from '../checkers/commands.js';
import type { Finding } from '../checkers/finding.js';
import { checkConflictsCounted } from '../checkers/ledger.js';
import { checkConflictsRefused, checkEffectsAreTheWinners } from '../checkers/outcomes.js';
import { operationsByKey, type Entry, type Operation } from '../history/entry.js';
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

/** One key with two contents. */
interface Contest {
  readonly first: Order;
  readonly other: Order;
}

interface Plan {
  /** The first content is done before the other arrives. */
  readonly afterwards: readonly Contest[];
  /** Both arrive while nothing is done yet. */
  readonly meanwhile: readonly Contest[];
  /** Attempts for each content of a contest that takes place meanwhile. */
  readonly crowd: number;
}

/** A key is used again with other content: after its command is done, and while it is still being done. */
export const sameKeyOtherPayload = defineScenario<Plan, OrderState>({
  name: 'same-key-other-payload',
  proves: 'The same key with other content is refused and changes nothing, also while the first is in progress.',

  plan: ({ random, sizes, prefix }) => {
    const contest = (number: number): Contest => {
      const first = newOrder(prefix, number, random);
      return { first, other: withAmount(first, first.amount + random.integer(1, 500)) };
    };
    const afterwards = sizeOf(sizes, 'afterwards', 20);
    return {
      afterwards: Array.from({ length: afterwards }, (_, number) => contest(number)),
      meanwhile: Array.from({ length: sizeOf(sizes, 'meanwhile', 5) }, (_, number) => contest(afterwards + number)),
      crowd: sizeOf(sizes, 'crowd', 5)
    };
  },

  async drive({ afterwards, meanwhile, crowd }, { caller, recorder, latency, concurrency, signal, progress }) {
    const client = new CommandClient({
      session: caller,
      recorder,
      latency,
      connections: Math.max(concurrency, 2 * crowd),
      signal
    });
    try {
      progress(`${afterwards.length} keys, other content afterwards`);
      await runLimited(
        Math.min(concurrency, 8),
        afterwards.map(({ first, other }, index) => async () => {
          await client.settle(first, index);
          await client.settle(other, index);
          await client.settle(first, index);
        })
      );
      for (const [number, { first, other }] of meanwhile.entries()) {
        if (signal.aborted) return;
        progress(`key ${number + 1} of ${meanwhile.length}, two contents at once`);
        await Promise.all(
          Array.from({ length: 2 * crowd }, (_, index) => client.settle(index % 2 === 0 ? first : other, index))
        );
      }
    } finally {
      await client.close();
    }
  },

  observe: ({ afterwards, meanwhile }, { admin }) =>
    observeOrders(
      [...afterwards, ...meanwhile].map(({ first }) => first),
      admin
    ),

  check({ afterwards, meanwhile }, history, { effects, ledger }) {
    const contents = [...afterwards, ...meanwhile].flatMap(({ first, other }) => [first, other]);
    return [
      ...checkConflictsRefused(history),
      ...checkEffectsAreTheWinners(history, effects, expectedOrders(contents)),
      ...checkConflictsCounted(history, ledger),
      ...checkCommandsDone(history, effects, ledger),
      ...checkMetInProgress(
        history,
        meanwhile.map(({ first }) => first.key)
      )
    ];
  }
});

/** At least one conflict was sent before the attempt that won its key had been answered. */
export function checkMetInProgress(history: readonly Entry[], keys: readonly string[]): Finding[] {
  const operations = operationsByKey(history);
  const met = keys.some((key) => {
    const own = operations.get(key) ?? [];
    const winner = own.find(({ completion }) => completion?.kind === 'ok' && completion.replayed !== true);
    return winner !== undefined && own.some((operation) => isConflictDuring(winner, operation));
  });
  if (met || keys.length === 0) return [];
  return [
    {
      checker: 'met-in-progress',
      kind: 'inconclusive',
      message: 'No conflict arrived while the first command was in progress; nothing is proved about that case.',
      evidence: []
    }
  ];
}

function isConflictDuring(winner: Operation, operation: Operation): boolean {
  return (
    operation.completion?.code === 'IDEMPOTENCY_CONFLICT' &&
    operation.invocation.at < (winner.completion?.at ?? 0) &&
    operation.completion.at > winner.invocation.at
  );
}
