import type { SyncConnection } from '../database/connection.js';
import { sqlName } from '../schema/ddl/names.js';
import { toId18 } from '../schema/ids.js';
import type { SObjectRecord } from '../values/record.js';
import type { DmlContext, DmlRowResult } from './context.js';

/**
 * Removes deleted rows for good; costs one DML statement (apex_methods_system_database, emptyRecycleBin). ALL ROWS finds
 * them until the transaction ends.
 * A row that is not in the bin gets an error.
 */
export function emptyRecycleBin(context: DmlContext, records: readonly SObjectRecord[]): DmlRowResult[] {
  context.limits.consume('dmlStatements');
  context.limits.consume('dmlRows', records.length);
  const removed = new Set<string>();
  for (const [objectName, ids] of idsByObject(records)) {
    const { rows } = context.db.query(
      `INSERT INTO meta.purged_row (id, object_name) SELECT id, $2 FROM ${sqlName(objectName)}
       WHERE id = ANY($1::text[]) AND isdeleted ON CONFLICT DO NOTHING RETURNING id`,
      [ids, objectName]
    );
    for (const [id] of rows) removed.add(String(id));
  }
  return records.map((record) => {
    const id = record.id;
    if (id !== null && removed.has(toId18(id))) return { id, success: true, created: false, errors: [] };
    const message = `entity is not in recycle bin: ${id ?? ''}`;
    return { id, success: false, created: false, errors: [{ statusCode: 'UNDELETE_FAILED', message, fields: [] }] };
  });
}

/** Before the commit: what was emptied from the bin goes. The platform removes it some time later. */
export function removePurged(db: SyncConnection): void {
  const { rows } = db.query('SELECT DISTINCT object_name FROM meta.purged_row');
  for (const [objectName] of rows) {
    db.defer(`DELETE FROM ${sqlName(String(objectName))} WHERE id IN (SELECT id FROM meta.purged_row) AND isdeleted`);
  }
  db.defer('DELETE FROM meta.purged_row');
}

/** Which of the rows are in no recycle bin any more. */
export function purgedAmong(db: SyncConnection, ids: readonly string[]): ReadonlySet<string> {
  const { rows } = db.query('SELECT id FROM meta.purged_row WHERE id = ANY($1::text[])', [ids]);
  return new Set(rows.map(([id]) => String(id)));
}

function idsByObject(records: readonly SObjectRecord[]): Map<string, string[]> {
  const byObject = new Map<string, string[]>();
  for (const record of records) {
    if (record.id === null) continue;
    const ids = byObject.get(record.objectName) ?? [];
    ids.push(toId18(record.id));
    byObject.set(record.objectName, ids);
  }
  return byObject;
}
