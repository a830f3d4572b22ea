import type { SyncConnection } from '../../database/connection.js';
import type { OrgSchema } from '../../schema/definitions.js';
import { sqlTimestamp, type RowAuthor } from '../../schema/org/rows.js';

/** A component that was made, changed or deleted, as source tracking names it. */
export interface TrackedChange {
  readonly type: string;
  readonly fullName: string;
  /** Of the component; a part without an id of its own has that of the whole. */
  readonly id: string;
  readonly deleted: boolean;
}

/** Files of these components are members of their own, too: `LightningComponentResource lwc/name/file`. */
const RESOURCE_TYPES: ReadonlyMap<string, string> = new Map([
  ['LightningComponentBundle', 'LightningComponentResource'],
  ['AuraDefinitionBundle', 'AuraDefinition']
]);

/** Parts are tracked one by one; the file that holds them is none. */
const UNTRACKED: ReadonlySet<string> = new Set(['CustomLabels']);

/** The member of a file in a bundle; null for components that have none. @param path from the root of the archive. */
export function resourceMember(type: string, path: string): { readonly type: string; readonly name: string } | null {
  const resource = RESOURCE_TYPES.get(type);
  const [, name] = /^[^/]+\/(.+)$/.exec(path) ?? [];
  return resource === undefined || name === undefined ? null : { type: resource, name };
}

export const tracksSource = (schema: OrgSchema): boolean => schema.object('SourceMember') !== null;

/**
 * Notes changes as SourceMember rows, each with a revision of its own; for orgs with source tracking. The caller holds the
 * deploy lock, so that nobody can commit a smaller revision later.
 *
 * @param newId of a SourceMember.
 */
export function trackChanges(
  db: SyncConnection,
  changes: readonly TrackedChange[],
  author: RowAuthor,
  newId: () => string
): void {
  const tracked = changes.filter(({ type }) => !UNTRACKED.has(type));
  if (tracked.length === 0) return;
  // Of several changes of one member the last counts.
  const members = [...new Map(tracked.map((change) => [`${change.type}:${change.fullName}`, change])).values()];
  db.query(
    `INSERT INTO sourcemember (id, isdeleted, createddate, createdbyid, lastmodifieddate, lastmodifiedbyid, systemmodstamp,
       membertype, membername, memberid, memberidorname, changedby, isnameobsolete, isnewmember, isunresolvablename,
       revisioncounter, revisionnum)
     SELECT id, false, $6::timestamp, $5::text, $6::timestamp, $5::text, $6::timestamp,
            type, name, member, member, left($5::text, 15), deleted, NOT deleted, false, number, number
       FROM (SELECT *, nextval('meta.source_revision') AS number
               FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $7::boolean[]) AS given (id, type, name, member, deleted)) AS new
     ON CONFLICT (membertype, membername) WHERE NOT isdeleted DO UPDATE SET
       membername = excluded.membername, lastmodifieddate = excluded.lastmodifieddate,
       lastmodifiedbyid = excluded.lastmodifiedbyid, systemmodstamp = excluded.systemmodstamp,
       changedby = excluded.changedby, memberid = excluded.memberid, memberidorname = excluded.memberidorname,
       isnewmember = sourcemember.isnameobsolete AND NOT excluded.isnameobsolete,
       isnameobsolete = excluded.isnameobsolete,
       revisioncounter = excluded.revisioncounter, revisionnum = excluded.revisionnum`,
    [
      members.map(() => newId()),
      members.map(({ type }) => type),
      members.map(({ fullName }) => fullName),
      members.map(({ id }) => id),
      author.userId,
      sqlTimestamp(author.now),
      members.map(({ deleted }) => String(deleted))
    ]
  );
}
