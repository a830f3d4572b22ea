import { checkBodiesInContract } from '../checkers/bodies.js';
import { checkAcknowledgedWorkIsThere, checkOneEffectPerKey } from '../checkers/effects.js';
import type { Finding } from '../checkers/finding.js';
import { checkLedger } from '../checkers/ledger.js';
import { checkAnswersInContract, checkEveryKeySucceeds, checkOneOutcomePerKey } from '../checkers/outcomes.js';
import { entriesOf, operationsByKey, type Entry } from '../history/entry.js';
import { apexString, runAnonymous } from '../org/anonymousApex.js';
import type { RestClient } from '../org/restClient.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient } from '../workload/commandClient.js';
import { runLimited } from '../workload/concurrency.js';
import { waitForRows } from '../workload/waiting.js';
import { newOrder, observeOrders, type Order, type OrderState } from '../workload/orders.js';
import { defineScenario } from './scenario.js';

interface Plan {
  /** Done, and still within the time that the contract publishes. */
  readonly kept: readonly Order[];
  /** Done, and past it. */
  readonly expired: readonly Order[];
  readonly settleLimitMs: number;
}

interface State extends OrderState {
  /** Keys of expired commands that the ledger still knows. */
  readonly leftovers: readonly string[];
}

const YEAR_SECONDS = 365 * 86_400;

/**
 * Retention runs while some commands are past the time for which their key is kept and others are not, one of them by a
 * minute only. Duplicates of the others still get the stored outcome.
 */
export const retentionKeepsValid = defineScenario<Plan, State>({
  name: 'retention-keeps-valid',
  proves: 'Retention removes what has expired and never lets a command run again whose key is still kept.',

  plan: ({ random, sizes, prefix }) => {
    const orders = (name: string): Order[] =>
      Array.from({ length: sizeOf(sizes, 'commands', 5) }, (_, number) =>
        newOrder(`${prefix}-${name}`, number, random)
      );
    return { kept: orders('k'), expired: orders('x'), settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000) };
  },

  async drive({ kept, expired, settleLimitMs }, stage) {
    const { admin, caller, concurrency, latency, recorder, signal, progress } = stage;
    const client = new CommandClient({ session: caller, recorder, latency, connections: concurrency, signal });
    const sendAll = (orders: readonly Order[]): Promise<void> =>
      runLimited(
        Math.min(concurrency, 8),
        orders.map((order, index) => () => client.settle(order, index))
      );
    try {
      progress(`${kept.length + expired.length} commands`);
      await sendAll([...kept, ...expired]);
      await retainFor(kept, [60, YEAR_SECONDS], admin);
      await retainFor(expired, [-60, -YEAR_SECONDS], admin);
      progress('retention runs');
      await runAnonymous(admin, 'Database.executeBatch(new CommandRetentionJob(), 100);');
      await waitForRows(admin, rowsOf(expired), 0, settleLimitMs, signal);
      await sendAll(kept);
    } finally {
      await client.close();
    }
  },

  async observe({ kept, expired }, { admin }) {
    const rows = await admin.query(`SELECT Idempotency_Key__c ${rowsOf(expired)}`);
    return {
      ...(await observeOrders(kept, admin)),
      leftovers: rows.map((row) => String(row.Idempotency_Key__c))
    };
  },

  check({ kept, expired }, history, { effects, ledger, leftovers }) {
    const ofKept = entriesOf(kept.flatMap(({ key }) => operationsByKey(history).get(key) ?? []));
    return [
      ...checkOneEffectPerKey(ofKept, effects),
      ...checkAcknowledgedWorkIsThere(ofKept, effects),
      ...checkLedger(ofKept, ledger),
      ...checkAskedAgain(kept, history),
      ...checkOneOutcomePerKey(history),
      ...checkEveryKeySucceeds(history),
      ...checkAnswersInContract(history),
      ...checkBodiesInContract(history),
      ...leftovers.map((key): Finding => ({
        checker: 'expired-removed',
        kind: 'inconclusive',
        key,
        message: `Retention has not removed one of ${expired.length} expired commands; whether it keeps the others is not proved.`,
        evidence: []
      }))
    ];
  }
});

/** Every command that is kept was asked for again after retention had run. */
export function checkAskedAgain(kept: readonly Order[], history: readonly Entry[]): Finding[] {
  const operations = operationsByKey(history);
  return kept.flatMap(({ key }): Finding[] => {
    const done = (operations.get(key) ?? []).filter(({ completion }) => completion?.kind === 'ok');
    if (done.length > 1) return [];
    const message = 'No duplicate was answered after retention had run; nothing is proved.';
    return [{ checker: 'asked-again', kind: 'inconclusive', key, message, evidence: entriesOf(done) }];
  });
}

/** Moves the ends of the times for which keys are kept, in turn to each of the distances from now, in seconds. */
async function retainFor(orders: readonly Order[], seconds: readonly number[], admin: RestClient): Promise<void> {
  await runAnonymous(
    admin,
    `List<Integer> seconds = new List<Integer>{ ${seconds.join(', ')} };
List<Integration_Request__c> rows = [SELECT Id ${rowsOf(orders)}];
for (Integer i = 0; i < rows.size(); i++) {
  rows[i].Retain_Until__c = System.now().addSeconds(seconds[Math.mod(i, seconds.size())]);
}
Database.update(rows, AccessLevel.SYSTEM_MODE);`
  );
}

function rowsOf(orders: readonly Order[]): string {
  const [first] = orders;
  return `FROM Integration_Request__c WHERE Idempotency_Key__c LIKE ${apexString(`${first?.key.replace(/\d+$/, '') ?? '-'}%`)}`;
}
