import type { SyncConnection } from '../../database/connection.js';

/**
 * Rows of EventBusSubscriber: the triggers on an event object, and how far they are. Deploys make them. The triggers of an
 * object get its events together, so they are always equally far.
 */
export class SubscriberTable {
  constructor(private readonly db: SyncConnection) {}

  isInError(topic: string): boolean {
    return (
      this.db.query("SELECT 1 FROM eventbussubscriber WHERE topic = $1 AND status = 'Error' LIMIT 1", [topic])
        .rowCount > 0
    );
  }

  /** @param position of the last event that was processed; null: none was. */
  processed(topic: string, position: number | null): void {
    if (position === null) return;
    this.db.query(
      `UPDATE eventbussubscriber SET position = $2::bigint % 2147483648, lastprocessed = $3,
              retries = CASE status WHEN 'Error' THEN retries ELSE 0 END
        WHERE topic = $1`,
      [topic, String(position), String(position)]
    );
  }

  /** A run ended with EventBus.RetryableException. @param isLast no further run follows. */
  failed(topic: string, retries: number, message: string, isLast: boolean): void {
    this.db.query('UPDATE eventbussubscriber SET retries = $2::int, lasterror = $3, status = $4 WHERE topic = $1', [
      topic,
      retries,
      message.slice(0, 255),
      isLast ? 'Error' : 'Running'
    ]);
  }
}
