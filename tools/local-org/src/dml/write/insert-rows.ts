import { generatedColumns } from '../../schema/ddl/columns.js';
import { sqlName, sequenceName } from '../../schema/ddl/names.js';
import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import { columnReader } from '../../soql/values/from-sql.js';
import type { DmlContext } from '../context.js';
import type { DmlRow } from '../row.js';
import { autoNumberSql } from './auto-number.js';
import { castColumn, columnArrays, unnest } from './arrays.js';
import { conflictQueries, failDuplicate } from './conflicts.js';

/**
 * Writes new rows in one statement. A row that collides with a unique index is left out: PostgreSQL waits for another
 * transaction that is inserting the same key, and takes the row when that one rolls back.
 *
 * @param siblings ids of rows that the same call has written already.
 * @returns the rows that were left out; a single one has its error already when what it collides with was found. What the database made of the others (auto-numbers, names of persons) is put into
 * their records.
 */
export function insertRows(
  context: DmlContext,
  object: ObjectDefinition,
  rows: readonly DmlRow[],
  siblings: ReadonlySet<string>
): DmlRow[] {
  const keys = [...new Set(rows.flatMap((row) => [...row.columns.keys()]))].sort();
  const numbered = Object.values(object.fields).filter((field) => field.autoNumberFormat !== null);
  const numbers = numbered.map((field) =>
    autoNumberSql(field.autoNumberFormat as string, sequenceName(object.name, field.name), context.now())
  );
  const columns = [...keys, ...numbered.map((field) => field.name)].map(sqlName);
  // One row needs no arrays.
  const single = rows.length === 1;
  const given = keys.map((key, index) => castColumn(object, key, single ? `$${index + 1}::text` : `v.c${index}`));
  const values = [...given, ...numbers].join(', ');
  const made = [...numbered, ...generatedColumns(object).keys()];
  const returned = ['id', ...made.map((field) => sqlName(field.name))];
  const insert =
    `INSERT INTO ${sqlName(object.name)} (${columns.join(', ')}) ` +
    (single ? `VALUES (${values}) ` : `SELECT ${values} FROM ${unnest(keys.length, 1)} `) +
    `ON CONFLICT DO NOTHING RETURNING ${returned.join(', ')}`;
  const arrays = columnArrays(rows, keys);
  const [only] = rows;
  const conflicts =
    only && single && siblings.size === 0 ? conflictQueries(object, only, (key) => keys.indexOf(key) + 1) : [];
  const result = context.db.query(
    conflicts.length > 0 ? withConflicts(insert, conflicts, made.length) : insert,
    single ? arrays.map((array) => array[0] ?? null) : arrays
  );
  const written = new Map(result.rows.map((row) => [row[0], row]));
  return rows.filter((row) => {
    const values = written.get(row.id);
    if (!values) {
      const [id, ...found] = result.rows[0] ?? [];
      const conflict = conflicts[Number(found.at(-1))];
      if (conflict) failDuplicate(row, conflict.field.name, String(id), conflict.field);
      return true;
    }
    made.forEach((field: FieldDefinition, index) => {
      row.work.fields.set(field.name.toLowerCase(), columnReader(field.type)(values[index + 1] ?? null));
    });
    return false;
  });
}

/**
 * The written row, or else what it collides with: a duplicate is answered in the same round trip. The last column says by
 * which of the conflicts; it is null for the written row.
 */
function withConflicts(insert: string, conflicts: readonly { readonly sql: string }[], made: number): string {
  const nulls = 'NULL, '.repeat(made);
  const parts = conflicts.map(
    ({ sql }, index) => `SELECT found.id, ${nulls}${index} FROM (${sql}) found WHERE NOT EXISTS (SELECT FROM written)`
  );
  return `WITH written AS (${insert}) SELECT written.*, NULL::integer FROM written UNION ALL ${parts.join(' UNION ALL ')}`;
}
