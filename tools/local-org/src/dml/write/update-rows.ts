import { SqlError } from '../../database/connection.js';
import { sqlName } from '../../schema/ddl/names.js';
import type { ObjectDefinition } from '../../schema/definitions.js';
import type { DmlContext } from '../context.js';
import type { DmlRow } from '../row.js';
import { Savepoint } from '../savepoint.js';
import { castColumn, columnArrays, unnest } from './arrays.js';
import { explainConflicts, failDuplicate } from './conflicts.js';

const UNIQUE_VIOLATION = '23505';

/**
 * Writes the columns of changed rows, one statement for all rows that change the same columns. Rows that a unique index
 * refuses get their errors.
 *
 * @returns ids that were found and written.
 */
export function updateRows(context: DmlContext, object: ObjectDefinition, rows: readonly DmlRow[]): Set<string> {
  const shapes = new Map<string, DmlRow[]>();
  for (const row of rows) {
    const shape = [...row.columns.keys()].sort().join();
    const same = shapes.get(shape);
    if (same) same.push(row);
    else shapes.set(shape, [row]);
  }
  const written = new Set<string>();
  for (const [shape, same] of shapes) writeShape(context, object, same, shape === '' ? [] : shape.split(','), written);
  return written;
}

function writeShape(
  context: DmlContext,
  object: ObjectDefinition,
  rows: readonly DmlRow[],
  keys: readonly string[],
  written: Set<string>
): void {
  const touchesUnique = keys.some((key) => object.fields[key]?.unique) || object.kind !== 'custom';
  const savepoint = touchesUnique ? new Savepoint(context.db) : null;
  try {
    for (const id of run(context, object, rows, keys)) written.add(id);
    savepoint?.release();
  } catch (error) {
    if (!savepoint || !(error instanceof SqlError) || error.code !== UNIQUE_VIOLATION) throw error;
    savepoint.rollback();
    savepoint.release();
    if (rows.length > 1) {
      // PostgreSQL does not say which row it was: each by itself.
      for (const row of rows) writeShape(context, object, [row], keys, written);
      return;
    }
    const ids = new Set<string>();
    for (const row of explainConflicts(context, object, rows, ids)) failDuplicate(row);
  }
}

function run(
  context: DmlContext,
  object: ObjectDefinition,
  rows: readonly DmlRow[],
  keys: readonly string[]
): string[] {
  const table = sqlName(object.name);
  const ids = rows.map((row) => row.id as string);
  const arrays = columnArrays(rows, keys);
  if (rows.length === 1) {
    const assignments = keys.map((key, index) => `${sqlName(key)} = ${castColumn(object, key, `$${index + 2}::text`)}`);
    const { rows: found } = context.db.query(
      `UPDATE ${table} SET ${assignments.join(', ') || 'id = id'} WHERE id = $1 AND NOT isdeleted RETURNING id`,
      [ids[0] as string, ...arrays.map((array) => array[0] as string | null)]
    );
    return found.map((row) => row[0] as string);
  }
  const assignments = keys.map((key, index) => `${sqlName(key)} = ${castColumn(object, key, `v.c${index + 1}`)}`);
  // Locked in order of the ids first: updates in the order of a join would meet each other half-way.
  const { rows: found } = context.db.query(
    `WITH locked AS MATERIALIZED (SELECT id FROM ${table} WHERE id = ANY($1::text[]) AND NOT isdeleted ORDER BY id FOR NO KEY UPDATE) ` +
      `UPDATE ${table} t SET ${assignments.join(', ') || 'id = t.id'} FROM ${unnest(keys.length + 1, 1)}, locked ` +
      `WHERE t.id = v.c0 AND locked.id = v.c0 RETURNING t.id`,
    [ids, ...arrays]
  );
  return found.map((row) => row[0] as string);
}
