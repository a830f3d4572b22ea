import { describeUncaught } from '../../apex/runtime/errors.js';
import type { SlotContext } from '../slot.js';
import type { SlotTransaction, TransactionOptions } from '../transaction.js';
import { nextCronTime } from './cron.js';
import { JobStore, sqlTime, type StoredJob } from './job-store.js';
import { runScheduledWork } from './scheduled-work.js';

/**
 * One run of a scheduled job, then its next time. Scheduled Apex has synchronous limits (apex_gov_limits); a run that
 * fails does not end the schedule.
 */
export function runScheduled(context: SlotContext, job: StoredJob, options: TransactionOptions): void {
  try {
    context.transaction(options, (tx) => {
      context.slot.faults?.job();
      runScheduledWork(tx, job);
      planNext(tx, job, null);
    });
  } catch (error) {
    context.transaction({ userId: job.userId }, (tx) => planNext(tx, job, describeUncaught(error).message));
  }
}

function planNext(tx: SlotTransaction, job: StoredJob, failure: string | null): void {
  const store = new JobStore(tx.db);
  const now = tx.now();
  // The zone that it was scheduled in: its owner may have moved since.
  const trigger = tx.db.query('SELECT timezonesidkey FROM crontrigger WHERE id = $1', [job.id]).rows[0];
  if (!trigger) return store.remove(job.id);
  const next = nextCronTime(job.cron ?? '', now, String(trigger[0]));
  const state = next === null ? 'DELETED' : 'WAITING';
  tx.db.query(
    `UPDATE crontrigger SET previousfiretime = $2::timestamp, nextfiretime = $3::timestamp, state = $4, timestriggered = timestriggered + 1 WHERE id = $1`,
    [job.id, sqlTime(now), next === null ? null : sqlTime(next), state]
  );
  tx.db.query('UPDATE asyncapexjob SET extendedstatus = $2 WHERE crontriggerid = $1', [
    job.id,
    failure?.slice(0, 255) ?? null
  ]);
  if (next === null) {
    tx.db.query(
      "UPDATE asyncapexjob SET status = 'Completed', completeddate = $2::timestamp WHERE crontriggerid = $1",
      [job.id, sqlTime(now)]
    );
    store.remove(job.id);
    return;
  }
  store.reschedule(job.id, next);
  tx.pending.push({ job: { id: job.id, runAt: next } });
}
