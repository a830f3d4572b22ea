import type { SyncConnection } from '../../database/connection.js';

/** `finalizer`: what is left of a job that ended, until its Finalizer has run. */
export type JobKind = 'queueable' | 'future' | 'batch' | 'scheduled' | 'finalizer';

/** A job as it waits in the queue. `payload` is the storable form of the job object (apex/runtime/serialize). */
export interface StoredJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly className: string;
  readonly payload: string;
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly runAt: number;
  readonly signature: string | null;
  /** 1 for a job enqueued outside any job, one more for each link of a chain. */
  readonly depth: number;
  readonly maximumDepth: number | null;
  /** Consecutive runs by a Finalizer after failures (apex_transaction_finalizers: at most five). */
  readonly failures: number;
  /** The delay that was asked for. */
  readonly delayMinutes: number;
  readonly cron: string | null;
}

const COLUMNS =
  'id, kind, class_name, payload, user_id, run_at, signature, depth, maximum_depth, failures, cron, delay_minutes';

/** The queue in the database: what is committed here survives a restart. */
export class JobStore {
  constructor(private readonly db: SyncConnection) {}

  add(job: StoredJob): void {
    this.db.query(
      `INSERT INTO meta.job (${COLUMNS}, state) VALUES ($1,$2,$3,$4,$5,$6::timestamp,$7,$8,$9,$10,$11,$12,'Queued')`,
      [
        job.id,
        job.kind,
        job.className,
        job.payload,
        job.userId,
        sqlTime(job.runAt),
        job.signature,
        job.depth,
        job.maximumDepth,
        job.failures,
        job.cron,
        job.delayMinutes
      ]
    );
  }

  /**
   * A job with this signature is queued and has not started (apex_dedupe_queueable). Of transactions that ask at the same
   * time, each waits for the end of the one before: only one finds nothing.
   */
  hasQueuedSignature(signature: string): boolean {
    this.db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [signature]);
    return (
      this.db.query("SELECT 1 FROM meta.job WHERE signature = $1 AND state = 'Queued' LIMIT 1", [signature]).rowCount >
      0
    );
  }

  waitingBatches(): number {
    return Number(
      this.db.query("SELECT count(*) FROM meta.job WHERE kind = 'batch' AND state = 'Queued'").rows[0]?.[0]
    );
  }

  /**
   * Batch jobs that run, with a lock under which no other batch starts or ends until the transaction does.
   */
  runningBatches(): number {
    this.db.query("SELECT pg_advisory_xact_lock(hashtextextended('batch jobs', 1))");
    return Number(
      this.db.query("SELECT count(*) FROM meta.job WHERE kind = 'batch' AND state = 'Running'").rows[0]?.[0]
    );
  }

  kindOf(id: string): JobKind | null {
    return (this.db.query('SELECT kind FROM meta.job WHERE id = $1', [id]).rows[0]?.[0] ?? null) as JobKind | null;
  }

  /** Whether a job has neither ended nor been aborted. */
  has(id: string): boolean {
    return this.kindOf(id) !== null;
  }

  /** The batch job that has waited longest; null when none waits. */
  nextBatch(): string | null {
    const { rows } = this.db.query(
      "SELECT id FROM meta.job WHERE kind = 'batch' AND state = 'Queued' ORDER BY run_at, id LIMIT 1"
    );
    return rows[0] ? String(rows[0][0]) : null;
  }

  /** Takes a queued job for running; null when somebody else has, or it was aborted. */
  claim(id: string): StoredJob | null {
    const row = this.db.query(
      `UPDATE meta.job SET state = 'Running' WHERE id = $1 AND state = 'Queued' RETURNING ${COLUMNS}`,
      [id]
    ).rows[0];
    return row ? readJob(row) : null;
  }

  /** The job is over; its row is not needed any more. */
  remove(id: string): void {
    this.db.query('DELETE FROM meta.job WHERE id = $1', [id]);
  }

  /** The job is over and its Finalizer runs; it does not start from the queue unless the org has crashed. */
  becomeFinalizer(job: StoredJob): void {
    this.db.query(
      `UPDATE meta.job SET kind = 'finalizer', payload = $2, depth = $3, failures = $4, signature = NULL WHERE id = $1`,
      [job.id, job.payload, job.depth, job.failures]
    );
  }

  /** A scheduled job waits for its next time. */
  reschedule(id: string, runAt: number): void {
    this.db.query("UPDATE meta.job SET state = 'Queued', run_at = $2::timestamp WHERE id = $1", [id, sqlTime(runAt)]);
  }

  /** Jobs that wait. After a crash, those that were running wait again: their transactions never happened. */
  recover(): { id: string; runAt: number }[] {
    this.db.query("UPDATE crontrigger SET state = 'WAITING' WHERE state = 'EXECUTING'");
    this.db.query(
      `WITH again AS (UPDATE meta.job SET state = 'Queued' WHERE state = 'Running' RETURNING id)
       UPDATE asyncapexjob j SET status = 'Queued' FROM again WHERE j.id = again.id AND j.status IN ('Processing', 'Preparing') AND j.totaljobitems = 0`
    );
    return this.db
      .query("SELECT id, run_at FROM meta.job WHERE state = 'Queued' ORDER BY run_at")
      .rows.map(([id, runAt]) => ({ id: String(id), runAt: parseSqlTime(String(runAt)) }));
  }
}

function readJob(row: readonly unknown[]): StoredJob {
  return {
    id: String(row[0]),
    kind: String(row[1]) as JobKind,
    className: String(row[2]),
    payload: String(row[3]),
    userId: String(row[4]),
    runAt: parseSqlTime(String(row[5])),
    signature: row[6] === null ? null : String(row[6]),
    depth: Number(row[7]),
    maximumDepth: row[8] === null ? null : Number(row[8]),
    failures: Number(row[9]),
    cron: row[10] === null ? null : String(row[10]),
    delayMinutes: Number(row[11])
  };
}

/** `2026-11-30 08:00:00.000` in UTC, as PostgreSQL reads and writes timestamps. */
export const sqlTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('T', ' ').replace('Z', '');

export const parseSqlTime = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);
