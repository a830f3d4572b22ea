import { randomBytes } from 'node:crypto';
import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import { insertRow, sqlTimestamp } from '../../schema/org/rows.js';
import type { Signup } from './signup.js';

/** A scratch org as the hub keeps it. */
export interface KeptScratchOrg {
  /** Id of the ScratchOrgInfo row. */
  readonly signupId: string;
  readonly database: string;
  /** null: it has not listened yet. */
  readonly port: number | null;
}

/** What a hub has to do. */
export interface HubWork {
  /** Claimed: their rows say Creating, their databases have names and do not exist. */
  readonly signups: readonly { readonly signup: Signup; readonly database: string }[];
  /** Scratch orgs that were deleted or have expired, and still run. */
  readonly ended: readonly KeptScratchOrg[];
}

/** What a hub finds when it starts. */
export interface HubState {
  readonly active: readonly KeptScratchOrg[];
  /** Databases that were being made when the process ended. Their signups are New again. */
  readonly unfinished: readonly string[];
}

/** A scratch org that answers. */
export interface SignedUpOrg {
  readonly signupId: string;
  readonly orgId: string;
  readonly username: string;
  readonly loginUrl: string;
  readonly port: number;
  readonly authCode: string;
  readonly instance: string;
  /** `2026-12-31`. */
  readonly expirationDate: string;
  readonly durationDays: number;
}

export interface HubLimits {
  readonly active: number;
  readonly daily: number;
}

const DAY_MS = 86_400_000;

/** ScratchOrgInfo and ActiveScratchOrg as the signup service of a Dev Hub keeps them. All run as the administrator. */
export const hubOperations: HandlerTable = {
  'hub-recover': (context: SlotContext): HubState =>
    context.transaction({}, (tx) => {
      const unfinished = tx.db.query(
        "DELETE FROM meta.scratch_org WHERE state = 'creating' RETURNING signup_id, database"
      ).rows;
      tx.db.query("UPDATE scratchorginfo SET status = 'New' WHERE status = 'Creating'");
      const active = tx.db.query('SELECT signup_id, database, port FROM meta.scratch_org ORDER BY signup_id').rows;
      return { active: active.map(readKept), unfinished: unfinished.map(([, database]) => String(database)) };
    }),

  'hub-review': (context: SlotContext, { limits, prefix }: { limits: HubLimits; prefix: string }): HubWork =>
    context.transaction({}, (tx) => {
      expire(tx);
      const ended = tx.db.query(
        `SELECT s.signup_id, s.database, s.port FROM meta.scratch_org s
          WHERE s.state = 'active' AND NOT EXISTS
                (SELECT 1 FROM activescratchorg a WHERE a.scratchorginfoid = s.signup_id AND NOT a.isdeleted)`
      ).rows;
      return { signups: claimSignups(tx, limits, prefix), ended: ended.map(readKept) };
    }),

  /** The org answers: from now on clients see it. */
  'signup-done': (context: SlotContext, org: SignedUpOrg): void =>
    context.transaction({}, (tx) => {
      tx.db.query("UPDATE meta.scratch_org SET state = 'active', port = $2::int WHERE signup_id = $1", [
        org.signupId,
        org.port
      ]);
      tx.db.query(
        `UPDATE scratchorginfo SET status = 'Active', scratchorg = $2, signupusername = $3, loginurl = $4, authcode = $5,
                signupinstance = $6, expirationdate = $7::date, durationdays = $8::int, signuptrialdays = $8::int,
                signupemail = adminemail, signupcountry = country, signuplanguage = language, errorcode = NULL,
                lastmodifieddate = $9::timestamp, systemmodstamp = $9::timestamp WHERE id = $1`,
        [
          org.signupId,
          org.orgId.slice(0, 15),
          org.username,
          org.loginUrl,
          org.authCode,
          org.instance,
          org.expirationDate,
          org.durationDays,
          sqlTimestamp(tx.now())
        ]
      );
      insertActive(tx, org);
    }),

  'signup-failed': (context: SlotContext, { signupId, reason }: { signupId: string; reason: string }): void =>
    context.transaction({}, (tx) => {
      tx.db.query('DELETE FROM meta.scratch_org WHERE signup_id = $1', [signupId]);
      refuse(tx, signupId, reason);
    }),

  /** Its database is gone. */
  'scratch-org-ended': (context: SlotContext, { signupId }: { signupId: string }): void =>
    context.transaction({}, (tx) => {
      tx.db.query('DELETE FROM meta.scratch_org WHERE signup_id = $1', [signupId]);
      tx.db.query(
        "UPDATE scratchorginfo SET status = 'Deleted', deleteddate = $2::timestamp, authcode = NULL WHERE id = $1",
        [signupId, sqlTimestamp(tx.now())]
      );
    }),

  /** After a restart its port was taken by somebody else. */
  'scratch-org-moved': (context: SlotContext, payload: { signupId: string; port: number; loginUrl: string }): void =>
    context.transaction({}, (tx) => {
      tx.db.query('UPDATE meta.scratch_org SET port = $2::int WHERE signup_id = $1', [payload.signupId, payload.port]);
      tx.db.query('UPDATE scratchorginfo SET loginurl = $2 WHERE id = $1', [payload.signupId, payload.loginUrl]);
    })
};

const readKept = ([signupId, database, port]: readonly unknown[]): KeptScratchOrg => ({
  signupId: String(signupId),
  database: String(database),
  port: port === null ? null : Number(port)
});

/** A scratch org lives through its last day. */
function expire(tx: SlotTransaction): void {
  const now = sqlTimestamp(tx.now());
  tx.db.query(
    `UPDATE activescratchorg SET isdeleted = true, lastmodifieddate = $1::timestamp, systemmodstamp = $1::timestamp
      WHERE NOT isdeleted AND (expirationdate < $1::date
            OR scratchorginfoid IN (SELECT id FROM scratchorginfo WHERE isdeleted))`,
    [now]
  );
}

function claimSignups(tx: SlotTransaction, limits: HubLimits, prefix: string): HubWork['signups'] {
  const wanted = tx.db.query(
    `SELECT id, username, adminemail, orgname, edition, features, durationdays, connectedappconsumerkey, namespace,
            snapshot, sourceorg, release, hassampledata
       FROM scratchorginfo WHERE status = 'New' AND NOT isdeleted ORDER BY createddate, id FOR UPDATE`
  ).rows;
  return wanted.flatMap((row) => {
    const signup = readSignup(row);
    const reason = limitReached(tx, limits) ?? takenName(tx, signup);
    if (reason !== null) {
      refuse(tx, signup.id, reason);
      return [];
    }
    const database = `${prefix}${randomBytes(8).toString('hex')}`;
    tx.db.query("INSERT INTO meta.scratch_org (signup_id, database, state) VALUES ($1, $2, 'creating')", [
      signup.id,
      database
    ]);
    tx.db.query("UPDATE scratchorginfo SET status = 'Creating' WHERE id = $1", [signup.id]);
    return [{ signup, database }];
  });
}

function readSignup(row: readonly unknown[]): Signup {
  const text = (index: number): string | null => {
    const value = row[index];
    return value === null || value === undefined || value === '' ? null : String(value);
  };
  return {
    id: String(row[0]),
    username: text(1),
    adminEmail: text(2),
    orgName: text(3),
    edition: text(4),
    features: text(5),
    durationDays: row[6] === null ? null : Number(row[6]),
    clientId: text(7),
    namespace: text(8),
    snapshot: text(9),
    sourceOrg: text(10),
    release: text(11),
    hasSampleData: row[12] === true
  };
}

/** As the limits resource shows them. Source: sfdx_dev, "Supported Scratch Org Editions and Allocations". */
export function remainingScratchOrgs(
  tx: SlotTransaction,
  limits: HubLimits
): Readonly<Record<string, { Max: number; Remaining: number }>> {
  const { active, daily } = countScratchOrgs(tx);
  return {
    ActiveScratchOrgs: { Max: limits.active, Remaining: Math.max(0, limits.active - active) },
    DailyScratchOrgs: { Max: limits.daily, Remaining: Math.max(0, limits.daily - daily) }
  };
}

/** How many scratch orgs there are, and were made in a day. */
function countScratchOrgs(tx: SlotTransaction): { readonly active: number; readonly daily: number } {
  const [row] = tx.db.query(
    `SELECT (SELECT count(*) FROM meta.scratch_org)::int,
            (SELECT count(*) FROM scratchorginfo WHERE status IN ('Creating', 'Active', 'Deleted') AND createddate > $1::timestamp)::int`,
    [sqlTimestamp(tx.now() - DAY_MS)]
  ).rows;
  return { active: Number(row?.[0]), daily: Number(row?.[1]) };
}

function limitReached(tx: SlotTransaction, limits: HubLimits): string | null {
  const { active, daily } = countScratchOrgs(tx);
  if (active >= limits.active) {
    return `LIMIT_EXCEEDED: ${active} of ${limits.active} scratch orgs are active; delete one with 'sf org delete scratch'`;
  }
  if (daily >= limits.daily) return `LIMIT_EXCEEDED: ${daily} scratch orgs were made in the last 24 hours`;
  return null;
}

/** Usernames are unique over all orgs that there are. C-1007 is what the CLI explains so. */
function takenName(tx: SlotTransaction, { id, username }: Signup): string | null {
  if (username === null) return null;
  const taken = tx.db.query(
    `SELECT 1 FROM scratchorginfo WHERE lower($1) IN (lower(username), lower(signupusername)) AND id <> $2
        AND status IN ('Creating', 'Active')
     UNION ALL SELECT 1 FROM "user" WHERE lower(username) = lower($1)`,
    [username, id]
  );
  return taken.rowCount > 0 ? 'C-1007' : null;
}

function refuse(tx: SlotTransaction, signupId: string, reason: string): void {
  tx.db.query("UPDATE scratchorginfo SET status = 'Error', errorcode = $2 WHERE id = $1", [
    signupId,
    reason.slice(0, 1000)
  ]);
}

function insertActive(tx: SlotTransaction, org: SignedUpOrg): void {
  const object = tx.schema.object('ActiveScratchOrg');
  const [row] = tx.db.query(
    'SELECT edition, features, orgname, adminemail, ownerid FROM scratchorginfo WHERE id = $1',
    [org.signupId]
  ).rows;
  if (!object || !row) throw new Error(`the signup ${org.signupId} is gone`);
  const [edition = null, features = null, orgName = null, email = null, ownerId = null] = row;
  insertRow(
    tx.db,
    object,
    {
      Id: tx.newId(object.keyPrefix),
      ScratchOrgInfoId: org.signupId,
      ScratchOrg: org.orgId.slice(0, 15),
      SignupUsername: org.username,
      SignupInstance: org.instance,
      ExpirationDate: org.expirationDate,
      Edition: edition,
      Features: features,
      OrgName: orgName,
      SignupEmail: email,
      OwnerId: ownerId,
      IsDeleted: false
    },
    { userId: tx.user.id, now: tx.now() }
  );
}
