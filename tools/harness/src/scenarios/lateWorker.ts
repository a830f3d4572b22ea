import { checkCommandsDone } from '../checkers/commands.js';
import { checkLeases, checkLeasesSeen } from '../checkers/leases.js';
import { sizeOf } from '../run/profile.js';
import { runLimited } from '../workload/concurrency.js';
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
  /** Attempts of the caller with each key once everything is over. */
  readonly duplicates: number;
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
export const lateWorker = defineScenario<Plan, LeasedRefundsState>({
  name: 'late-worker',
  proves: 'A worker whose lease has been taken over changes nothing, however late it comes.',

  plan: ({ random, sizes, prefix }) => ({
    prefix,
    refunds: newRefunds(prefix, sizeOf(sizes, 'commands', 10), random),
    duplicates: sizeOf(sizes, 'duplicates', 3)
  }),

  async drive(plan, stage) {
    stage.progress(`${plan.refunds.length} commands change hands`);
    await withAcceptedRefunds(plan, stage, async ({ workers, client, look }) => {
      await workers.claim();
      await workers.endLeases();
      await workers.claim();
      stage.signal.throwIfAborted();
      stage.progress('the late worker wakes up');
      await workers.run(LATE_EPOCH);
      await look(WHEN[0]);
      await workers.giveUp(LATE_EPOCH);
      await look(WHEN[1]);
      await workers.run(CURRENT_EPOCH);
      await workers.run(LATE_EPOCH);
      await workers.giveUp(LATE_EPOCH);
      await runLimited(
        Math.min(stage.concurrency, 8),
        plan.refunds.flatMap((refund) =>
          Array.from({ length: plan.duplicates }, (_, index) => () => client.settle(refund, index + 1))
        )
      );
    });
  },

  observe: observeLeasedRefunds,

  check(plan, history, { effects, leases }) {
    const keys = keysOf(plan);
    return [
      ...WHEN.flatMap((when) => checkLeasesSeen(keys, history, when, HELD)),
      ...checkLeases(keys, leases, { ...HELD, status: 'Succeeded' }),
      ...checkCommandsDone(history, effects)
    ];
  }
});
