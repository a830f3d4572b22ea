import type pg from 'pg';

/** An event that will not be tried again without a person. */
export interface DeadLetter {
  readonly id: string;
  readonly eventKey: string;
  readonly source: string;
  readonly eventType: string;
  readonly entityId: string;
  /** Salesforce's status code, or the receiver's own: ATTEMPTS_EXHAUSTED, UNREADABLE. */
  readonly code: string;
  readonly fields: readonly string[];
  readonly attempts: number;
  /** ISO 8601. */
  readonly deadAt: string;
}

/** Which ones; everything given must hold. */
export interface DeadLetterFilter {
  readonly ids?: readonly string[] | undefined;
  readonly source?: string | undefined;
  readonly code?: string | undefined;
  readonly limit?: number | undefined;
}

/** The open dead letters, oldest first. */
export async function listDeadLetters(pool: pg.Pool, filter: DeadLetterFilter): Promise<DeadLetter[]> {
  const { rows } = await pool.query<Omit<DeadLetter, 'deadAt'> & { deadAt: Date }>(
    `SELECT d.id, e.event_key AS "eventKey", e.source, e.event_type AS "eventType", e.entity_id AS "entityId", d.code, d.fields,
       d.attempts, d.dead_at AS "deadAt"
     FROM receiver.dead_letters d JOIN receiver.events e ON e.id = d.event_id
     WHERE d.retried_at IS NULL AND ${CONDITION} ORDER BY d.id LIMIT $4`,
    [...conditionValues(filter), filter.limit ?? 1_000]
  );
  return rows.map((row) => ({ ...row, deadAt: row.deadAt.toISOString() }));
}

/**
 * Puts dead letters back into the queue; who and why stays with them.
 *
 * @returns how many
 */
export async function retryDeadLetters(
  pool: pg.Pool,
  filter: DeadLetterFilter,
  person: string,
  reason: string
): Promise<number> {
  const { rowCount } = await pool.query(
    `WITH chosen AS (
       SELECT d.id, d.event_id FROM receiver.dead_letters d JOIN receiver.events e ON e.id = d.event_id
       WHERE d.retried_at IS NULL AND ${CONDITION} ORDER BY d.id FOR UPDATE OF d, e
     ), noted AS (
       UPDATE receiver.dead_letters d SET retried_at = clock_timestamp(), retried_by = $4, retry_reason = $5
       FROM chosen WHERE d.id = chosen.id
     )
     UPDATE receiver.events e SET state = 'waiting', attempts = 0, available_at = clock_timestamp()
     FROM chosen WHERE e.id = chosen.event_id AND e.state = 'dead'`,
    [...conditionValues(filter), person, reason]
  );
  return rowCount ?? 0;
}

const CONDITION = `($1::bigint[] IS NULL OR d.id = ANY($1)) AND ($2::text IS NULL OR e.source = $2) AND ($3::text IS NULL OR d.code = $3)`;

const conditionValues = (filter: DeadLetterFilter): unknown[] => [
  filter.ids ?? null,
  filter.source ?? null,
  filter.code ?? null
];
