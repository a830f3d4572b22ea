import { HEADERS, type AnswerCode } from '@retrysafe/contracts';
import { checkBodiesInContract } from '../checkers/bodies.js';
import type { Finding } from '../checkers/finding.js';
import { checkAnswersInContract } from '../checkers/outcomes.js';
import { entriesOf, operationsByKey, type Entry } from '../history/entry.js';
import { CommandClient, type Command } from '../workload/commandClient.js';
import { newOrder, observeOrders, type Order, type OrderState } from '../workload/orders.js';
import { defineScenario } from './scenario.js';

/** A request that must be refused, and how. */
export interface Mistake extends Order {
  readonly expected: AnswerCode;
}

interface Plan {
  readonly mistakes: readonly Mistake[];
}

const ATTEMPTS = 2;
const TOO_MANY_BYTES = 131_072 + 1;

/** Requests with one mistake each, twice: the answer names the mistake, and nothing is stored. */
export const invalidRequests = defineScenario<Plan, OrderState>({
  name: 'invalid-requests',
  proves: 'A request that is not valid gets its own answer every time and leaves no trace.',

  plan: ({ random, prefix }) => {
    let number = 0;
    const mistake = (expected: AnswerCode, change: Partial<Command>): Mistake => ({
      ...newOrder(prefix, (number += 1), random),
      ...change,
      expected
    });
    const keyed = (value: string | undefined): Partial<Command> => ({ headers: { [HEADERS.idempotencyKey]: value } });
    return {
      mistakes: [
        mistake('IDEMPOTENCY_KEY_MISSING', keyed(undefined)),
        ...['two words', 'a/b', '"open', 'k'.repeat(129)].map((value) =>
          mistake('IDEMPOTENCY_KEY_INVALID', keyed(value))
        ),
        ...['{', '[]', '"text"', '{}', '{"orderNumber":""}'].map((body) => mistake('INVALID_REQUEST', { body })),
        mistake('UNKNOWN_OPERATION', { operation: 'no-such-operation' }),
        mistake('UNSUPPORTED_MEDIA_TYPE', { headers: { 'content-type': 'text/plain' } }),
        mistake('PAYLOAD_TOO_LARGE', { body: JSON.stringify({ filling: 'x'.repeat(TOO_MANY_BYTES) }) })
      ]
    };
  },

  async drive({ mistakes }, { caller, recorder, latency, signal }) {
    const client = new CommandClient({ session: caller, recorder, latency, connections: 4, signal });
    try {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        for (const mistake of mistakes) await client.attempt(mistake, 1, attempt);
      }
    } finally {
      await client.close();
    }
  },

  observe: ({ mistakes }, { admin }) => observeOrders(mistakes, admin),

  check({ mistakes }, history, { effects, ledger }) {
    return [
      ...checkNamed(mistakes, history),
      ...checkAnswersInContract(history),
      ...checkBodiesInContract(history),
      ...[...effects, ...ledger].map(({ key }): Finding => ({
        checker: 'no-trace',
        kind: 'violation',
        key,
        message: 'A request that was refused left a record or a row in the ledger.',
        evidence: []
      }))
    ];
  }
});

/** Every attempt was answered as its mistake deserves. */
export function checkNamed(mistakes: readonly Mistake[], history: readonly Entry[]): Finding[] {
  const operations = operationsByKey(history);
  return mistakes.flatMap(({ key, expected }): Finding[] => {
    const own = operations.get(key) ?? [];
    const other = own.find(({ completion }) => completion?.code !== expected);
    if (own.length > 0 && other === undefined) return [];
    const { completion } = other ?? {};
    return [
      {
        checker: 'named',
        kind: completion?.code === undefined ? 'inconclusive' : 'violation',
        key,
        message: `Expected ${expected}, got ${completion?.status ?? 'no answer'} ${completion?.code ?? ''}.`,
        evidence: entriesOf(other === undefined ? [] : [other])
      }
    ];
  });
}
