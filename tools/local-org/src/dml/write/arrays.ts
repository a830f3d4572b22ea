import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import { sqlType } from '../../schema/ddl/sql-types.js';
import type { DmlRow } from '../row.js';

/** Rows as columns: one array a column, which PostgreSQL turns back into rows. */
export function columnArrays(rows: readonly DmlRow[], keys: readonly string[]): (string | null)[][] {
  return keys.map((key) => rows.map((row) => row.columns.get(key) ?? null));
}

/** `v.c2::numeric`: arrays travel as text. */
export function castColumn(object: ObjectDefinition, key: string, expression: string): string {
  const field = object.fields[key] as FieldDefinition | undefined;
  const type = field ? sqlType(field.type) : 'text';
  return type === 'text' ? expression : `${expression}::${type}`;
}

/** `unnest($1::text[], $2::text[]) AS v(c0, c1)`. @param first number of the first parameter. */
export function unnest(count: number, first: number): string {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const arrays = numbers.map((number) => `$${first + number}::text[]`).join(', ');
  return `unnest(${arrays}) AS v(${numbers.map((number) => `c${number}`).join(', ')})`;
}
