import type { SyncConnection } from '../../database/connection.js';
import { looksLikeId, toId18 } from '../../schema/ids.js';
import { PlatformError } from '../../values/platform-error.js';
import { sqlTime } from './job-store.js';

/**
 * System.abortJob on the rows that users see. A scope of a batch that runs goes on to its end; no other follows it.
 * Text of the refusal: the platform's, as clients of System.abortJob look for it.
 *
 * @param jobId of an AsyncApexJob or CronTrigger. @param now milliseconds since 1970.
 * @returns ids of the queue that are to be forgotten.
 * @throws PlatformError System.AsyncException for a job that is not there or was aborted before.
 */
export function abortRows(db: SyncConnection, jobId: string, now: number): string[] {
  if (!looksLikeId(jobId)) throw new PlatformError('System.StringException', `Invalid id: ${jobId}`);
  const id = toId18(jobId);
  return id.startsWith('08e') ? abortSchedule(db, id, now) : abortJob(db, id, now);
}

function abortJob(db: SyncConnection, id: string, now: number): string[] {
  const row = db.query('SELECT status, crontriggerid FROM asyncapexjob WHERE id = $1 FOR UPDATE', [id]).rows[0];
  const [status, cronTriggerId] = row ?? [];
  if (!row || status === 'Aborted') throw unknownJob();
  if (cronTriggerId && status === 'Queued') return [...abortSchedule(db, String(cronTriggerId), now), id];
  db.query(
    `UPDATE asyncapexjob SET status = 'Aborted', completeddate = $2::timestamp
      WHERE (id = $1 OR parentjobid = $1) AND status IN ('Queued', 'Holding', 'Preparing', 'Processing')`,
    [id, sqlTime(now)]
  );
  return [id];
}

function abortSchedule(db: SyncConnection, id: string, now: number): string[] {
  if (db.query('DELETE FROM crontrigger WHERE id = $1', [id]).rowCount === 0) throw unknownJob();
  db.query(
    `UPDATE asyncapexjob SET status = 'Aborted', completeddate = $2::timestamp
      WHERE crontriggerid = $1 AND status = 'Queued'`,
    [id, sqlTime(now)]
  );
  return [id];
}

const unknownJob = (): PlatformError =>
  new PlatformError('System.AsyncException', 'Job does not exist or is already aborted.');
