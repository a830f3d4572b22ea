import type { SyncConnection } from '../database/connection.js';
import type { RunningUser } from '../schema/execution.js';

/**
 * The user as security sees it; null when there is none of the id or it is not active.
 * A user without profile (Automated Process) has '' as profile id.
 */
export function loadUser(db: SyncConnection, id: string): RunningUser | null {
  const { rows } = db.query(
    'SELECT id, username, profileid, timezonesidkey, localesidkey FROM "user" WHERE id = $1 AND isactive AND NOT isdeleted',
    [id]
  );
  const row = rows[0];
  if (!row) return null;
  const [userId, username, profileId, timeZone, locale] = row as (string | null)[];
  return {
    id: userId as string,
    username: username as string,
    profileId: profileId ?? '',
    timeZone: timeZone ?? 'GMT',
    locale: locale ?? 'en_US'
  };
}

/** Id of the active user of the name, in any case; null when there is none. */
export function findUser(db: SyncConnection, username: string): string | null {
  const { rows } = db.query('SELECT id FROM "user" WHERE username = $1 AND isactive AND NOT isdeleted', [username]);
  return (rows[0]?.[0] as string | undefined) ?? null;
}
