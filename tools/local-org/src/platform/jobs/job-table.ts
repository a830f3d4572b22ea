import type { SyncConnection } from '../../database/connection.js';
import { sqlTime } from './job-store.js';

export interface JobRow {
  readonly id: string;
  readonly jobType: 'Queueable' | 'Future' | 'BatchApex' | 'BatchApexWorker' | 'ScheduledApex';
  readonly classId: string | null;
  readonly methodName: string | null;
  readonly parentId: string | null;
  readonly cronTriggerId: string | null;
  readonly createdById: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Rows of AsyncApexJob: what users and Apex see of a job. */
export class JobTable {
  constructor(private readonly db: SyncConnection) {}

  add(row: JobRow): void {
    this.db.query(
      `INSERT INTO asyncapexjob (id, createddate, createdbyid, jobtype, apexclassid, status, jobitemsprocessed, totaljobitems, numberoferrors, methodname, parentjobid, crontriggerid)
       VALUES ($1, $2::timestamp, $3, $4, $5, 'Queued', 0, 0, 0, $6, $7, $8)`,
      [
        row.id,
        sqlTime(row.now),
        row.createdById,
        row.jobType,
        row.classId,
        row.methodName,
        row.parentId,
        row.cronTriggerId
      ]
    );
  }

  /** The child job that works the scopes of a batch job off. */
  addWorker(id: string, batchId: string): void {
    this.db.query(
      `INSERT INTO asyncapexjob (id, createddate, createdbyid, jobtype, apexclassid, status, jobitemsprocessed, totaljobitems, numberoferrors, parentjobid)
       SELECT $1, createddate, createdbyid, 'BatchApexWorker', apexclassid, 'Processing', 0, 0, 0, id FROM asyncapexjob WHERE id = $2`,
      [id, batchId]
    );
  }

  endWorkers(batchId: string, status: 'Completed' | 'Failed' | 'Aborted', now: number): void {
    this.db.query(
      `UPDATE asyncapexjob SET status = $2, completeddate = $3::timestamp WHERE parentjobid = $1 AND jobtype = 'BatchApexWorker' AND status <> 'Aborted'`,
      [batchId, status, sqlTime(now)]
    );
  }

  status(id: string, status: 'Holding' | 'Processing' | 'Preparing'): void {
    this.db.query("UPDATE asyncapexjob SET status = $2 WHERE id = $1 AND status <> 'Aborted'", [id, status]);
  }

  /** Batch Apex: chunks in all and done. */
  progress(id: string, processed: number, total: number, errors: number): void {
    this.db.query(
      'UPDATE asyncapexjob SET jobitemsprocessed = $2::int, totaljobitems = $3::int, numberoferrors = $4::int WHERE id = $1',
      [id, processed, total, errors]
    );
  }

  /** A job that was aborted while it ran stays that. */
  end(id: string, status: 'Completed' | 'Failed' | 'Aborted', extendedStatus: string | null, now: number): void {
    this.db.query(
      `UPDATE asyncapexjob SET status = $2, extendedstatus = $3, completeddate = $4::timestamp
        WHERE id = $1 AND status <> 'Aborted'`,
      [id, status, extendedStatus?.slice(0, 255) ?? null, sqlTime(now)]
    );
  }
}
