import { randomInt } from 'node:crypto';
import type { SyncConnection } from '../../database/connection.js';
import { createOrgSchema } from '../org-schema.js';
import { standardObjects } from '../standard/index.js';
import { seedOrg, type OrgSeed } from './initialise.js';

/** Blocks of ids start anywhere below this: two orgs of one template rarely meet. */
const ID_BLOCKS = 2 ** 40;

const EMPTY_TABLES = `
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'data' LOOP
    EXECUTE format('DELETE FROM data.%I', name);
  END LOOP;
END $$`;

/**
 * Makes another org of the copy of one: a range of record ids of its own, and all rows of a new org anew, so that no id of
 * an org, user, profile or permission set is another org's. The copy must be as `initialiseOrg` left it. The caller owns
 * the transaction.
 */
export function renewIdentity(db: SyncConnection, seed: OrgSeed): void {
  // A sequence takes its new place at once, whatever becomes of the transaction; a number that is skipped harms nobody.
  db.query("SELECT setval('meta.id_blocks', $1::bigint)", [randomInt(1, ID_BLOCKS)]);
  db.query(EMPTY_TABLES);
  db.query('DELETE FROM meta.org');
  seedOrg(db, createOrgSchema(1, standardObjects()), seed);
}
