import type { HandlerTable } from '../handlers.js';
import type { SlotContext } from '../slot.js';
import { abandonTestRuns } from '../tests/abandoned-runs.js';
import { listJobs, type WaitingJob } from './job-list.js';
import { JobStore } from './job-store.js';
import { runStoredJob } from './run-job.js';

export const jobOperations: HandlerTable = {
  'recover-jobs': (context: SlotContext): { id: string; runAt: number }[] =>
    context.transaction({}, (tx) => {
      abandonTestRuns(tx.db, tx.now());
      return new JobStore(tx.db).recover();
    }),
  'list-jobs': (context: SlotContext): WaitingJob[] => context.transaction({}, (tx) => listJobs(tx.db)),
  'run-job': (context: SlotContext, { id }: { id: string }): void => runStoredJob(context, id)
};
