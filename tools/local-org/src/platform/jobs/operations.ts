import type { HandlerTable } from '../handlers.js';
import type { SlotContext } from '../slot.js';
import { JobStore } from './job-store.js';
import { runStoredJob } from './run-job.js';

export const jobOperations: HandlerTable = {
  'recover-jobs': (context: SlotContext): { id: string; runAt: number }[] =>
    context.transaction({}, (tx) => new JobStore(tx.db).recover()),
  'run-job': (context: SlotContext, { id }: { id: string }): void => runStoredJob(context, id)
};
