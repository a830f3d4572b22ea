import { hasColumn } from '../../schema/ddl/columns.js';
import { sqlName } from '../../schema/ddl/names.js';
import type { ObjectDefinition } from '../../schema/definitions.js';
import { columnReader } from '../../soql/values/from-sql.js';
import { SObjectRecord } from '../../values/record.js';
import type { DmlContext } from '../context.js';

/** Rows as the database holds them, deleted ones included, by id. */
export interface LoadedRow {
  readonly record: SObjectRecord;
  readonly deleted: boolean;
}

/**
 * Reads whole rows and locks them for the transaction, in order of their ids, so that two transactions that change the
 * same rows wait for each other instead of ending in a deadlock.
 */
export function loadRows(
  context: DmlContext,
  object: ObjectDefinition,
  ids: readonly string[]
): Map<string, LoadedRow> {
  const fields = Object.entries(object.fields)
    .filter(([, field]) => hasColumn(field))
    .map(([key, field]) => ({ key, read: columnReader(field.type) }));
  const columns = ['id', 'isdeleted', ...fields.map(({ key }) => key)].map(sqlName).join(', ');
  const { rows } = context.db.query(
    `SELECT ${columns} FROM ${sqlName(object.name)} WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE`,
    [ids]
  );
  return new Map(
    rows.map((row) => {
      const record = new SObjectRecord(object.name);
      fields.forEach(({ key, read }, index) => record.fields.set(key, read(row[index + 2] ?? null)));
      return [row[0] as string, { record, deleted: row[1] === true }];
    })
  );
}

/** Whether each id is there, and deleted or not, without reading or locking the row. */
export function rowStates(context: DmlContext, object: ObjectDefinition, ids: readonly string[]): Map<string, boolean> {
  const { rows } = context.db.query(`SELECT id, isdeleted FROM ${sqlName(object.name)} WHERE id = ANY($1::text[])`, [
    ids
  ]);
  return new Map(rows.map((row) => [row[0] as string, row[1] === true]));
}
