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
import { LeaseWorkers, LEASE_SEEN, type LeaseState } from '../workload/leaseWorkers.js';
import { createPayments, newRefund, observeRefunds, PAYMENT_CENTS, type Refund } from '../workload/refunds.js';
import { defineScenario, type Observation } from './scenario.js';

interface Plan {
  readonly prefix: string;
  readonly refunds: readonly Refund[];
  readonly settleLimitMs: number;
}

interface State extends Observation {
  readonly effects: readonly Effect[];
  readonly leases: readonly LeaseState[];
}

const STOPPED = 'after the worker was stopped';

/**
 * The platform stops a worker in the middle. Its finalizer leaves the command for another attempt; meanwhile the caller
 * asks again; when the attempt is due, the sweeper queues it and it succeeds, all under one key.
 */
export const stoppedWorker = defineScenario<Plan, State>({
  name: 'stopped-worker',
  proves: 'A command whose worker was stopped keeps its key and its place, and is done once by a later attempt.',

  plan: ({ random, sizes, prefix }) => ({
    prefix,
    refunds: Array.from({ length: sizeOf(sizes, 'commands', 5) }, (_, number) =>
      newRefund(prefix, number, random.integer(100, PAYMENT_CENTS / 4))
    ),
    settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
  }),

  async drive({ prefix, refunds, settleLimitMs }, stage) {
    const { admin, caller, concurrency, latency, recorder, signal, progress } = stage;
    const workers = new LeaseWorkers(prefix, admin);
    const client = new CommandClient({ session: caller, recorder, latency, connections: concurrency, signal });
    const look = async (when: string): Promise<void> => {
      for (const { key, ...state } of await workers.leases()) recorder.remark(LEASE_SEEN, { when, ...state }, key);
    };
    const askAgain = (): Promise<unknown> =>
      Promise.all(refunds.map((refund, index) => client.attempt(refund, index + 1)));
    try {
      progress(`${refunds.length} commands lose their worker`);
      await createPayments(refunds, admin);
      await workers.accept(refunds, await tenantOf(caller, admin));
      await askAgain();
      await workers.claim();
      await workers.giveUp(1);
      await look(STOPPED);
      await askAgain();
      progress('the sweeper finds them');
      await workers.makeDue();
      await workers.sweep();
      await workers.waitFor(['Succeeded'], refunds.length, settleLimitMs, signal);
      await Promise.all(refunds.map((refund, index) => client.settle(refund, index + 1)));
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
      ...checkLeasesSeen(keys, history, STOPPED, { status: 'Retryable Failure', epoch: 1, attempts: 1 }),
      ...checkLeases(keys, leases, { status: 'Succeeded', epoch: 2, attempts: 2 }),
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
