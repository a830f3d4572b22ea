import { randomInt } from 'node:crypto';
import type { SyncConnection } from '../../database/connection.js';
import { IdAllocator } from './id-allocator.js';
import { sqlTimestamp } from './rows.js';
import type { OrgSeed } from './initialise.js';

/** Blocks of ids start anywhere below this: two orgs of one template rarely meet. */
const ID_BLOCKS = 2 ** 40;

/**
 * Makes another org of the copy of one: id of the org, a range of record ids, administrator and Organization row of its own.
 * The copy must be as `initialiseOrg` left it. The caller owns the transaction.
 */
export function renewIdentity(db: SyncConnection, seed: OrgSeed): void {
  // A sequence takes its new place at once, whatever becomes of the transaction; a number that is skipped harms nobody.
  db.query("SELECT setval('meta.id_blocks', $1::bigint)", [randomInt(1, ID_BLOCKS)]);
  const orgId = new IdAllocator(db).newId('00D');
  const now = sqlTimestamp(seed.now);
  const expires = seed.trialExpirationDate ?? null;
  db.query('UPDATE meta.org SET org_id = $1', [orgId]);
  db.query(
    `UPDATE organization SET id = $1, name = coalesce($2, name), organizationtype = coalesce($3, organizationtype),
            issandbox = $4::boolean, trialexpirationdate = $5::timestamp,
            createddate = $6::timestamp, lastmodifieddate = $6::timestamp, systemmodstamp = $6::timestamp`,
    [
      orgId,
      seed.organizationName ?? null,
      seed.organizationType ?? null,
      seed.isSandbox ?? false,
      expires === null ? null : sqlTimestamp(expires),
      now
    ]
  );
  db.query(
    `UPDATE "user" SET username = CASE WHEN usertype = 'AutomatedProcess' THEN $1 ELSE coalesce($2, username) END,
            email = CASE WHEN usertype = 'AutomatedProcess' THEN $1 ELSE coalesce($3, email) END,
            createddate = $4::timestamp, lastmodifieddate = $4::timestamp, systemmodstamp = $4::timestamp`,
    [`autoproc@${orgId.toLowerCase()}`, seed.adminUsername ?? null, seed.adminEmail ?? null, now]
  );
}
