import { checkBodiesInContract } from '../checkers/bodies.js';
import {
  checkAcknowledgedWorkIsThere,
  checkNoUnaskedEffects,
  checkOneEffectPerKey,
  countDuplicateEffects,
  type Effect
} from '../checkers/effects.js';
import { checkLeases, checkLeasesSeen } from '../checkers/leases.js';
import { checkAnswersInContract, checkEveryKeySucceeds, checkOneOutcomePerKey } from '../checkers/outcomes.js';
import { tenantOf } from '../org/callers.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient } from '../workload/commandClient.js';
import { runLimited } from '../workload/concurrency.js';
import { LEASE_SEEN, LeaseWorkers, type LeaseState } from '../workload/leaseWorkers.js';
import { createPayments, newRefund, observeRefunds, PAYMENT_CENTS, type Refund } from '../workload/refunds.js';
import { defineScenario, type Observation } from './scenario.js';

interface Plan {
  readonly prefix: string;
  readonly refunds: readonly Refund[];
  /** Attempts of the caller with each key once everything is over. */
  readonly duplicates: number;
}

interface State extends Observation {
  readonly effects: readonly Effect[];
  readonly leases: readonly LeaseState[];
}

const LATE_EPOCH = 1;
const CURRENT_EPOCH = 2;
/** What a late worker must leave as it is: the claim of its successor. */
const HELD = { status: 'Processing', epoch: CURRENT_EPOCH, attempts: CURRENT_EPOCH } as const;
const WHEN = ['after the late worker ran', 'after the late worker gave up'] as const;

/**
 * A worker claims commands and falls silent; their leases end and another worker claims them. Then the first one wakes
 * up: it tries to run what it holds no more, and its finalizer tries to report a failure, both before and after the
 * second worker has done the work.
 */
export const lateWorker = defineScenario<Plan, State>({
  name: 'late-worker',
  proves: 'A worker whose lease has been taken over changes nothing, however late it comes.',

  plan: ({ random, sizes, prefix }) => ({
    prefix,
    refunds: Array.from({ length: sizeOf(sizes, 'commands', 10) }, (_, number) =>
      newRefund(prefix, number, random.integer(100, PAYMENT_CENTS / 4))
    ),
    duplicates: sizeOf(sizes, 'duplicates', 3)
  }),

  async drive({ prefix, refunds, duplicates }, stage) {
    const { admin, caller, concurrency, latency, recorder, signal, progress } = stage;
    const workers = new LeaseWorkers(prefix, admin);
    const look = async (when: string): Promise<void> => {
      for (const { key, ...state } of await workers.leases()) recorder.remark(LEASE_SEEN, { when, ...state }, key);
    };
    progress(`${refunds.length} commands change hands`);
    await createPayments(refunds, admin);
    await workers.accept(refunds, await tenantOf(caller, admin));
    await workers.claim();
    await workers.endLeases();
    await workers.claim();
    signal.throwIfAborted();
    progress('the late worker wakes up');
    await workers.run(LATE_EPOCH);
    await look(WHEN[0]);
    await workers.giveUp(LATE_EPOCH);
    await look(WHEN[1]);
    await workers.run(CURRENT_EPOCH);
    await workers.run(LATE_EPOCH);
    await workers.giveUp(LATE_EPOCH);
    const client = new CommandClient({ session: caller, recorder, latency, connections: concurrency, signal });
    try {
      await runLimited(
        Math.min(concurrency, 8),
        refunds.flatMap((refund) =>
          Array.from({ length: duplicates }, (_, index) => () => client.settle(refund, index + 1))
        )
      );
    } finally {
      await client.close();
    }
  },

  async observe({ prefix, refunds }, { admin }) {
    const effects = await observeRefunds(refunds, admin);
    const leases = await new LeaseWorkers(prefix, admin).leases();
    return { effects, leases, duplicateEffects: countDuplicateEffects(effects) };
  },

  check({ refunds }, history, { effects, leases }) {
    const keys = refunds.map(({ key }) => key);
    return [
      ...WHEN.flatMap((when) => checkLeasesSeen(keys, history, when, HELD)),
      ...checkLeases(keys, leases, { ...HELD, status: 'Succeeded' }),
      ...checkOneEffectPerKey(history, effects),
      ...checkAcknowledgedWorkIsThere(history, effects),
      ...checkNoUnaskedEffects(history, effects),
      ...checkOneOutcomePerKey(history),
      ...checkEveryKeySucceeds(history),
      ...checkAnswersInContract(history),
      ...checkBodiesInContract(history)
    ];
  }
});
