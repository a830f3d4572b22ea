import { checkBodiesInContract } from '../checkers/bodies.js';
import { checkNoUnaskedEffects, checkOneEffectPerKey } from '../checkers/effects.js';
import type { Finding } from '../checkers/finding.js';
import { checkLeases, checkLeasesSeen } from '../checkers/leases.js';
import { checkAnswersInContract, checkEveryKeySettled, checkOneOutcomePerKey } from '../checkers/outcomes.js';
import { checkReplayed, type OperatorReplays } from '../checkers/replays.js';
import { entriesOf, operationsByKey, type Entry } from '../history/entry.js';
import { tenantOf } from '../org/callers.js';
import { sizeOf } from '../run/profile.js';
import { newRefunds } from '../workload/refunds.js';
import { readReplays } from '../workload/replays.js';
import {
  keysOf,
  observeLeasedRefunds,
  withAcceptedRefunds,
  type LeasedRefunds,
  type LeasedRefundsState
} from './leasedRefunds.js';
import { defineScenario } from './scenario.js';

interface Plan extends LeasedRefunds {
  readonly reason: string;
  readonly settleLimitMs: number;
}

interface State extends LeasedRefundsState, OperatorReplays {
  /** Begins the keys of the work, as the audit names them. */
  readonly workPrefix: string;
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
    refunds: newRefunds(prefix, sizeOf(sizes, 'commands', 5), random),
    reason: `The bank was closed (${prefix}).`,
    settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
  }),

  async drive(plan, stage) {
    const { refunds, reason, settleLimitMs } = plan;
    stage.progress(`${refunds.length} commands use up their attempts`);
    await withAcceptedRefunds(plan, stage, async ({ workers, look, askAgain }) => {
      for (let epoch = 1; epoch <= MOST_ATTEMPTS; epoch += 1) {
        await workers.claim();
        await workers.giveUp(epoch);
        if ((await workers.leases()).every(({ status }) => status === 'Exhausted')) break;
        await workers.makeDue();
      }
      await look(EXHAUSTED);
      await askAgain();
      stage.progress('an operator replays them');
      await workers.replay(reason);
      await workers.sweep();
      await workers.waitFor(['Succeeded'], refunds.length, settleLimitMs, stage.signal);
      await askAgain();
    });
  },

  async observe(plan, stage) {
    const { admin, caller } = stage;
    const workPrefix = `${await tenantOf(caller, admin)}:refund-payment:`;
    return {
      ...(await observeLeasedRefunds(plan, stage)),
      workPrefix,
      operator: admin.session.username,
      replays: await readReplays(`LIKE '${workPrefix}${plan.prefix}:%'`, admin)
    };
  },

  check(plan, history, state) {
    const { effects, leases, workPrefix } = state;
    const keys = keysOf(plan);
    const done = new Set(leases.flatMap(({ key, status }) => (status === 'Succeeded' ? [`${workPrefix}${key}`] : [])));
    return [
      ...checkLeasesSeen(keys, history, EXHAUSTED, { status: 'Exhausted' }),
      ...checkLeases(keys, leases, { status: 'Succeeded', attempts: 1 }),
      ...checkToldToWait(keys, history),
      ...checkReplayed(
        keys.map((key) => `${workPrefix}${key}`),
        done,
        { kind: 'Command', reason: plan.reason },
        state
      ),
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
