import { invokeSlot } from '../../apex/runtime/invoke.js';
import { deserializeValue } from '../../apex/runtime/serialize.js';
import { SchedulableContext } from '../../stdlib/support/job-contexts.js';
import type { SlotTransaction } from '../transaction.js';
import type { StoredJob } from './job-store.js';

/** What System.scheduleBatch keeps until its time. */
interface ScheduledBatch {
  readonly instance: string;
  readonly scope: number;
}

const MARK = 'batch:';

export const scheduledBatchPayload = (batch: ScheduledBatch): string => MARK + JSON.stringify(batch);

/** What a scheduled job does when its time has come: its `execute`, or the batch that was scheduled is submitted. */
export function runScheduledWork(tx: SlotTransaction, job: StoredJob): void {
  if (job.payload.startsWith(MARK)) {
    const { instance, scope } = JSON.parse(job.payload.slice(MARK.length)) as ScheduledBatch;
    tx.jobs.executeBatch(deserializeValue(instance) as object, scope);
    return;
  }
  invokeSlot(deserializeValue(job.payload) as object, 'schedulable$execute$1', [new SchedulableContext(job.id)]);
}
