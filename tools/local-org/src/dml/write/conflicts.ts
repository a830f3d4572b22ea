import { sqlName } from '../../schema/ddl/names.js';
import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import type { DmlContext } from '../context.js';
import type { DmlRow } from '../row.js';

const UNKNOWN = '<unknown>';

/** What a row collides with. */
interface Conflict {
  readonly field: FieldDefinition;
  readonly id: string;
}

/**
 * SQL that finds what a single row collides with, in the statement that inserts it: the rows of those who had committed
 * before it began. One that it had to wait for is not among them, see `explainConflicts`.
 *
 * @param parameterOf number of the parameter with the value of a column.
 * @returns the fields, in their order, and for each a query of the id.
 */
export function conflictQueries(
  object: ObjectDefinition,
  row: DmlRow,
  parameterOf: (key: string) => number
): readonly { readonly field: FieldDefinition; readonly sql: string }[] {
  return uniqueFields(object)
    .filter((field) => (row.columns.get(field.name.toLowerCase()) ?? null) !== null)
    .map((field) => {
      const value = `$${parameterOf(field.name.toLowerCase())}::text`;
      const sql = `SELECT t.id FROM ${sqlName(object.name)} t WHERE t.${sqlName(field.name)} = ${value}::${castOf(field)} AND NOT t.isdeleted`;
      return { field, sql };
    });
}

/**
 * Gives rows that a unique index refused their DUPLICATE_VALUE errors.
 *
 * @param siblings ids of rows that the same call wrote: the platform does not name those.
 * @returns rows whose opponent is gone again, to be tried once more.
 */
export function explainConflicts(
  context: DmlContext,
  object: ObjectDefinition,
  rows: readonly DmlRow[],
  siblings: ReadonlySet<string>
): DmlRow[] {
  const conflicts = findConflicts(context, object, rows);
  return rows.filter((row) => {
    const conflict = conflicts.get(row);
    if (!conflict) return true;
    const known = siblings.has(conflict.id);
    failDuplicate(row, known ? UNKNOWN : conflict.field.name, known ? UNKNOWN : conflict.id, conflict.field);
    return false;
  });
}

const DUPLICATE_USERNAME =
  'Duplicate Username. The username already exists in this or another Salesforce organization. Usernames must be unique ' +
  "across all Salesforce organizations. To resolve, use a different username (it doesn't need to match the user's email address).";

/** For a conflict nobody can name: several columns together, or an opponent that comes and goes. */
export function failDuplicate(
  row: DmlRow,
  fieldName: string = UNKNOWN,
  id: string = UNKNOWN,
  field: FieldDefinition | null = null
): void {
  if (field?.name === 'Username' && row.record.objectName === 'User') {
    row.fail('DUPLICATE_USERNAME', DUPLICATE_USERNAME, [field.name]);
    return;
  }
  const message = `duplicate value found: ${fieldName} duplicates value on record with id: ${id}`;
  row.fail('DUPLICATE_VALUE', message, field && fieldName !== UNKNOWN ? [field.name] : []);
}

function findConflicts(
  context: DmlContext,
  object: ObjectDefinition,
  rows: readonly DmlRow[]
): ReadonlyMap<DmlRow, Conflict> {
  const found = new Map<DmlRow, Conflict>();
  for (const field of uniqueFields(object)) {
    const key = field.name.toLowerCase();
    const candidates = rows.filter((row) => !found.has(row) && (row.columns.get(key) ?? null) !== null);
    if (candidates.length === 0) continue;
    const column = sqlName(field.name);
    const result = context.db.query(
      `SELECT v.n::integer, t.id FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS v(value, own, n) ` +
        `JOIN ${sqlName(object.name)} t ON t.${column} = v.value::${castOf(field)} AND NOT t.isdeleted AND t.id IS DISTINCT FROM v.own`,
      [candidates.map((row) => row.columns.get(key) ?? null), candidates.map((row) => row.id)]
    );
    for (const [position, id] of result.rows) {
      found.set(candidates[(position as number) - 1] as DmlRow, { field, id: id as string });
    }
  }
  return found;
}

const castOf = (field: FieldDefinition): string =>
  field.type === 'double' || field.type === 'currency' || field.type === 'percent' ? 'numeric' : 'text';

const uniqueFields = (object: ObjectDefinition): FieldDefinition[] =>
  Object.values(object.fields).filter((field) => isUnique(object, field));

/** Settings and custom metadata have keys that are no unique fields. */
function isUnique(object: ObjectDefinition, field: FieldDefinition): boolean {
  if (field.unique) return true;
  const key = field.name.toLowerCase();
  return (
    (object.kind === 'hierarchy-setting' && key === 'setupownerid') ||
    (object.kind === 'list-setting' && key === 'name') ||
    (object.kind === 'custom-metadata' && key === 'developername')
  );
}
