import { deserializeValue } from '../../apex/runtime/serialize.js';
import type { SyncConnection } from '../../database/connection.js';
import type { SObjectRecord } from '../../values/record.js';
import { sqlTime } from '../jobs/job-store.js';
import { RETENTION_MS } from './event-store.js';

/** An event that was delivered. */
export interface PastEvent {
  /** Its place in the order of delivery: what comes later is greater. */
  readonly sequence: number;
  readonly replayId: number;
  readonly record: SObjectRecord;
}

/** Events of the retention time, in the order in which they were delivered. */
export class EventLog {
  private readonly oldest: string;

  /** @param now milliseconds since 1970. */
  constructor(
    private readonly db: SyncConnection,
    now: number
  ) {
    this.oldest = sqlTime(now - RETENTION_MS);
  }

  /** Sequence of the last event of an object; 0: none. */
  last(objectName: string): number {
    return this.number('SELECT coalesce(max(sequence), 0) FROM meta.past_event WHERE object_name = $1', [objectName]);
  }

  /** Sequence of the event with a replay id; null when there is none (any more). */
  sequenceOf(objectName: string, replayId: number): number | null {
    const found = this.number(
      'SELECT coalesce(max(sequence), 0) FROM meta.past_event WHERE object_name = $1 AND position = $2::bigint AND delivered_date >= $3::timestamp',
      [objectName, String(replayId), this.oldest]
    );
    return found === 0 ? null : found;
  }

  /** Events behind a sequence, oldest first. */
  after(objectName: string, sequence: number, limit: number): PastEvent[] {
    return this.db
      .query(
        `SELECT e.sequence::text, e.position::text, e.payload FROM meta.past_event e
          WHERE e.object_name = $1 AND e.sequence > $2::bigint AND e.delivered_date >= $3::timestamp ORDER BY e.sequence LIMIT ${limit}`,
        [objectName, String(sequence), this.oldest]
      )
      .rows.map(([own, position, payload]) => ({
        sequence: Number(own),
        replayId: Number(position),
        record: deserializeValue(String(payload)) as SObjectRecord
      }));
  }

  private number(sql: string, parameters: readonly string[]): number {
    return Number(this.db.query(sql, parameters).rows[0]?.[0] ?? 0);
  }
}
