import { sqlName } from '../../schema/ddl/names.js';
import { PlatformError } from '../../values/platform-error.js';
import { sqlType } from '../../schema/ddl/sql-types.js';
import { isRowError, saveValue } from '../checks/values.js';
import type { DmlRow } from '../row.js';
import { fieldOf, good, type Chunk } from './chunk.js';

/**
 * Decides which records of an upsert are new. Matched rows get the id of their row.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/langCon_apex_dml_examples_upsert.htm
 */
export function matchUpserts(chunk: Chunk): { inserts: DmlRow[]; updates: DmlRow[] } {
  const name = chunk.options.externalIdField;
  const field = name === null ? null : fieldOf(chunk.object, name);
  if (name !== null && (!field || !(field.externalId || field.idLookup || field.type === 'id'))) {
    throw new PlatformError('System.TypeException', `Invalid external id field: ${name}`);
  }
  if (field && field.type !== 'id') matchByField(chunk, field.name);
  const rows = good(chunk);
  return { inserts: rows.filter((row) => row.id === null), updates: rows.filter((row) => row.id !== null) };
}

function matchByField(chunk: Chunk, name: string): void {
  const field = fieldOf(chunk.object, name);
  if (!field) return;
  const keys = new Map<DmlRow, string>();
  for (const row of chunk.rows) {
    const saved = saveValue(field, row.record.fields.get(name.toLowerCase()));
    if (isRowError(saved)) row.errors.push(saved);
    else if (saved.text === null) row.fail('MISSING_ARGUMENT', `${field.name} not specified`, []);
    else keys.set(row, saved.text);
  }
  failRepeated(keys, field.caseSensitive);
  const rows = [...keys.keys()].filter((row) => !row.failed);
  if (rows.length === 0) return;
  const matches = new Map<DmlRow, string[]>(rows.map((row) => [row, []]));
  const type = sqlType(field.type);
  const result = chunk.context.db.query(
    `SELECT v.n::integer, t.id FROM unnest($1::text[]) WITH ORDINALITY AS v(value, n) ` +
      `JOIN ${sqlName(chunk.object.name)} t ON t.${sqlName(field.name)} = v.value::${type} AND NOT t.isdeleted ORDER BY t.id`,
    [rows.map((row) => keys.get(row) as string)]
  );
  for (const [position, id] of result.rows) matches.get(rows[(position as number) - 1] as DmlRow)?.push(id as string);
  for (const [row, ids] of matches) {
    if (ids.length > 1) {
      row.fail(
        'DUPLICATE_EXTERNAL_ID',
        `${field.name}: more than one record found for external id field: [${ids.join(', ')}]`,
        [field.name]
      );
    } else row.id = ids[0] ?? null;
  }
}

/** The same key twice in one call: neither row is taken. */
function failRepeated(keys: ReadonlyMap<DmlRow, string>, caseSensitive: boolean): void {
  const groups = new Map<string, DmlRow[]>();
  for (const [row, key] of keys) {
    const folded = caseSensitive ? key : key.toLowerCase();
    const group = groups.get(folded);
    if (group) group.push(row);
    else groups.set(folded, [row]);
  }
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    for (const row of group) row.fail('DUPLICATE_VALUE', `Duplicate external id specified: ${keys.get(row) as string}`);
  }
}
