import { createHash, randomBytes } from 'node:crypto';
import { ApiError } from '../../platform/api-error.js';
import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import { sqlTimestamp } from '../../schema/org/rows.js';
import { hashPassword, isPassword, newPassword, weaknessOf } from './passwords.js';

/** A user as a login finds it. */
export interface LoginUser {
  /** 18 characters. */
  readonly id: string;
  readonly isActive: boolean;
}

export interface RefreshGrant {
  readonly userId: string;
  readonly clientId: string;
}

/** Who the caller is. Source: Salesforce Help, "Identity URL Response Parameters". */
export interface Identity {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string;
  readonly nickname: string | null;
  readonly timeZone: string;
  readonly language: string;
  readonly locale: string;
  readonly userType: string | null;
  readonly isActive: boolean;
  /** null: a user of the platform itself. */
  readonly profileId: string | null;
  readonly organizationName: string;
}

/** What logins read and write. They run before anybody is logged in: as the administrator. */
export const oauthOperations: HandlerTable = {
  'login-user': (context: SlotContext, { username }: { username: string }): LoginUser | null =>
    context.transaction({}, (tx) => userNamed(tx, username)),

  /** @returns null when the password is wrong, or there is no such user. */
  'login-by-password': (
    context: SlotContext,
    { username, password }: { username: string; password: string }
  ): LoginUser | null =>
    context.transaction({}, (tx) => {
      const user = userNamed(tx, username);
      const kept = user && tx.db.query('SELECT hash FROM meta.password WHERE user_id = $1', [user.id]).rows[0]?.[0];
      return isPassword(password, kept ? String(kept) : null) ? user : null;
    }),

  'refresh-token-issue': (context: SlotContext, grant: RefreshGrant): string =>
    context.transaction({}, (tx) => issueRefreshToken(tx, grant)),

  'refresh-token-find': (context: SlotContext, { token }: { token: string }): RefreshGrant | null =>
    context.transaction({}, (tx) => {
      const [row] = tx.db.query('SELECT user_id, client_id FROM meta.refresh_token WHERE digest = $1', [
        digest(token)
      ]).rows;
      return row ? { userId: String(row[0]), clientId: String(row[1]) } : null;
    }),

  /** @returns whether there was one. */
  'refresh-token-revoke': (context: SlotContext, { token }: { token: string }): boolean =>
    context.transaction(
      {},
      (tx) => tx.db.query('DELETE FROM meta.refresh_token WHERE digest = $1', [digest(token)]).rowCount > 0
    ),

  identity: (context: SlotContext): Identity => context.transaction({}, (tx) => identityOf(tx, context.userId)),

  /** A password that an administrator, or the user, has chosen. */
  'password-set': (context: SlotContext, { userId, password }: { userId: string; password: string }): void =>
    context.transaction({}, (tx) => {
      requirePasswordRight(tx, userId);
      const weakness = weaknessOf(password);
      if (weakness !== null) throw new ApiError(400, 'INVALID_NEW_PASSWORD', weakness);
      keepPassword(tx, userId, password);
    }),

  /** @returns a new password: there is no mail that could bring it. */
  'password-reset': (context: SlotContext, { userId }: { userId: string }): string =>
    context.transaction({}, (tx) => {
      requirePasswordRight(tx, userId);
      const password = newPassword();
      keepPassword(tx, userId, password);
      return password;
    })
};

/** Gives out a refresh token; only its digest is kept. */
export function issueRefreshToken(tx: SlotTransaction, { userId, clientId }: RefreshGrant): string {
  const token = randomBytes(48).toString('base64url');
  tx.db.query(
    'INSERT INTO meta.refresh_token (digest, user_id, client_id, created_date) VALUES ($1, $2, $3, $4::timestamp)',
    [digest(token), userId, clientId, sqlTimestamp(tx.now())]
  );
  return token;
}

// Random and long: no salt and no slow function is needed to keep it secret.
const digest = (token: string): string => createHash('sha256').update(token).digest('base64');

function userNamed(tx: SlotTransaction, username: string): LoginUser | null {
  const [row] = tx.db.query('SELECT id, isactive FROM "user" WHERE lower(username) = lower($1)', [username]).rows;
  return row ? { id: String(row[0]), isActive: row[1] === true } : null;
}

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_setpassword.htm */
function requirePasswordRight(tx: SlotTransaction, userId: string): void {
  const [row] = tx.db.query('SELECT isactive FROM "user" WHERE left(id, 15) = left($1, 15)', [userId]).rows;
  if (!row) throw new ApiError(404, 'INVALID_CROSS_REFERENCE_KEY', `invalid user id: ${userId}`);
  if (row[0] !== true) throw new ApiError(400, 'INACTIVE_OWNER_OR_USER', 'The password of an inactive user stays');
  const isSelf = tx.user.id.slice(0, 15) === userId.slice(0, 15);
  if (isSelf || tx.rights.systemPermission('ResetPasswords') || tx.rights.systemPermission('ManageUsers')) return;
  throw new ApiError(403, 'INSUFFICIENT_ACCESS', 'setting the password of another user needs the right ResetPasswords');
}

function keepPassword(tx: SlotTransaction, userId: string, password: string): void {
  const now = sqlTimestamp(tx.now());
  tx.db.query(
    `INSERT INTO meta.password (user_id, hash) SELECT id, $2 FROM "user" WHERE left(id, 15) = left($1, 15)
     ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash`,
    [userId, hashPassword(password)]
  );
  tx.db.query('UPDATE "user" SET lastpasswordchangedate = $2::timestamp WHERE left(id, 15) = left($1, 15)', [
    userId,
    now
  ]);
}

function identityOf(tx: SlotTransaction, userId: string): Identity {
  const [row] = tx.db.query(
    `SELECT id, username, name, email, firstname, lastname, communitynickname, timezonesidkey, languagelocalekey,
            localesidkey, usertype, isactive, profileid, (SELECT name FROM organization) FROM "user" WHERE id = $1`,
    [userId]
  ).rows;
  if (!row) throw new ApiError(403, 'INVALID_SESSION_ID', 'the user of this session no longer exists');
  const text = (index: number): string => String(row[index] ?? '');
  const orNull = (index: number): string | null => (row[index] === null ? null : text(index));
  return {
    id: text(0),
    username: text(1),
    name: text(2),
    email: text(3),
    firstName: orNull(4),
    lastName: text(5),
    nickname: orNull(6),
    timeZone: text(7),
    language: text(8),
    locale: text(9),
    userType: orNull(10),
    isActive: row[11] === true,
    profileId: orNull(12),
    organizationName: text(13)
  };
}
