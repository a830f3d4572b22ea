/**
 * Tables of the schema `meta`: what the org knows of itself. Unlike the tables of objects they are always named with
 * their schema. What is written and read as a whole is not compressed (STORAGE EXTERNAL): that took longer than the rest.
 */
export const META_TABLES: readonly string[] = [
  // One row. `version` grows with each deploy that commits; slots compare it to know that they must reload.
  `CREATE TABLE meta.org (
     org_id text NOT NULL,
     admin_user_id text NOT NULL,
     version integer NOT NULL,
     standard_digest text NOT NULL,
     only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row))`,
  // Ids are given out in blocks, so that a slot asks rarely.
  `CREATE SEQUENCE meta.id_blocks`,
  // `json`, not `jsonb`: the order of fields is kept. Objects that differ from the standard ones of the data files: custom ones, and standard ones with additions.
  `CREATE TABLE meta.object_definition (name text PRIMARY KEY, definition json STORAGE EXTERNAL NOT NULL)`,
  // The standard objects as the tables were made for them: an org kept from an earlier version is brought up to date by them.
  `CREATE TABLE meta.standard_definition (name text PRIMARY KEY, definition json STORAGE EXTERNAL NOT NULL)`,
  // Prefixes of deleted objects stay here: they are not given out again.
  `CREATE TABLE meta.key_prefix (prefix text PRIMARY KEY, object_name text NOT NULL)`,
  `CREATE TABLE meta.component (
     type text NOT NULL,
     key text NOT NULL,
     full_name text NOT NULL,
     id text NOT NULL,
     file_name text NOT NULL,
     digest text NOT NULL,
     -- The component's XML element as JSON (XmlElement): read back without a parser.
     xml text,
     created_by text NOT NULL,
     created_date timestamp(3) NOT NULL,
     modified_by text NOT NULL,
     modified_date timestamp(3) NOT NULL,
     PRIMARY KEY (type, key))`,
  `CREATE INDEX component_id ON meta.component (id)`,
  `CREATE TABLE meta.component_file (
     type text NOT NULL,
     key text NOT NULL,
     path text NOT NULL,
     content bytea NOT NULL,
     PRIMARY KEY (type, key, path),
     FOREIGN KEY (type, key) REFERENCES meta.component ON DELETE CASCADE)`,
  // Compiled Apex: what a slot links without parsing.
  `CREATE TABLE meta.compiled_unit (key text PRIMARY KEY, unit json STORAGE EXTERNAL NOT NULL)`,
  `CREATE TABLE meta.deployment (
     id text PRIMARY KEY,
     created_by text NOT NULL,
     created_date timestamp(3) NOT NULL,
     status text NOT NULL,
     options jsonb NOT NULL,
     archive bytea,
     result json)`,
  `CREATE TABLE meta.retrieval (
     id text PRIMARY KEY,
     created_by text NOT NULL,
     created_date timestamp(3) NOT NULL,
     result json NOT NULL,
     archive bytea)`,
  // Asynchronous work that is committed and has not run; the AsyncApexJob row is what users see of it.
  `CREATE TABLE meta.job (
     id text PRIMARY KEY,
     kind text NOT NULL,
     class_name text NOT NULL,
     payload text NOT NULL,
     user_id text NOT NULL,
     run_at timestamp(3) NOT NULL,
     signature text,
     depth integer NOT NULL,
     maximum_depth integer,
     failures integer NOT NULL,
     cron text,
     state text NOT NULL)`,
  // Platform events that wait for delivery.
  `CREATE TABLE meta.event (position bigserial PRIMARY KEY, object_name text NOT NULL, payload text NOT NULL)`,
  // Scopes of a running batch that are still to be executed, in order.
  `CREATE TABLE meta.batch_scope (
     job_id text NOT NULL REFERENCES meta.job ON DELETE CASCADE,
     number integer NOT NULL,
     payload text NOT NULL,
     PRIMARY KEY (job_id, number))`,
  `CREATE INDEX job_signature ON meta.job (signature) WHERE signature IS NOT NULL`,
  `CREATE TABLE meta.test_copy_table (copy text, table_name text, digest text NOT NULL, PRIMARY KEY (copy, table_name))`
];

/** Tables that orgs of earlier versions have not: each start makes those that are missing. */
export const LATER_TABLES: readonly string[] = [
  `ALTER TABLE meta.org ADD COLUMN IF NOT EXISTS features text[] NOT NULL DEFAULT '{}'`,
  `ALTER TABLE meta.job ADD COLUMN IF NOT EXISTS delay_minutes integer NOT NULL DEFAULT 0`,
  // Rows that the transaction under way took out of the recycle bin for good; ALL ROWS finds them until it commits.
  `CREATE TABLE IF NOT EXISTS meta.purged_row (id varchar(18) COLLATE "C" PRIMARY KEY, object_name text NOT NULL)`,
  // Numbers changes of components, for source tracking.
  `CREATE SEQUENCE IF NOT EXISTS meta.source_revision`,
  // Of a Dev Hub: the scratch orgs whose databases exist, or are being made.
  `CREATE TABLE IF NOT EXISTS meta.scratch_org (
     signup_id text PRIMARY KEY,
     database text NOT NULL,
     state text NOT NULL,
     port integer)`,
  // Jobs of Bulk API 2.0; `content` is the CSV that was uploaded.
  `CREATE TABLE IF NOT EXISTS meta.bulk_job (
     id text PRIMARY KEY,
     kind text NOT NULL,
     created_by text NOT NULL,
     created_date timestamp(3) NOT NULL,
     state text NOT NULL,
     spec json NOT NULL,
     content text,
     processed integer NOT NULL DEFAULT 0,
     failed integer NOT NULL DEFAULT 0,
     error text,
     duration_ms integer NOT NULL DEFAULT 0)`,
  // What became of each row of an ingest job, or the lines of a query job.
  `CREATE TABLE IF NOT EXISTS meta.bulk_row (
     job_id text NOT NULL REFERENCES meta.bulk_job ON DELETE CASCADE,
     number integer NOT NULL,
     record_id text,
     created boolean NOT NULL DEFAULT false,
     error text,
     line text,
     PRIMARY KEY (job_id, number))`,
  // Platform events that were delivered, in that order ("sequence"), for subscribers that ask for them again.
  `CREATE TABLE IF NOT EXISTS meta.past_event (
     sequence bigserial PRIMARY KEY,
     position bigint NOT NULL,
     object_name text NOT NULL,
     payload text NOT NULL,
     delivered_date timestamp(3) NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS past_event_object ON meta.past_event (object_name, sequence)`,
  `CREATE INDEX IF NOT EXISTS past_event_position ON meta.past_event (position)`,
  `CREATE INDEX IF NOT EXISTS past_event_date ON meta.past_event (delivered_date)`,
  // Passwords of users, `salt:scrypt`, both in base64.
  `CREATE TABLE IF NOT EXISTS meta.password (user_id text PRIMARY KEY, hash text NOT NULL)`,
  // Refresh tokens by their SHA-256.
  `CREATE TABLE IF NOT EXISTS meta.refresh_token (
     digest text PRIMARY KEY,
     user_id text NOT NULL,
     client_id text NOT NULL,
     created_date timestamp(3) NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS meta.apex_log_body (id text PRIMARY KEY, position bigserial UNIQUE, body text NOT NULL)`,
  // Rows that users looked at (FOR VIEW) or used (FOR REFERENCE), and when they last did.
  `CREATE TABLE IF NOT EXISTS meta.recent_row (
     user_id varchar(18) COLLATE "C" NOT NULL,
     record_id varchar(18) COLLATE "C" NOT NULL,
     object_name text NOT NULL,
     viewed timestamp(3),
     referenced timestamp(3),
     latest timestamp(3) GENERATED ALWAYS AS (greatest(viewed, referenced)) STORED,
     PRIMARY KEY (user_id, record_id))`
];
