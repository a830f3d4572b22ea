import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { NormalizedEvent } from '../contract.js';
import { inTransaction } from './database.js';

/** An event on its way to Salesforce. */
export interface ClaimedEvent extends NormalizedEvent {
  /** Of the row; as text, because it may exceed a JavaScript number. */
  readonly id: string;
  /** Tries that the org answered with a passing error. */
  readonly attempts: number;
}

/** Events that only this process forwards until the lease ends. */
export interface Claim {
  readonly lease: string;
  readonly events: readonly ClaimedEvent[];
}

export interface Waiting {
  /** Events that may be claimed now; counted up to the limit asked for. */
  readonly count: number;
  /** How long the oldest of them has been waiting. Milliseconds. */
  readonly oldestMs: number;
}

/** What to do with an event after a call. */
export type Outcome =
  | { readonly kind: 'delivered'; readonly id: string; readonly recordId: string | null }
  | { readonly kind: 'again'; readonly id: string; readonly afterMs: number; readonly counts: boolean }
  | { readonly kind: 'dead'; readonly id: string; readonly code: string; readonly fields: readonly string[] };

/** One claim at a time over all processes, so that none takes an event whose predecessor another one is taking. */
const CLAIM_LOCK = 0x72_65_63_6c;

const COUNT = `
  SELECT count(*)::int AS count, coalesce(extract(epoch FROM clock_timestamp() - min(available_at)) * 1000, 0)::float8 AS oldest
  FROM (SELECT available_at FROM receiver.events WHERE state = 'waiting' AND available_at <= clock_timestamp() ORDER BY id LIMIT $1) t`;

/** An event waits while an earlier one of its entity is on its way or backs off. */
const CLAIM = `
  WITH candidate AS (
    SELECT e.id, e.payload_bytes FROM receiver.events e
    WHERE e.state = 'waiting' AND e.available_at <= clock_timestamp() AND NOT EXISTS (
      SELECT 1 FROM receiver.events earlier
      WHERE earlier.state = 'waiting' AND earlier.source = e.source AND earlier.entity_id = e.entity_id
        AND earlier.id < e.id AND earlier.available_at > clock_timestamp())
    ORDER BY e.id LIMIT $1 FOR UPDATE OF e SKIP LOCKED
  ), fitting AS (
    SELECT id, sum(payload_bytes) OVER (ORDER BY id) AS upto, payload_bytes FROM candidate
  )
  UPDATE receiver.events e SET lease = $3, available_at = clock_timestamp() + $4 * interval '1 millisecond'
  FROM fitting WHERE e.id = fitting.id AND (fitting.upto <= $2 OR fitting.upto = fitting.payload_bytes)
  RETURNING e.id, e.event_key AS "eventKey", e.source, e.event_type AS "eventType", e.entity_id AS "entityId",
    e.source_timestamp AS "sourceTimestamp", e.source_version AS "sourceVersion", e.payload,
    e.correlation_id AS "correlationId", e.attempts`;

const RENEW = `
  UPDATE receiver.events SET available_at = clock_timestamp() + $2 * interval '1 millisecond'
  WHERE id = ANY($1::bigint[]) AND state = 'waiting' AND lease = $3`;

/** Delivered is delivered, whoever holds the lease by now. */
const DELIVERED = `
  UPDATE receiver.events e SET state = 'delivered', delivered_at = clock_timestamp(), record_id = given.record_id, lease = NULL
  FROM unnest($1::bigint[], $2::text[]) AS given (id, record_id) WHERE e.id = given.id AND e.state <> 'delivered'`;

const AGAIN = `
  UPDATE receiver.events e SET lease = NULL, attempts = e.attempts + given.counts,
    available_at = clock_timestamp() + given.after * interval '1 millisecond'
  FROM unnest($1::bigint[], $2::float8[], $3::int[]) AS given (id, after, counts)
  WHERE e.id = given.id AND e.state = 'waiting' AND e.lease = $4`;

const DEAD = `
  WITH dead AS (
    UPDATE receiver.events e SET state = 'dead', lease = NULL, attempts = e.attempts + 1
    FROM unnest($1::bigint[], $2::text[], $3::text[]) AS given (id, code, fields)
    WHERE e.id = given.id AND e.state = 'waiting' AND e.lease = $4
    RETURNING e.id, given.code, given.fields, e.attempts
  )
  INSERT INTO receiver.dead_letters (event_id, code, fields, attempts)
  SELECT id, code, coalesce(string_to_array(nullif(fields, ''), ','), '{}'), attempts FROM dead`;

/** The queue in the table of events. */
export class Claims {
  constructor(
    private readonly pool: pg.Pool,
    private readonly leaseMs: number
  ) {}

  async waiting(limit: number): Promise<Waiting> {
    const { rows } = await this.pool.query<{ count: number; oldest: number }>(COUNT, [limit]);
    return { count: rows[0]!.count, oldestMs: rows[0]!.oldest };
  }

  /** Takes the oldest events that may go now; none when the claim is empty. */
  async take(limit: number, bytes: number): Promise<Claim> {
    const lease = randomUUID();
    const { rows } = await inTransaction(this.pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [CLAIM_LOCK]);
      return client.query<ClaimedEvent>(CLAIM, [limit, bytes, lease, this.leaseMs]);
    });
    return { lease, events: rows.sort(byId) };
  }

  /** Says that the process lives. */
  async renew(claim: Claim): Promise<void> {
    await this.pool.query(RENEW, [claim.events.map((event) => event.id), this.leaseMs, claim.lease]);
  }

  /** Stores what became of claimed events, in one transaction. */
  async finish(lease: string, outcomes: readonly Outcome[]): Promise<void> {
    const delivered = outcomes.filter((outcome) => outcome.kind === 'delivered');
    const again = outcomes.filter((outcome) => outcome.kind === 'again');
    const dead = outcomes.filter((outcome) => outcome.kind === 'dead');
    await inTransaction(this.pool, async (client) => {
      if (delivered.length > 0) {
        await client.query(DELIVERED, [delivered.map((one) => one.id), delivered.map((one) => one.recordId)]);
      }
      if (again.length > 0) {
        const counts = again.map((one) => (one.counts ? 1 : 0));
        await client.query(AGAIN, [again.map((one) => one.id), again.map((one) => one.afterMs), counts, lease]);
      }
      if (dead.length > 0) {
        const fields = dead.map((one) => one.fields.join(','));
        await client.query(DEAD, [dead.map((one) => one.id), dead.map((one) => one.code), fields, lease]);
      }
    });
  }

  /** Gives every claim back; only for a process that knows it is the only one. */
  async releaseAll(): Promise<void> {
    await this.pool.query(
      `UPDATE receiver.events SET lease = NULL, available_at = clock_timestamp() WHERE state = 'waiting' AND lease IS NOT NULL`
    );
  }
}

const byId = (a: ClaimedEvent, b: ClaimedEvent): number =>
  a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
