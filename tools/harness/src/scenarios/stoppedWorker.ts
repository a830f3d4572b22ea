import { checkCommandsDone } from '../checkers/commands.js';
import { checkLeases, checkLeasesSeen } from '../checkers/leases.js';
import { sizeOf } from '../run/profile.js';
import { newRefunds } from '../workload/refunds.js';
import {
  keysOf,
  observeLeasedRefunds,
  withAcceptedRefunds,
  type LeasedRefunds,
  type LeasedRefundsState
} from './leasedRefunds.js';
import { defineScenario } from './scenario.js';

interface Plan extends LeasedRefunds {
  readonly settleLimitMs: number;
}

const STOPPED = 'after the worker was stopped';

/**
 * The platform stops a worker in the middle. Its finalizer leaves the command for another attempt; meanwhile the caller
 * asks again; when the attempt is due, the sweeper queues it and it succeeds, all under one key.
 */
export const stoppedWorker = defineScenario<Plan, LeasedRefundsState>({
  name: 'stopped-worker',
  proves: 'A command whose worker was stopped keeps its key and its place, and is done once by a later attempt.',

  plan: ({ random, sizes, prefix }) => ({
    prefix,
    refunds: newRefunds(prefix, sizeOf(sizes, 'commands', 5), random),
    settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
  }),

  async drive(plan, stage) {
    const { refunds, settleLimitMs } = plan;
    stage.progress(`${refunds.length} commands lose their worker`);
    await withAcceptedRefunds(plan, stage, async ({ workers, client, look, askAgain }) => {
      await askAgain();
      await workers.claim();
      await workers.giveUp(1);
      await look(STOPPED);
      await askAgain();
      stage.progress('the sweeper finds them');
      await workers.makeDue();
      await workers.sweep();
      await workers.waitFor(['Succeeded'], refunds.length, settleLimitMs, stage.signal);
      await Promise.all(refunds.map((refund, index) => client.settle(refund, index + 1)));
    });
  },

  observe: observeLeasedRefunds,

  check(plan, history, { effects, leases }) {
    const keys = keysOf(plan);
    return [
      ...checkLeasesSeen(keys, history, STOPPED, { status: 'Retryable Failure', epoch: 1, attempts: 1 }),
      ...checkLeases(keys, leases, { status: 'Succeeded', epoch: 2, attempts: 2 }),
      ...checkCommandsDone(history, effects)
    ];
  }
});
