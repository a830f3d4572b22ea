import type pg from 'pg';
import type { Metrics } from '../observe/metrics.js';

/** Rows of one statement: short locks, small transactions. */
const CHUNK = 1_000;

/**
 * Deletes delivered events past their retention.
 *
 * @returns how many
 */
export async function deleteExpired(pool: pg.Pool, deliveredDays: number, signal: AbortSignal): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const { rowCount } = await pool.query(
      `DELETE FROM receiver.events WHERE id IN (
         SELECT id FROM receiver.events WHERE state = 'delivered' AND delivered_at < clock_timestamp() - $1 * interval '1 day'
         ORDER BY delivered_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [deliveredDays, CHUNK]
    );
    total += rowCount ?? 0;
    if ((rowCount ?? 0) < CHUNK) break;
  }
  return total;
}

/** Reads what the queue holds into the gauges. */
export async function measureQueue(pool: pg.Pool, metrics: Metrics): Promise<void> {
  const { rows } = await pool.query<{ waiting: number; oldest: number; dead: number }>(
    `SELECT (SELECT count(*)::int FROM receiver.events WHERE state = 'waiting') AS waiting,
       coalesce((SELECT extract(epoch FROM clock_timestamp() - received_at)::float8 FROM receiver.events
         WHERE state = 'waiting' ORDER BY id LIMIT 1), 0) AS oldest,
       (SELECT count(*)::int FROM receiver.dead_letters WHERE retried_at IS NULL) AS dead`
  );
  const { waiting, oldest, dead } = rows[0]!;
  metrics.waiting.set(waiting);
  metrics.oldestWaiting.set(oldest);
  metrics.deadLetters.set(dead);
}
