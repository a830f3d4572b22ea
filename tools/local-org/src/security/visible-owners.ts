import type { SyncConnection } from '../database/connection.js';
import type { RunningUser } from '../schema/execution.js';

/**
 * Owners whose rows a user sees where the org-wide default is private: the user, users whose role lies below the user's,
 * and groups and queues the user is a member of, also through other groups.
 */
export function loadVisibleOwners(db: SyncConnection, user: RunningUser): string[] {
  const { rows } = db.query(
    'WITH RECURSIVE below AS (' +
      'SELECT role.id FROM userrole role JOIN "user" u ON u.userroleid = role.parentroleid WHERE u.id = $1 ' +
      'UNION SELECT role.id FROM userrole role JOIN below ON role.parentroleid = below.id), ' +
      'groups AS (' +
      'SELECT groupid AS id FROM groupmember WHERE userorgroupid = $1 AND NOT isdeleted ' +
      'UNION SELECT member.groupid FROM groupmember member JOIN groups ON member.userorgroupid = groups.id WHERE NOT member.isdeleted) ' +
      'SELECT u.id FROM "user" u JOIN below ON u.userroleid = below.id UNION SELECT id FROM groups',
    [user.id]
  );
  return [user.id, ...rows.map((row) => row[0] as string).filter((id) => id !== user.id)];
}
