import { sqlName } from '../schema/ddl/names.js';
import type { ExecutionContext, RunningUser } from '../schema/execution.js';
import type { ObjectDefinition } from '../schema/definitions.js';
import { loadRights } from '../security/load-rights.js';
import { loadUser } from '../security/load-user.js';
import { sharingFilter, type SharingLevel } from '../security/sharing.js';
import { toId18 } from '../values/id.js';
import type { BoundCondition, BoundQuery } from './analysis/bound-query.js';
import type { Value } from './ast.js';
import { queryException } from './problem.js';
import { bindItems, bindValue, type QueryRun } from './sql/run.js';

const OBJECT = 'UserRecordAccess';
const TABLE = 'userrecordaccess';
/** https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_userrecordaccess.htm */
const MOST_RECORDS = 200;

export const isRecordAccess = (query: BoundQuery): boolean => query.object.name === OBJECT;

/**
 * UserRecordAccess has no rows of its own: what the user of the query may do with its records is worked out and lies in the
 * table while the query runs.
 *
 * @throws PlatformError System.QueryException for a query that does not name one user and its records.
 */
export function withRecordAccess<T>(context: ExecutionContext, query: BoundQuery, run: QueryRun, ask: () => T): T {
  const userIds = idsOf(query.where, 'userid', run);
  const recordIds = idsOf(query.where, 'recordid', run);
  if (userIds?.length !== 1 || !recordIds || recordIds.length > MOST_RECORDS) {
    throw queryException({
      message: `Can select only RecordId, a Has*Access field, and MaxAccessLevel; a filter on one UserId and at most ${MOST_RECORDS} values of RecordId is required`,
      offset: 0
    });
  }
  const user = loadUser(context.db, userIds[0] as string);
  const rows = user ? accessOf(context, user, recordIds) : [];
  const { db } = context;
  db.query(`DELETE FROM ${TABLE}`);
  for (const row of rows) {
    db.query(
      `INSERT INTO ${TABLE} (id, recordid, userid, hasreadaccess, haseditaccess, hasdeleteaccess, hastransferaccess, hasallaccess, maxaccesslevel)
       VALUES ($1::text, $1::text, $2, $3, $4, $5, $6, $7, $8)`,
      [row.id, user?.id ?? null, row.read, row.edit, row.delete, row.transfer, row.all, levelOf(row)]
    );
  }
  const answer = ask();
  db.query(`DELETE FROM ${TABLE}`);
  return answer;
}

/** Values that the condition demands of a field; null when it demands none. */
function idsOf(condition: BoundCondition | null, field: string, run: QueryRun): string[] | null {
  if (!condition) return null;
  if (condition.kind === 'and') {
    for (const part of condition.parts) {
      const found = idsOf(part, field, run);
      if (found) return found;
    }
    return null;
  }
  if (condition.kind !== 'comparison' || condition.expression.kind !== 'field') return null;
  if (condition.expression.field.name.toLowerCase() !== field) return null;
  if (condition.operator !== '=' && condition.operator !== 'in') return null;
  return valuesOf(condition.value, run).flatMap((value) => {
    const id = typeof value === 'string' ? toId18(value) : null;
    return id === null ? [] : [id];
  });
}

function valuesOf(value: Value, run: QueryRun): unknown[] {
  switch (value.kind) {
    case 'bind': {
      const bound = bindValue(value, run);
      return bindItems(bound) ?? [bound];
    }
    case 'list':
      return value.items.flatMap((item) => valuesOf(item, run));
    case 'string':
      return [value.text];
    default:
      return [];
  }
}

interface RecordAccess {
  readonly id: string;
  readonly read: boolean;
  readonly edit: boolean;
  readonly delete: boolean;
  readonly transfer: boolean;
  readonly all: boolean;
}

function accessOf(context: ExecutionContext, user: RunningUser, ids: readonly string[]): RecordAccess[] {
  const theirs: ExecutionContext = { ...viewOf(context), user, rights: loadRights(context.db, context.schema, user) };
  const byObject = new Map<ObjectDefinition, string[]>();
  for (const id of new Set(ids)) {
    const object = context.schema.objectByKeyPrefix(id.slice(0, 3));
    if (!object) continue;
    const list = byObject.get(object) ?? [];
    list.push(id);
    byObject.set(object, list);
  }
  return [...byObject].flatMap(([object, own]) => {
    const granted = theirs.rights.object(object.name);
    const rights = { ...granted, delete: granted.delete && object.deletable };
    const readable = shared(theirs, object, own, 'read');
    const editable = shared(theirs, object, own, 'edit');
    const owned = new Set(
      object.fields['ownerid'] ? idsWhere(theirs, object, own, 't.ownerid = $2', [user.id]) : [...editable]
    );
    return own.map((id): RecordAccess => {
      const full = rights.modifyAll || owned.has(id);
      return {
        id,
        read: rights.read && readable.has(id),
        edit: rights.edit && editable.has(id),
        delete: rights.delete && full && editable.has(id),
        transfer: rights.edit && full && editable.has(id),
        all: rights.edit && rights.delete && full && editable.has(id)
      };
    });
  });
}

/** The context without what belongs to its user. */
const viewOf = (context: ExecutionContext): Omit<ExecutionContext, 'user' | 'rights'> => ({
  db: context.db,
  schema: context.schema,
  limits: context.limits,
  orgId: context.orgId,
  now: () => context.now(),
  newId: (prefix) => context.newId(prefix),
  log: (event, text) => context.log(event, text)
});

function shared(context: ExecutionContext, object: ObjectDefinition, ids: string[], level: SharingLevel): Set<string> {
  const filter = sharingFilter(context, { mode: 'user', sharing: true }, level);
  const test = filter.predicate(object, 't', () => '$2::text[]');
  return new Set(
    test === null ? idsWhere(context, object, ids) : idsWhere(context, object, ids, test, [filter.owners])
  );
}

function idsWhere(
  context: ExecutionContext,
  object: ObjectDefinition,
  ids: readonly string[],
  test = 'true',
  parameters: readonly (string | readonly string[])[] = []
): string[] {
  return context.db
    .query(`SELECT t.id FROM ${sqlName(object.name)} t WHERE t.id = ANY($1::text[]) AND NOT t.isdeleted AND ${test}`, [
      ids,
      ...parameters
    ])
    .rows.map(([id]) => String(id));
}

const levelOf = (row: RecordAccess): string =>
  row.all ? 'All' : row.transfer ? 'Transfer' : row.delete ? 'Delete' : row.edit ? 'Edit' : row.read ? 'Read' : 'None';
