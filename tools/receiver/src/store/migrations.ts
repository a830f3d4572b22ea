import type pg from 'pg';

/**
 * Tables, in the schema `receiver`. A migration never changes once it is released; a new one goes to the end.
 *
 * `events` is memory (unique key), queue (`state`, `available_at`, `lease`) and record of the delivery in one row. Keys
 * are compared byte by byte (collation "C"), as the inbox compares them.
 */
const MIGRATIONS: readonly string[] = [
  `CREATE SEQUENCE receiver.events_id;
   CREATE TABLE receiver.events (
     id bigint PRIMARY KEY,
     event_key text COLLATE "C" NOT NULL UNIQUE,
     source text COLLATE "C" NOT NULL,
     event_type text NOT NULL,
     entity_id text COLLATE "C" NOT NULL,
     source_timestamp text,
     source_version text,
     payload text NOT NULL,
     payload_bytes integer NOT NULL,
     correlation_id text,
     digest bytea NOT NULL,
     conflicts integer NOT NULL DEFAULT 0,
     state text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dead')),
     attempts integer NOT NULL DEFAULT 0,
     received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     available_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     lease uuid,
     delivered_at timestamptz,
     record_id text
   ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1);
   CREATE INDEX events_waiting ON receiver.events (id) WHERE state = 'waiting';
   CREATE INDEX events_waiting_entity ON receiver.events (source, entity_id, id) WHERE state = 'waiting';
   CREATE INDEX events_delivered ON receiver.events (delivered_at) WHERE state = 'delivered';
   CREATE TABLE receiver.dead_letters (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     event_id bigint NOT NULL REFERENCES receiver.events ON DELETE CASCADE,
     dead_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     code text NOT NULL,
     fields text[] NOT NULL,
     attempts integer NOT NULL,
     retried_at timestamptz,
     retried_by text,
     retry_reason text
   );
   CREATE INDEX dead_letters_event ON receiver.dead_letters (event_id);
   CREATE INDEX dead_letters_open ON receiver.dead_letters (id) WHERE retried_at IS NULL;`
];

/** One receiver at a time migrates: any number nobody else uses. */
const MIGRATION_LOCK = 0x72_65_63_76;

/** Brings the tables up to date, or finds that they are. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    // Without the right to create schemas, an administrator creates this one once.
    const { rows: found } = await client.query("SELECT 1 FROM pg_namespace WHERE nspname = 'receiver'");
    if (found.length === 0) await client.query('CREATE SCHEMA receiver');
    await client.query(
      'CREATE TABLE IF NOT EXISTS receiver.migrations (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())'
    );
    const { rows } = await client.query<{ version: number }>(
      'SELECT coalesce(max(version), 0) AS version FROM receiver.migrations'
    );
    const version = rows[0]!.version;
    if (version > MIGRATIONS.length) {
      throw new Error(
        `The database was made by a newer receiver (its tables are version ${version}, this one knows ${MIGRATIONS.length}). Update the receiver.`
      );
    }
    for (let next = version; next < MIGRATIONS.length; next += 1) {
      await client.query(MIGRATIONS[next]!);
      await client.query('INSERT INTO receiver.migrations (version) VALUES ($1)', [next + 1]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}
