import type { SqlParameter, SyncConnection } from '../../database/connection.js';
import type { ObjectDefinition } from '../definitions.js';
import { sqlName } from '../ddl/names.js';
import { sqlType } from '../ddl/sql-types.js';

/** Milliseconds since 1970 in the form that timestamp columns take. */
export const sqlTimestamp = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');

export interface RowAuthor {
  readonly userId: string;
  readonly now: number;
}

export type RowValues = Readonly<Record<string, SqlParameter>>;

/**
 * Writes a row of a setup object as the platform itself does: no triggers, no rules, system fields filled in.
 *
 * @param values by API name in any case; `Id` is required.
 */
export function insertRow(db: SyncConnection, object: ObjectDefinition, values: RowValues, author: RowAuthor): void {
  insertRows(db, object, [values], author);
}

/** As insertRow, many rows at once; all must name the same fields. */
export function insertRows(
  db: SyncConnection,
  object: ObjectDefinition,
  rows: readonly RowValues[],
  author: RowAuthor
): void {
  const [first] = rows;
  if (!first) return;
  const defaults = defaultsOf(object, author);
  const columns = [...new Set([...defaults.keys(), ...Object.keys(first).map((name) => name.toLowerCase())])];
  const placed = rows.map((values) => {
    const row = new Map(defaults);
    for (const [name, value] of Object.entries(values)) row.set(name.toLowerCase(), value);
    return row;
  });
  const names = columns.map(sqlName).join(', ');
  const target = `INSERT INTO ${sqlName(object.name)} (${names})`;
  const [only] = placed;
  if (placed.length === 1 && only) {
    const places = columns.map((_, index) => `$${index + 1}`).join(', ');
    const values = columns.map((column) => only.get(column) ?? null);
    db.query(`${target} VALUES (${places})`, values);
    return;
  }
  // A list for each column: PostgreSQL reads a few long parameters far sooner than a place for every value.
  const lists = columns.map((column) => placed.map((row) => textOf(row.get(column) ?? null)));
  const typed = columns.map((column) => `given.${sqlName(column)}::${typeOf(object, column)}`);
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  db.query(`${target} SELECT ${typed.join(', ')} FROM unnest(${arrays}) AS given(${names})`, lists);
}

const textOf = (value: SqlParameter): string | null => (value === null ? null : String(value));

function typeOf(object: ObjectDefinition, column: string): string {
  const field = object.fields[column];
  if (!field) throw new Error(`${object.name} has no field ${column}`);
  return sqlType(field.type);
}

/** Default picklist values, default flags and system fields of a new row, by column. */
function defaultsOf(object: ObjectDefinition, author: RowAuthor): Map<string, SqlParameter> {
  const row = new Map<string, SqlParameter>();
  for (const field of Object.values(object.fields)) {
    const chosen = field.picklist?.find((value) => value.isDefault);
    if (chosen) row.set(field.name.toLowerCase(), chosen.value);
    if (field.type === 'boolean' && field.defaultFormula === 'true') row.set(field.name.toLowerCase(), true);
  }
  const at = sqlTimestamp(author.now);
  const system: Record<string, string> = {
    createddate: at,
    createdbyid: author.userId,
    lastmodifieddate: at,
    lastmodifiedbyid: author.userId,
    systemmodstamp: at
  };
  for (const [column, value] of Object.entries(system)) if (object.fields[column]) row.set(column, value);
  return row;
}

/** Changes a row of a setup object and stamps it. */
export function updateRow(
  db: SyncConnection,
  object: ObjectDefinition,
  id: string,
  values: RowValues,
  author: RowAuthor
): void {
  const row = new Map<string, SqlParameter>(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  const at = sqlTimestamp(author.now);
  if (object.fields.lastmodifieddate) row.set('lastmodifieddate', at).set('lastmodifiedbyid', author.userId);
  if (object.fields.systemmodstamp) row.set('systemmodstamp', at);
  row.delete('id');
  const columns = [...row.keys()];
  db.query(
    `UPDATE ${sqlName(object.name)} SET ${columns.map((column, i) => `${sqlName(column)} = $${i + 2}`).join(', ')} WHERE id = $1`,
    [id, ...row.values()]
  );
}
