import type { SyncConnection } from '../../database/connection.js';
import { parseSqlTime, type JobKind } from './job-store.js';

/** A job that waits or runs, as tests look at it. */
export interface WaitingJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly className: string;
  /** Of a scheduled job. */
  readonly name: string | null;
  readonly state: 'Queued' | 'Running';
  /** ISO 8601, by the org's clock. */
  readonly runAt: string;
  readonly depth: number;
}

export function listJobs(db: SyncConnection): WaitingJob[] {
  const { rows } = db.query(
    `SELECT j.id, j.kind, j.class_name, d.name, j.state, j.run_at, j.depth FROM meta.job j
       LEFT JOIN crontrigger t ON t.id = j.id LEFT JOIN cronjobdetail d ON d.id = t.cronjobdetailid
     ORDER BY j.run_at, j.id`
  );
  return rows.map(([id, kind, className, name, state, runAt, depth]) => ({
    id: String(id),
    kind: String(kind) as JobKind,
    className: String(className),
    name: name === null ? null : String(name),
    state: String(state) as WaitingJob['state'],
    runAt: new Date(parseSqlTime(String(runAt))).toISOString(),
    depth: Number(depth)
  }));
}
