import type { SyncConnection } from '../../database/connection.js';
import { ApiError } from '../../platform/api-error.js';
import { parseSqlTime, sqlTime } from '../../platform/jobs/job-store.js';
import type { BulkJob, JobKind, JobState } from './job.js';

const COLUMNS = 'id, kind, created_by, created_date, state, spec, processed, failed, error, duration_ms';

/** What became of a row of an ingest job. */
export interface RowOutcome {
  readonly number: number;
  readonly recordId: string | null;
  readonly created: boolean;
  readonly error: string | null;
}

/** Jobs in the database: what was accepted goes on after a restart. */
export class JobRows {
  constructor(private readonly db: SyncConnection) {}

  add(job: Pick<BulkJob, 'id' | 'kind' | 'createdBy' | 'state' | 'spec'>, now: number): void {
    this.db.query(
      'INSERT INTO meta.bulk_job (id, kind, created_by, created_date, state, spec) VALUES ($1, $2, $3, $4::timestamp, $5, $6::json)',
      [job.id, job.kind, job.createdBy, sqlTime(now), job.state, JSON.stringify(job.spec)]
    );
  }

  /** @throws ApiError NOT_FOUND. */
  find(kind: JobKind, id: string): BulkJob {
    const { rows } = this.db.query(`SELECT ${COLUMNS} FROM meta.bulk_job WHERE left(id, 15) = $1 AND kind = $2`, [
      id.slice(0, 15),
      kind
    ]);
    if (!rows[0]) throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
    return readJob(rows[0]);
  }

  list(kind: JobKind): BulkJob[] {
    const { rows } = this.db.query(
      `SELECT ${COLUMNS} FROM meta.bulk_job WHERE kind = $1 AND spec ->> 'batchOf' IS NULL ORDER BY created_date DESC LIMIT 1000`,
      [kind]
    );
    return rows.map(readJob);
  }

  /** Batches of a job of Bulk API 1.0, in the order they came. */
  batchesOf(jobId: string): BulkJob[] {
    const { rows } = this.db.query(
      `SELECT ${COLUMNS} FROM meta.bulk_job WHERE kind <> 'batched' AND spec ->> 'batchOf' = $1 ORDER BY created_date, id`,
      [jobId]
    );
    return rows.map(readJob);
  }

  /** Jobs that were accepted and have not ended. */
  unfinished(): { readonly id: string; readonly kind: JobKind; readonly userId: string }[] {
    const { rows } = this.db.query(
      "SELECT id, kind, created_by FROM meta.bulk_job WHERE state IN ('UploadComplete', 'InProgress') ORDER BY created_date"
    );
    return rows.map(([id, kind, userId]) => ({ id: String(id), kind: kind as JobKind, userId: String(userId) }));
  }

  setState(id: string, state: JobState, error: string | null = null): void {
    this.db.query('UPDATE meta.bulk_job SET state = $2, error = $3 WHERE id = $1', [id, state, error]);
  }

  setContent(id: string, content: string): void {
    this.db.query('UPDATE meta.bulk_job SET content = $2 WHERE id = $1', [id, content]);
  }

  content(id: string): string | null {
    const value = this.db.query('SELECT content FROM meta.bulk_job WHERE id = $1', [id]).rows[0]?.[0];
    return typeof value === 'string' ? value : null;
  }

  remove(id: string): void {
    this.db.query('DELETE FROM meta.bulk_job WHERE id = $1', [id]);
  }

  /** Notes rows that are done; in the transaction that did them. */
  record(id: string, outcomes: readonly RowOutcome[], durationMs: number): void {
    this.db.query(
      `INSERT INTO meta.bulk_row (job_id, number, record_id, created, error)
       SELECT $1, r.number::int, r.record_id, r.created::boolean, r.error
         FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS r(number, record_id, created, error)`,
      [
        id,
        outcomes.map(({ number }) => String(number)),
        outcomes.map(({ recordId }) => recordId),
        outcomes.map(({ created }) => String(created)),
        outcomes.map(({ error }) => error)
      ]
    );
    this.progress(id, outcomes.length, outcomes.filter(({ error }) => error !== null).length, durationMs);
  }

  outcomes(id: string): RowOutcome[] {
    const { rows } = this.db.query(
      'SELECT number, record_id, created, error FROM meta.bulk_row WHERE job_id = $1 ORDER BY number',
      [id]
    );
    return rows.map(([number, recordId, created, error]) => ({
      number: Number(number),
      recordId: recordId === null ? null : String(recordId),
      created: created === true,
      error: error === null ? null : String(error)
    }));
  }

  /** Lines of a query's result; the first is the header. */
  addLines(id: string, first: number, lines: readonly string[]): void {
    this.db.query(
      `INSERT INTO meta.bulk_row (job_id, number, line)
       SELECT $1, $2::int + l.position::int - 1, l.line FROM unnest($3::text[]) WITH ORDINALITY AS l(line, position)`,
      [id, first, lines]
    );
  }

  /** @param first number of a line. */
  lines(id: string, first: number, count: number): string[] {
    const { rows } = this.db.query(
      'SELECT line FROM meta.bulk_row WHERE job_id = $1 AND number >= $2::int AND number < $3::int ORDER BY number',
      [id, first, first + count]
    );
    return rows.map(([line]) => String(line));
  }

  progress(id: string, processed: number, failed: number, durationMs: number): void {
    this.db.query(
      'UPDATE meta.bulk_job SET processed = processed + $2::int, failed = failed + $3::int, duration_ms = duration_ms + $4::int WHERE id = $1',
      [id, processed, failed, Math.round(durationMs)]
    );
  }
}

function readJob(row: readonly unknown[]): BulkJob {
  const [id, kind, createdBy, createdDate, state, spec, processed, failed, error, durationMs] = row;
  return {
    id: String(id),
    kind: kind as JobKind,
    createdBy: String(createdBy),
    createdDate: new Date(parseSqlTime(String(createdDate))).toISOString(),
    state: state as JobState,
    spec: JSON.parse(String(spec)) as BulkJob['spec'],
    processed: Number(processed),
    failed: Number(failed),
    error: error === null ? null : String(error),
    durationMs: Number(durationMs)
  };
}
