import { checkBodiesInContract } from '../checkers/bodies.js';
import {
  checkNoUnaskedEffects,
  checkOneEffectPerKey,
  countDuplicateEffects,
  type Effect
} from '../checkers/effects.js';
import type { Finding } from '../checkers/finding.js';
import { checkLeases, checkLeasesSeen } from '../checkers/leases.js';
import { checkAnswersInContract, checkEveryKeySettled, checkOneOutcomePerKey } from '../checkers/outcomes.js';
import { entriesOf, operationsByKey, type Entry } from '../history/entry.js';
import { tenantOf } from '../org/callers.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient } from '../workload/commandClient.js';
import { LeaseWorkers, LEASE_SEEN, type LeaseState } from '../workload/leaseWorkers.js';
import { createPayments, newRefund, observeRefunds, PAYMENT_CENTS, type Refund } from '../workload/refunds.js';
import { defineScenario, type Observation } from './scenario.js';

interface Plan {
  readonly prefix: string;
  readonly refunds: readonly Refund[];
  readonly reason: string;
  readonly settleLimitMs: number;
}

/** A line of the audit. */
interface Replay {
  readonly workKey: string;
  readonly reason: string;
  readonly operator: string;
}

interface State extends Observation {
  readonly effects: readonly Effect[];
  readonly leases: readonly LeaseState[];
  readonly replays: readonly Replay[];
  /** Username of who replayed. */
  readonly operator: string;
}

const EXHAUSTED = 'when its attempts were used up';
const MOST_ATTEMPTS = 20;

/**
 * Commands use up their attempts, and the caller is told to wait for a person. An operator replays them with a reason;
 * then they are done, under the key that the caller still uses.
 */
export const operatorReplay = defineScenario<Plan, State>({
  name: 'operator-replay',
  proves: 'An operator replay runs a command under its own key, once, and records who asked for it and why.',

  plan: ({ random, sizes, prefix }) => ({
    prefix,
    refunds: Array.from({ length: sizeOf(sizes, 'commands', 5) }, (_, number) =>
      newRefund(prefix, number, random.integer(100, PAYMENT_CENTS / 4))
    ),
    reason: `The bank was closed (${prefix}).`,
    settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
  }),

  async drive({ prefix, refunds, reason, settleLimitMs }, stage) {
    const { admin, caller, concurrency, latency, recorder, signal, progress } = stage;
    const workers = new LeaseWorkers(prefix, admin);
    const client = new CommandClient({ session: caller, recorder, latency, connections: concurrency, signal });
    const askAgain = (): Promise<unknown> =>
      Promise.all(refunds.map((refund, index) => client.attempt(refund, index + 1)));
    try {
      progress(`${refunds.length} commands use up their attempts`);
      await createPayments(refunds, admin);
      await workers.accept(refunds, await tenantOf(caller, admin));
      for (let epoch = 1; epoch <= MOST_ATTEMPTS; epoch += 1) {
        await workers.claim();
        await workers.giveUp(epoch);
        if ((await workers.leases()).every(({ status }) => status === 'Exhausted')) break;
        await workers.makeDue();
      }
      for (const { key, ...state } of await workers.leases()) {
        recorder.remark(LEASE_SEEN, { when: EXHAUSTED, ...state }, key);
      }
      await askAgain();
      progress('an operator replays them');
      await workers.replay(reason);
      await workers.sweep();
      await workers.waitFor(['Succeeded'], refunds.length, settleLimitMs, signal);
      await askAgain();
    } finally {
      await client.close();
    }
  },

  async observe({ prefix, refunds }, { admin }) {
    const effects = await observeRefunds(refunds, admin);
    const rows = await admin.query(
      `SELECT Work_Key__c, Reason__c, CreatedBy.Username FROM Replay__c WHERE Work_Key__c LIKE '%:refund-payment:${prefix}:%'`
    );
    return {
      effects,
      leases: await new LeaseWorkers(prefix, admin).leases(),
      duplicateEffects: countDuplicateEffects(effects),
      operator: admin.session.username,
      replays: rows.map((row) => ({
        workKey: String(row.Work_Key__c),
        reason: String(row.Reason__c),
        operator: String((row.CreatedBy as { Username?: unknown } | null)?.Username)
      }))
    };
  },

  check({ refunds, reason }, history, { effects, leases, replays, operator }) {
    const keys = refunds.map(({ key }) => key);
    const done = leases.flatMap(({ key, status }) => (status === 'Succeeded' ? [key] : []));
    return [
      ...checkLeasesSeen(keys, history, EXHAUSTED, { status: 'Exhausted' }),
      ...checkLeases(keys, leases, { status: 'Succeeded', attempts: 1 }),
      ...checkToldToWait(keys, history),
      ...checkAudited(done, replays, reason, operator),
      ...checkOneEffectPerKey(history, effects),
      ...checkNoUnaskedEffects(history, effects),
      ...checkOneOutcomePerKey(history),
      ...checkEveryKeySettled(history),
      ...checkAnswersInContract(history),
      ...checkBodiesInContract(history)
    ];
  }
});

/** The caller was told that a person has to decide, and later got the outcome under the same key. */
export function checkToldToWait(keys: readonly string[], history: readonly Entry[]): Finding[] {
  const operations = operationsByKey(history);
  return keys.flatMap((key): Finding[] => {
    const own = operations.get(key) ?? [];
    const [before, after] = [own[0]?.completion, own.at(-1)?.completion];
    if (before?.code === 'ATTEMPTS_EXHAUSTED' && after?.code === 'COMPLETED' && after.replayed === true) return [];
    const unknown = before?.kind === 'unknown' || after?.kind === 'unknown' || own.length < 2;
    return [
      {
        checker: 'told-to-wait',
        kind: unknown ? 'inconclusive' : 'violation',
        key,
        message: `The caller got ${before?.code ?? 'no answer'} before and ${after?.code ?? 'no answer'} after the replay, not ATTEMPTS_EXHAUSTED and the stored outcome.`,
        evidence: entriesOf(own)
      }
    ];
  });
}

/** The audit names each command by its key, with who replayed it and why. */
export function checkAudited(
  keys: readonly string[],
  replays: readonly Replay[],
  reason: string,
  operator: string
): Finding[] {
  return keys.flatMap((key): Finding[] => {
    const own = replays.filter(({ workKey }) => workKey.endsWith(`:${key}`));
    const [replay] = own;
    if (own.length === 1 && replay?.reason === reason && replay.operator === operator) return [];
    const message =
      replay === undefined
        ? 'Nothing records the replay.'
        : own.length > 1
          ? `One replay is recorded ${own.length} times.`
          : `The replay is recorded as by ${replay.operator}, because: ${replay.reason}`;
    return [{ checker: 'audited', kind: 'violation', key, message, evidence: [] }];
  });
}
