import { generatedColumns } from '../../schema/ddl/columns.js';
import { sqlName, sequenceName } from '../../schema/ddl/names.js';
import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import { columnReader } from '../../soql/values/from-sql.js';
import type { DmlContext } from '../context.js';
import type { DmlRow } from '../row.js';
import { autoNumberSql } from './auto-number.js';
import { castColumn, columnArrays, unnest } from './arrays.js';

/**
 * Writes new rows in one statement. A row that collides with a unique index is left out: PostgreSQL waits for another
 * transaction that is inserting the same key, and takes the row when that one rolls back.
 *
 * @returns the rows that were left out. What the database made of the others (auto-numbers, names of persons) is put into
 * their records.
 */
export function insertRows(context: DmlContext, object: ObjectDefinition, rows: readonly DmlRow[]): DmlRow[] {
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
  const sql =
    `INSERT INTO ${sqlName(object.name)} (${columns.join(', ')}) ` +
    (single ? `VALUES (${values}) ` : `SELECT ${values} FROM ${unnest(keys.length, 1)} `) +
    `ON CONFLICT DO NOTHING RETURNING ${returned.join(', ')}`;
  const arrays = columnArrays(rows, keys);
  const result = context.db.query(sql, single ? arrays.map((array) => array[0] ?? null) : arrays);
  const written = new Map(result.rows.map((row) => [row[0], row]));
  return rows.filter((row) => {
    const values = written.get(row.id);
    if (!values) return true;
    made.forEach((field: FieldDefinition, index) => {
      row.work.fields.set(field.name.toLowerCase(), columnReader(field.type)(values[index + 1] ?? null));
    });
    return false;
  });
}
