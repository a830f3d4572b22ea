import { sqlName } from '../schema/ddl/names.js';
import { PlatformError } from '../values/platform-error.js';
import type { SObjectRecord } from '../values/record.js';
import type { DmlContext, DmlOptions, DmlRowResult } from './context.js';
import { dmlException } from './dml-exception.js';
import { executeDml } from './execute-dml.js';
import { DmlRow } from './row.js';
import { Savepoint } from './savepoint.js';

/** https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/langCon_apex_dml_examples_merge.htm */
const MERGEABLE = new Set(['account', 'contact', 'lead', 'case']);
const MAX_DUPLICATES = 2;

/**
 * Merges up to two records into a master: the master is saved with the fields it carries, children of the others are
 * hung on it, the others are deleted with their triggers.
 *
 * @returns one result a duplicate.
 */
export function executeMerge(
  context: DmlContext,
  master: SObjectRecord,
  duplicates: readonly SObjectRecord[],
  options: DmlOptions
): DmlRowResult[] {
  const object = context.schema.object(master.objectName);
  if (!object || !MERGEABLE.has(object.name.toLowerCase())) {
    throw new PlatformError('System.TypeException', `DML operation Merge not allowed on ${master.objectName}`);
  }
  const rows = duplicates.map((record, index) => new DmlRow(index, record));
  if (rows.length > MAX_DUPLICATES) {
    throw new PlatformError('System.ListException', 'Merge does not allow more than 3 records');
  }
  for (const row of rows) {
    if (row.record.objectName !== master.objectName) row.fail('INVALID_TYPE', 'all records must be of the same type');
    else if (row.id === null || master.id === null)
      row.fail('MISSING_ARGUMENT', 'Id not specified in a merge call', []);
    else if (row.id === master.id) row.fail('INVALID_FIELD', 'the master record cannot be merged with itself');
  }
  if (rows.some((row) => row.failed)) return finish(rows, options);
  const point = new Savepoint(context.db);
  try {
    const all: DmlOptions = { ...options, allOrNone: true, externalIdField: null };
    // After-delete triggers tell a merge from a deletion by it.
    if (object.fields['masterrecordid']) {
      context.db.query(`UPDATE ${sqlName(object.name)} SET masterrecordid = $1 WHERE id = ANY($2::text[])`, [
        master.id,
        duplicates.map((record) => record.id)
      ]);
    }
    reparent(
      context,
      object.name,
      master.id as string,
      duplicates.map((record) => record.id as string)
    );
    executeDml(context, 'delete', duplicates, all);
    executeDml(context, 'update', [master], all);
    point.release();
  } catch (error) {
    point.rollback();
    point.release();
    if (!(error instanceof PlatformError) || options.allOrNone) throw error;
    for (const row of rows) row.fail('UNKNOWN_EXCEPTION', error.message);
  }
  return finish(rows, options);
}

function reparent(context: DmlContext, objectName: string, master: string, duplicates: readonly string[]): void {
  for (const relationship of context.schema.childRelationships(objectName)) {
    const child = context.schema.object(relationship.childObject);
    if (!child || relationship.name === null) continue;
    const column = sqlName(relationship.field);
    context.db.query(
      `UPDATE ${sqlName(child.name)} SET ${column} = $1 WHERE ${column} = ANY($2::text[]) AND NOT isdeleted`,
      [master, duplicates]
    );
  }
}

function finish(rows: readonly DmlRow[], options: DmlOptions): DmlRowResult[] {
  if (options.allOrNone && rows.some((row) => row.failed)) throw dmlException('merge', rows);
  return rows.map((row) => ({ id: row.id, success: !row.failed, created: false, errors: row.errors }));
}
