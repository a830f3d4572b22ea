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
        `SELECT position::text, payload FROM meta.event WHERE object_name = $1 ORDER BY position LIMIT ${limit} FOR UPDATE`,
        [objectName]
      )
      .rows.map(([position, payload]) => ({ position: Number(position), payload: String(payload) }));
  }

  /** Removes events up to a position: they are delivered, or given up. */
  remove(objectName: string, upTo: number): void {
    this.db.query('DELETE FROM meta.event WHERE object_name = $1 AND position <= $2::bigint', [objectName, upTo]);
  }

  /** Objects with events that wait. */
  waiting(): string[] {
    return this.db.query('SELECT DISTINCT object_name FROM meta.event').rows.map(([name]) => String(name));
  }
}
