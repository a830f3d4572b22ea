import type { SyncConnection } from '../../database/connection.js';
import { sqlTime } from '../jobs/job-store.js';

/** Test runs that a crash interrupted are not taken up again: nothing of theirs is kept. Clients must see that they ended. */
export function abandonTestRuns(db: SyncConnection, now: number): void {
  const ended = "status NOT IN ('Completed', 'Failed', 'Aborted')";
  db.query(`UPDATE apextestrunresult SET status = 'Aborted', endtime = $1::timestamp WHERE ${ended}`, [sqlTime(now)]);
  db.query(`UPDATE apextestqueueitem SET status = 'Aborted' WHERE ${ended}`);
  db.query(
    `UPDATE asyncapexjob SET status = 'Aborted', completeddate = $1::timestamp WHERE jobtype = 'TestRequest' AND ${ended}`,
    [sqlTime(now)]
  );
}
