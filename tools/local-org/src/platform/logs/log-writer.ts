import { describeUncaught } from '../../apex/runtime/errors.js';
import { sqlTime } from '../jobs/job-store.js';
import type { Slot } from '../slot.js';
import type { GovernorLimits } from '../limits.js';
import { limitLines } from './limit-usage.js';
import { logText } from './log-text.js';
import type { TraceFlag } from './trace-flags.js';

/** Logs that are kept; the oldest go first. */
const MAX_LOGS = 1000;
const VERSION = '68.0';
/** What logs call requests on rows, whose triggers are Apex. */
export const API_OPERATION = 'API';

/** A transaction that a trace flag watches. */
export interface TracedRun {
  readonly flag: TraceFlag;
  readonly userId: string;
  /** What ran, as the log list shows it. */
  readonly operation: string;
  /** By the org's clock. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly lines: readonly string[];
  /** null: the transaction did not begin. */
  readonly limits: GovernorLimits | null;
  /** What left the transaction; null: nothing. */
  readonly error: unknown;
}

const DATA_ACCESS = /^(?:SOQL|SOSL|DML)_/;

/** Keeps the log of a transaction that has ended, in a transaction of its own. Where no Apex ran there is none. */
export function writeLog(slot: Slot, run: TracedRun): void {
  if (run.operation === API_OPERATION && run.lines.every((line) => DATA_ACCESS.test(line))) return;
  const { connection: db } = slot;
  const failure = run.error === null ? null : describeUncaught(run.error);
  const lines = [
    'EXECUTION_STARTED',
    `CODE_UNIT_STARTED|[EXTERNAL]|${run.operation}`,
    ...run.lines,
    ...(failure ? [`FATAL_ERROR|${failure.title}\n\n${failure.stackTrace ?? ''}`] : []),
    ...(run.limits ? limitLines(run.limits) : []),
    `CODE_UNIT_FINISHED|${run.operation}`,
    'EXECUTION_FINISHED'
  ];
  const text = logText(lines, run.flag.levels, VERSION);
  const id = slot.ids.newId('07L');
  const now = sqlTime(slot.clock.now());
  db.defer('BEGIN');
  db.query(
    `INSERT INTO apexlog (id, createddate, createdbyid, lastmodifieddate, lastmodifiedbyid, systemmodstamp, loguserid, loglength, request, operation, application, status, durationmilliseconds, starttime, location)
     VALUES ($1, $2::timestamp, $3, $2::timestamp, $3, $2::timestamp, $3, $4::int, 'API', $5, 'Unknown', $6, $7::int, $8::timestamp, 'Monitoring')`,
    [
      id,
      now,
      run.userId,
      Buffer.byteLength(text),
      run.operation.slice(0, 255),
      (failure?.title ?? 'Success').slice(0, 255),
      Math.round(run.durationMs),
      sqlTime(run.startedAt)
    ]
  );
  db.query('INSERT INTO meta.apex_log_body (id, body) VALUES ($1, $2)', [id, text.replaceAll('\0', '')]);
  db.query(
    'DELETE FROM apexlog WHERE id IN (SELECT id FROM meta.apex_log_body ORDER BY position DESC OFFSET $1::int)',
    [MAX_LOGS]
  );
  db.query('DELETE FROM meta.apex_log_body b WHERE NOT EXISTS (SELECT 1 FROM apexlog l WHERE l.id = b.id)');
  db.defer('COMMIT');
  db.flush();
}
