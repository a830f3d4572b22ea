import { sqlName } from '../schema/ddl/names.js';
import type { FieldDefinition } from '../schema/definitions.js';
import type { AccessOptions, ExecutionContext } from '../schema/execution.js';
import { sqlTimestamp } from '../schema/org/rows.js';
import type { SObjectRecord } from '../values/record.js';
import type { BoundQuery } from './analysis/bound-query.js';
import type { RecentUse } from './ast.js';

const OBJECT = 'RecentlyViewed';
/** https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_recentlyviewed.htm */
const KEPT = 200;
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

const COLUMNS: Readonly<Record<RecentUse, string>> = { view: 'viewed', reference: 'referenced' };

export const isRecentlyViewed = (query: BoundQuery): boolean => query.object.name === OBJECT;

/**
 * Notes that the user has looked at rows, or used them: FOR VIEW and FOR REFERENCE.
 * https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_for_view.htm
 */
export function noteRecentRows(
  context: ExecutionContext,
  objectName: string,
  uses: readonly RecentUse[],
  records: readonly SObjectRecord[]
): void {
  if (records.length === 0) return;
  const { db, user } = context;
  const columns = uses.map((use) => COLUMNS[use]);
  const now = sqlTimestamp(context.now());
  // In order of their ids: two transactions of the user must not wait for each other.
  db.query(
    `INSERT INTO meta.recent_row (user_id, record_id, object_name, ${columns.join(', ')})
     SELECT $1, id, $2, ${columns.map(() => '$4::timestamp').join(', ')} FROM unnest($3::text[]) AS seen(id) GROUP BY id ORDER BY id
     ON CONFLICT (user_id, record_id) DO UPDATE SET ${columns.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}`,
    [user.id, objectName, records.map((record) => record.id), now]
  );
  db.query(
    `DELETE FROM meta.recent_row WHERE user_id = $1 AND object_name = $2 AND (latest < $3::timestamp OR record_id IN (
       SELECT record_id FROM meta.recent_row WHERE user_id = $1 AND object_name = $2 ORDER BY latest DESC, record_id OFFSET ${KEPT}))`,
    [user.id, objectName, sqlTimestamp(context.now() - KEPT_DAYS * DAY_MS)]
  );
}

/** SQL of LastViewedDate and LastReferencedDate: each user sees times of his or her own. null: the field is none of them. */
export function recentColumn(field: FieldDefinition, rowId: string, userId: () => string): string | null {
  if (field.custom || field.type !== 'datetime') return null;
  const column = { LastViewedDate: COLUMNS.view, LastReferencedDate: COLUMNS.reference }[field.name];
  if (column === undefined) return null;
  return `(SELECT recent.${column} FROM meta.recent_row recent WHERE recent.user_id = ${userId()} AND recent.record_id = ${rowId})`;
}

/**
 * RecentlyViewed has no rows of its own: while a query runs, its table holds those rows that the user has used, and may
 * still see.
 *
 * @param read names of rows of an object, by ids, as the user sees them.
 */
export function withRecentRows<T>(
  context: ExecutionContext,
  read: (soql: string, ids: readonly string[], access: AccessOptions) => readonly SObjectRecord[],
  ask: () => T
): T {
  const { db, schema, user } = context;
  const table = sqlName(OBJECT);
  const { rows } = db.query(
    'SELECT object_name, array_to_string(array_agg(record_id), $2) FROM meta.recent_row WHERE user_id = $1 GROUP BY object_name ORDER BY object_name',
    [user.id, ',']
  );
  // Taken back at once: other transactions that ask for the same rows must not wait for the end of this one.
  db.defer('SAVEPOINT soql_recent');
  for (const [name, ids] of rows) {
    const object = schema.object(String(name));
    if (!object || !context.rights.object(object.name).read) continue;
    const { nameField } = object;
    const soql = `SELECT ${nameField === null ? 'Id' : `Id, ${nameField}`} FROM ${object.name} WHERE Id IN :ids`;
    const records = read(soql, String(ids).split(','), { mode: 'user', sharing: true });
    db.query(`INSERT INTO ${table} (id, name, type) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])`, [
      records.map((record) => record.id),
      records.map((record) => (record.fields.get(nameField?.toLowerCase() ?? '') as string | null | undefined) ?? null),
      records.map(() => object.name)
    ]);
  }
  const answer = ask();
  db.defer('ROLLBACK TO SAVEPOINT soql_recent');
  db.defer('RELEASE SAVEPOINT soql_recent');
  return answer;
}
