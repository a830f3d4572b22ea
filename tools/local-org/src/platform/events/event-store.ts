import type { SyncConnection } from '../../database/connection.js';
import { sqlTime } from '../jobs/job-store.js';
import type { PublishedEvent } from './publish.js';

/** Events can be had again for so long (api_streaming, "Message Durability"). */
export const RETENTION_MS = 72 * 3_600_000;

export interface StoredEvent {
  /** Position in the stream of all events; what ReplayId shows. */
  readonly position: number;
  readonly payload: string;
}

/** Events that wait for delivery, in the database: what is committed here survives a restart. */
export class EventStore {
  constructor(private readonly db: SyncConnection) {}

  add(event: PublishedEvent): void {
    this.db.query('INSERT INTO meta.event (object_name, payload) VALUES ($1, $2)', [event.objectName, event.payload]);
  }

  /** The next events of an object, locked; oldest first. */
  next(objectName: string, limit: number): StoredEvent[] {
    return this.db
      .query(
        // By the number: the bare name would mean the text that is selected.
        `SELECT e.position::text, e.payload FROM meta.event e WHERE e.object_name = $1 ORDER BY e.position LIMIT ${limit} FOR UPDATE`,
        [objectName]
      )
      .rows.map(([position, payload]) => ({ position: Number(position), payload: String(payload) }));
  }

  /**
   * Moves events that are delivered, or given up, to those that subscribers may have again. Just these: one with a lower
   * position may have been committed since, for positions are given out before their transactions commit.
   *
   * @param now milliseconds since 1970.
   */
  remove(events: readonly StoredEvent[], now: number): void {
    this.db.query(
      `WITH gone AS (DELETE FROM meta.event e WHERE e.position = ANY($1::bigint[]) RETURNING e.position, e.object_name, e.payload),
            old AS (DELETE FROM meta.past_event p WHERE p.delivered_date < $3::timestamp)
       INSERT INTO meta.past_event (position, object_name, payload, delivered_date)
       SELECT g.position, g.object_name, g.payload, $2::timestamp FROM gone g ORDER BY g.position`,
      [events.map(({ position }) => String(position)), sqlTime(now), sqlTime(now - RETENTION_MS)]
    );
  }

  /** It was no event that a subscriber could have again. */
  forget({ position }: StoredEvent): void {
    this.db.query('DELETE FROM meta.event e WHERE e.position = $1::bigint', [String(position)]);
  }

  /** Objects with events that wait. */
  waiting(): string[] {
    return this.db.query('SELECT DISTINCT object_name FROM meta.event').rows.map(([name]) => String(name));
  }
}
