import type { SyncConnection } from '../../database/connection.js';
import { parseSqlTime } from '../jobs/job-store.js';
import { CATEGORIES, type LogLevels } from './log-text.js';

/** A trace flag of a user. Times in milliseconds since 1970. */
export interface TraceFlag {
  readonly start: number;
  readonly end: number;
  readonly levels: LogLevels;
}

/** Flags of a user, latest end first. Source: api_tooling, tooling_api_objects_traceflag. */
export function loadTraceFlags(db: SyncConnection, userId: string): TraceFlag[] {
  const columns = CATEGORIES.map(([name]) => `l.${name.toLowerCase()}`);
  const { rows } = db.query(
    `SELECT t.startdate, t.createddate, t.expirationdate, ${columns.join(', ')} FROM traceflag t JOIN debuglevel l ON l.id = t.debuglevelid
      WHERE t.tracedentityid = $1 ORDER BY t.expirationdate DESC NULLS LAST`,
    [userId]
  );
  return rows.map(([start, created, end, ...levels]) => ({
    start: parseSqlTime(String(start ?? created)),
    end: end === null || end === undefined ? Number.POSITIVE_INFINITY : parseSqlTime(String(end)),
    levels: Object.fromEntries(
      CATEGORIES.map(([name], index) => [name, String(levels[index] ?? 'NONE').toUpperCase()])
    ) as LogLevels
  }));
}
