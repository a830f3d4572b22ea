import { createHash } from 'node:crypto';
import type { SyncConnection } from '../../database/connection.js';
import type { ObjectDefinition, OrgSchema } from '../definitions.js';
import { sqlLiteral, sqlName } from '../ddl/names.js';
import { createTable, dropTable, storedColumns } from '../ddl/tables.js';

/** Setup objects whose rows only grow with use and that no test reads from before itself. */
const NOT_COPIED = new Set([
  'ApexLog',
  'ApexTestQueueItem',
  'ApexTestRunResult',
  'ApexTestResult',
  'LoginHistory',
  'AuthSession',
  'SetupAuditTrail'
]);

/**
 * Brings a test copy of the tables (`test_1`, `test_2` …) up to date with the org and makes it the search_path: tables
 * whose definition changed are made anew, rows of setup objects, custom metadata and the standard price book are
 * copied, all other tables are empty. Tests then run in it and roll back.
 *
 * The caller owns the transaction; after COMMIT the copy can be used until the org's version or its setup rows change.
 *
 * @param copy a name like `test_1`.
 */
export function syncTestCopy(db: SyncConnection, copy: string, schema: OrgSchema): void {
  if (!/^test_\d+$/.test(copy)) throw new Error(`not the name of a test copy: ${copy}`);
  db.defer(`CREATE SCHEMA IF NOT EXISTS ${copy}`);
  db.defer(`SET search_path = ${copy}, public`);
  const known = new Map(
    db
      .query('SELECT table_name, digest FROM meta.test_copy_table WHERE copy = $1', [copy])
      .rows.map(([name, digest]) => [String(name), String(digest)])
  );
  for (const object of schema.objects()) {
    const statements = createTable(object);
    const digest = createHash('sha256').update(statements.join(';')).digest('hex');
    const name = object.name.toLowerCase();
    const before = known.get(name);
    known.delete(name);
    if (before !== digest) {
      if (before !== undefined) dropLoosely(db, object);
      for (const statement of statements) db.defer(statement);
      db.defer(
        `INSERT INTO meta.test_copy_table VALUES (${sqlLiteral(copy)}, ${sqlLiteral(name)}, ${sqlLiteral(digest)})
         ON CONFLICT (copy, table_name) DO UPDATE SET digest = excluded.digest`
      );
    }
    if (isVisibleToTests(object)) copyRows(db, copy, object, before === digest);
  }
  for (const name of known.keys()) {
    db.defer(`DROP TABLE IF EXISTS ${copy}.${sqlName(name)} CASCADE`);
    db.defer(`DELETE FROM meta.test_copy_table WHERE copy = ${sqlLiteral(copy)} AND table_name = ${sqlLiteral(name)}`);
  }
  db.defer(
    `INSERT INTO pricebook2 (id, name, isactive, isstandard) SELECT id, name, isactive, isstandard FROM data.pricebook2
     WHERE isstandard ON CONFLICT (id) DO NOTHING`
  );
  db.flush();
}

/** Org data is invisible to tests, setup objects and custom metadata are not (Apex Developer Guide, apex_testing_data_access). */
function isVisibleToTests(object: ObjectDefinition): boolean {
  return object.kind === 'custom-metadata' || (object.kind === 'setup' && !NOT_COPIED.has(object.name));
}

function copyRows(db: SyncConnection, copy: string, object: ObjectDefinition, mayHoldRows: boolean): void {
  const table = sqlName(object.name);
  const columns = storedColumns(object).join(', ');
  if (mayHoldRows) db.defer(`DELETE FROM ${copy}.${table}`);
  db.defer(`INSERT INTO ${copy}.${table} (${columns}) SELECT ${columns} FROM data.${table}`);
}

/** The old definition is gone; what it had is dropped whether or not it is still there. */
function dropLoosely(db: SyncConnection, object: ObjectDefinition): void {
  for (const statement of dropTable(object))
    db.defer(statement.replace(/^DROP (TABLE|SEQUENCE) /, 'DROP $1 IF EXISTS '));
}
