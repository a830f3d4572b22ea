import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { NormalizedEvent } from '../contract.js';

/** What became of an event that was to be stored. */
export type Stored = 'new' | 'known' | 'conflict';

/** An event with what the table holds besides. */
export interface EventRow {
  readonly event: NormalizedEvent;
  /** SHA-256 of everything but the key: tells whether a known key came with the same content. */
  readonly digest: Buffer;
  readonly payloadBytes: number;
}

export function toRow(event: NormalizedEvent): EventRow {
  const hash = createHash('sha256');
  const parts = [event.source, event.eventType, event.entityId, event.sourceTimestamp, event.sourceVersion];
  hash.update(JSON.stringify(parts)).update(event.payload);
  return { event, digest: hash.digest(), payloadBytes: Buffer.byteLength(event.payload) };
}

/**
 * Rows get their ids in the order of arrival, which is the order of an entity's events, and are inserted in the order of
 * their keys: two statements that share keys would otherwise wait for each other.
 */
const INSERT = `
  WITH arrived AS MATERIALIZED (
    SELECT nextval('receiver.events_id') AS id, given.*
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::text[],
      $10::bytea[])
    AS given (event_key, source, event_type, entity_id, source_timestamp, source_version, payload, payload_bytes,
      correlation_id, digest)
  )
  INSERT INTO receiver.events (id, event_key, source, event_type, entity_id, source_timestamp, source_version, payload,
    payload_bytes, correlation_id, digest)
  SELECT * FROM arrived ORDER BY event_key COLLATE "C"
  ON CONFLICT (event_key) DO NOTHING
  RETURNING event_key, digest`;

const COMPARE = `SELECT event_key, digest FROM receiver.events WHERE event_key = ANY($1::text[])`;

const COUNT_CONFLICTS = `
  UPDATE receiver.events SET conflicts = conflicts + 1 WHERE id IN
    (SELECT id FROM receiver.events WHERE event_key = ANY($1::text[]) ORDER BY event_key FOR UPDATE)`;

/**
 * Stores events in one statement, which is one transaction.
 *
 * @returns what became of each, in the order given
 */
export async function insertEvents(pool: pg.Pool, rows: readonly EventRow[]): Promise<Stored[]> {
  const firsts = new Map<string, EventRow>();
  for (const row of rows) if (!firsts.has(row.event.eventKey)) firsts.set(row.event.eventKey, row);
  const digests = await insertFirsts(pool, [...firsts.values()]);
  const conflicts = new Set<string>();
  const result = rows.map((row): Stored => {
    const { eventKey } = row.event;
    const { digest, isNew } = digests.get(eventKey)!;
    if (isNew && firsts.get(eventKey) === row) return 'new';
    if (digest.equals(row.digest)) return 'known';
    conflicts.add(eventKey);
    return 'conflict';
  });
  if (conflicts.size > 0) await pool.query(COUNT_CONFLICTS, [[...conflicts]]);
  return result;
}

async function insertFirsts(
  pool: pg.Pool,
  rows: readonly EventRow[]
): Promise<Map<string, { digest: Buffer; isNew: boolean }>> {
  const column = <T>(value: (row: EventRow) => T): T[] => rows.map(value);
  const inserted = await pool.query<{ event_key: string; digest: Buffer }>({
    name: 'insert-events',
    text: INSERT,
    values: [
      column((row) => row.event.eventKey),
      column((row) => row.event.source),
      column((row) => row.event.eventType),
      column((row) => row.event.entityId),
      column((row) => row.event.sourceTimestamp),
      column((row) => row.event.sourceVersion),
      column((row) => row.event.payload),
      column((row) => row.payloadBytes),
      column((row) => row.event.correlationId),
      column((row) => row.digest)
    ]
  });
  const found = new Map(inserted.rows.map((row) => [row.event_key, { digest: row.digest, isNew: true }]));
  const known = rows.map((row) => row.event.eventKey).filter((key) => !found.has(key));
  if (known.length > 0) {
    const { rows: existing } = await pool.query<{ event_key: string; digest: Buffer }>(COMPARE, [known]);
    for (const row of existing) found.set(row.event_key, { digest: row.digest, isNew: false });
  }
  // Retention may take a row between the two statements: then it was known, and nothing is left to compare with.
  for (const row of rows) {
    if (!found.has(row.event.eventKey)) found.set(row.event.eventKey, { digest: row.digest, isNew: false });
  }
  return found;
}
