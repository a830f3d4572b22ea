import type { SyncConnection } from '../../database/connection.js';
import type { PublishedEvent } from './publish.js';

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
   * Removes events that are delivered, or given up. Just these: one with a lower position may have been committed since,
   * for positions are given out before their transactions commit.
   */
  remove(events: readonly StoredEvent[]): void {
    this.db.query('DELETE FROM meta.event WHERE position = ANY($1::bigint[])', [
      events.map(({ position }) => String(position))
    ]);
  }

  /** Objects with events that wait. */
  waiting(): string[] {
    return this.db.query('SELECT DISTINCT object_name FROM meta.event').rows.map(([name]) => String(name));
  }
}
