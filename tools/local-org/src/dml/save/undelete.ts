import { sqlName } from '../../schema/ddl/names.js';
import type { ObjectDefinition } from '../../schema/definitions.js';
import { timestampText } from '../../soql/values/to-sql.js';
import { DatetimeValue } from '../../values/datetime.js';
import { explainConflicts, failDuplicate } from '../write/conflicts.js';
import { loadRows } from '../write/load-rows.js';
import { SqlError } from '../../database/connection.js';
import { purgedAmong } from '../empty-recycle-bin.js';
import { Savepoint } from '../savepoint.js';
import { good, type Chunk } from './chunk.js';
import { rollUp } from './roll-up.js';
import { runTriggers } from './run-triggers.js';
import { isStored, takeColumns } from './columns.js';
import { stamp } from './defaults.js';
import { failGone } from './update.js';

/** Brings rows back from the recycle bin, with the details that went with them. Errors are left in the rows. */
export function undeleteChunk(chunk: Chunk): void {
  const { context, object } = chunk;
  for (const row of chunk.rows) {
    if (row.id === null) row.fail('MISSING_ARGUMENT', 'Id not specified in an undelete call', []);
  }
  const rows = good(chunk);
  const loaded = loadRows(
    context,
    object,
    rows.map((row) => row.id as string)
  );
  const purged = purgedAmong(context.db, [...loaded.keys()]);
  for (const row of rows) {
    const found = loaded.get(row.id as string);
    if (!found) failGone(row, false);
    else if (!found.deleted || purged.has(row.id as string))
      row.fail('UNDELETE_FAILED', 'Entity is not in the recycle bin');
    else {
      row.work = found.record;
      row.work.fields.set('isdeleted', false);
    }
  }
  runTriggers(chunk, 'before', 'undelete');
  if (chunk.options.allOrNone && good(chunk).length < chunk.rows.length) return;
  for (const row of good(chunk)) {
    const deletedAt = row.work.fields.get('systemmodstamp');
    restore(chunk, row.id as string, deletedAt instanceof DatetimeValue ? deletedAt.ms : null);
    if (row.failed) continue;
    stamp(chunk, row.work, false);
  }
  runTriggers(chunk, 'after', 'undelete');
  rollUp(chunk);
}

function restore(chunk: Chunk, id: string, deletedAt: number | null): void {
  const { context, object } = chunk;
  const row = chunk.rows.find((candidate) => candidate.id === id);
  const savepoint = new Savepoint(context.db);
  try {
    bringBack(chunk, object, [id], deletedAt);
    savepoint.release();
  } catch (error) {
    savepoint.rollback();
    savepoint.release();
    if (!(error instanceof SqlError) || error.code !== '23505' || !row) throw error;
    const unique = Object.values(object.fields).filter((field) => field.unique && isStored(chunk, field));
    takeColumns(
      chunk,
      row,
      unique.map((field) => field.name.toLowerCase())
    );
    for (const left of explainConflicts(context, object, [row], new Set())) failDuplicate(left);
  }
}

/** Details carry the stamp of the deletion that took them along. */
function bringBack(chunk: Chunk, object: ObjectDefinition, ids: readonly string[], deletedAt: number | null): void {
  const { db, schema, user } = chunk.context;
  const now = timestampText(Math.floor(chunk.context.now() / 1000) * 1000);
  const audited = object.fields['systemmodstamp'] !== undefined;
  const stamps = audited
    ? ', systemmodstamp = $2::timestamp, lastmodifieddate = $2::timestamp, lastmodifiedbyid = $3'
    : '';
  db.query(
    `UPDATE ${sqlName(object.name)} SET isdeleted = false${stamps} WHERE id = ANY($1::text[])`,
    audited ? [ids, now, user.id] : [ids]
  );
  if (deletedAt === null) return;
  for (const relationship of schema.childRelationships(object.name)) {
    const child = schema.object(relationship.childObject);
    if (!child || !relationship.cascadeDelete || !child.fields['systemmodstamp']) continue;
    const { rows } = db.query(
      `SELECT id FROM ${sqlName(child.name)} WHERE ${sqlName(relationship.field)} = ANY($1::text[]) AND isdeleted AND systemmodstamp = $2::timestamp`,
      [ids, timestampText(deletedAt)]
    );
    if (rows.length > 0)
      bringBack(
        chunk,
        child,
        rows.map((row) => row[0] as string),
        deletedAt
      );
  }
}
