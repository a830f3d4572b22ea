import { initialiseOrg, isInitialised, type OrgIdentity, type OrgSeed } from '../schema/org/initialise.js';
import { readVersion } from '../schema/org/load-schema.js';
import { writeFeatures } from '../schema/org/features.js';
import { renewIdentity } from '../schema/org/renew-identity.js';
import { upgradeStandard } from '../schema/org/upgrade.js';
import type { HandlerTable } from './handlers.js';
import type { SlotContext } from './slot.js';

export interface OrgStart extends OrgIdentity {
  readonly version: number;
  readonly adminUsername: string;
}

export const orgOperations: HandlerTable = {
  /** Makes the org of an empty database, or finds the one that is there. Runs before any slot has an image. */
  'start-org': (context: SlotContext, seed: OrgSeed): OrgStart => {
    const db = context.slot.connection;
    const isNew = !isInitialised(db);
    db.defer('BEGIN');
    try {
      if (isNew) initialiseOrg(db, seed);
      else upgradeStandard(db);
      if (!isNew && seed.renew) renewIdentity(db, seed);
      writeFeatures(db, seed.features ?? []);
      db.defer('COMMIT');
      db.flush();
    } catch (error) {
      db.discard();
      db.defer('ROLLBACK');
      db.flush();
      throw error;
    }
    const row = db.query(
      'SELECT o.org_id, o.admin_user_id, u.username FROM meta.org o JOIN data."user" u ON u.id = o.admin_user_id'
    ).rows[0];
    if (!row) throw new Error('the database holds no complete org; remove it and start again');
    return {
      orgId: String(row[0]),
      adminUserId: String(row[1]),
      adminUsername: String(row[2]),
      version: readVersion(db)
    };
  }
};
