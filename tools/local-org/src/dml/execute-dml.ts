import { SqlError } from '../database/connection.js';
import type { ObjectDefinition } from '../schema/definitions.js';
import { PlatformError } from '../values/platform-error.js';
import type { SObjectRecord } from '../values/record.js';
import { checkMixedDml } from './checks/mixed-dml.js';
import { checkUserRights } from './checks/rights.js';
import type { DmlContext, DmlOperation, DmlOptions, DmlRowResult } from './context.js';
import { dmlException, titleCase } from './dml-exception.js';
import { DmlRow } from './row.js';
import { Savepoint } from './savepoint.js';
import { CHUNK_SIZE, type Chunk } from './save/chunk.js';
import { deleteChunk } from './save/delete.js';
import { insertChunk } from './save/insert.js';
import { undeleteChunk } from './save/undelete.js';
import { updateChunk } from './save/update.js';
import { matchUpserts } from './save/upsert.js';
import { hasRollUps } from './save/roll-up.js';
import { hasTriggers } from './save/run-triggers.js';

/** Operation of one chunk: upsert has been split by then. */
type ChunkOperation = Exclude<DmlOperation, 'upsert'>;

const SAVE: Readonly<Record<ChunkOperation, (chunk: Chunk) => void>> = {
  insert: insertChunk,
  update: updateChunk,
  delete: deleteChunk,
  undelete: undeleteChunk
};

const LOCK_TAKEN = new Set(['55P03', '40P01']);
/** https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/langCon_apex_dml_limitations.htm */
const MAX_RUNS = 10;
const MAX_ATTEMPTS = 3;

/**
 * Runs one DML statement: counts it, takes the records through the save order in chunks of 200, and undoes what must not
 * stay. Ids of new rows are put into the records.
 *
 * @returns one result a record, in their order.
 * @throws PlatformError System.DmlException when all rows must succeed and one does not; System.LimitException.
 */
export function executeDml(
  context: DmlContext,
  operation: DmlOperation,
  records: readonly SObjectRecord[],
  options: DmlOptions
): DmlRowResult[] {
  if (records.length === 0) return [];
  context.limits.consume('dmlStatements');
  context.limits.consume('dmlRows', records.length);
  context.log('DML_BEGIN', `Op:${titleCase(operation)}|Type:${records[0]?.objectName ?? ''}|Rows:${records.length}`);
  const rows = records.map((record, index) => new DmlRow(index, record));
  checkRepeatedIds(operation, rows, options);
  const statement = new Savepoint(context.db);
  try {
    for (const run of runsOf(context, operation, rows)) {
      saveRun(context, operation, run, options);
      if (options.allOrNone && rows.some((row) => row.failed)) break;
    }
  } catch (error) {
    statement.rollback();
    statement.release();
    throw error;
  }
  if (options.allOrNone && rows.some((row) => row.failed)) {
    statement.rollback();
    statement.release();
    throw dmlException(operation, rows);
  }
  statement.release();
  context.log('DML_END', '');
  return rows.map((row) => {
    if (!row.failed && row.record.id === null) row.record.fields.set('id', row.id);
    return {
      id: row.failed ? row.record.id : row.id,
      success: !row.failed,
      created: !row.failed && row.created,
      errors: row.errors
    };
  });
}

interface Run {
  readonly object: ObjectDefinition;
  readonly rows: readonly DmlRow[];
}

/** Records of one object that stand together. */
function runsOf(context: DmlContext, operation: DmlOperation, rows: readonly DmlRow[]): Run[] {
  const runs: { readonly object: ObjectDefinition; readonly rows: DmlRow[] }[] = [];
  for (const row of rows) {
    const object = context.schema.object(row.record.objectName);
    if (!object) throw new Error(`DML on '${row.record.objectName}', which the schema has not`);
    const last = runs.at(-1);
    if (last?.object === object) last.rows.push(row);
    else runs.push({ object, rows: [row] });
  }
  if (runs.length > MAX_RUNS) {
    throw new PlatformError(
      'System.TypeException',
      `Cannot have more than ${MAX_RUNS} chunks in a single operation. Please rearrange the data to reduce chunking.`
    );
  }
  for (const run of runs) checkAllowed(operation, run.object);
  return runs;
}

/** Some objects are not for DML at all: events are published, custom metadata is deployed. */
function checkAllowed(operation: DmlOperation, object: ObjectDefinition): void {
  const allowed: Readonly<Record<DmlOperation, boolean>> = {
    insert: object.createable,
    update: object.updateable,
    upsert: object.createable && object.updateable,
    delete: object.deletable,
    undelete: object.deletable && object.fields['isdeleted'] !== undefined
  };
  const never = object.kind === 'custom-metadata' || object.kind === 'platform-event';
  if (allowed[operation] && !never) return;
  const message = `DML operation ${titleCase(operation)} not allowed on ${object.name}`;
  throw new PlatformError('System.TypeException', message);
}

function saveRun(context: DmlContext, operation: DmlOperation, run: Run, options: DmlOptions): void {
  checkMixedDml(context, operation, run.object, run.rows);
  if (operation !== 'upsert') {
    saveChunks(context, operation, run.object, run.rows, options);
    return;
  }
  for (let from = 0; from < run.rows.length; from += CHUNK_SIZE) {
    const rows = run.rows.slice(from, from + CHUNK_SIZE);
    const { inserts, updates } = matchUpserts({ object: run.object, rows, context, options, internal: false });
    if (options.allOrNone && rows.some((row) => row.failed)) return;
    if (inserts.length > 0) saveChunks(context, 'insert', run.object, inserts, options);
    if (options.allOrNone && inserts.some((row) => row.failed)) return;
    if (updates.length > 0) saveChunks(context, 'update', run.object, updates, options);
  }
}

function saveChunks(
  context: DmlContext,
  operation: ChunkOperation,
  object: ObjectDefinition,
  rows: readonly DmlRow[],
  options: DmlOptions
): void {
  checkUserRights(context, operation, object, rows, options);
  for (let from = 0; from < rows.length; from += CHUNK_SIZE) {
    const chunk: Chunk = { object, rows: rows.slice(from, from + CHUNK_SIZE), context, options, internal: false };
    saveChunk(chunk, operation);
    if (options.allOrNone && chunk.rows.some((row) => row.failed)) return;
  }
}

/**
 * With partial success a chunk is tried again without its bad rows, up to three times, so that triggers never see rows
 * that do not stay. Limits go back to where they were; static variables do not.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_dml_bulk_exceptions.htm
 */
function saveChunk(chunk: Chunk, operation: ChunkOperation): void {
  if (chunk.options.allOrNone) {
    attempt(chunk, operation);
    return;
  }
  const before = chunk.context.limits.snapshot();
  let rows = chunk.rows.filter((row) => !row.failed);
  for (let attempts = 1; rows.length > 0; attempts++) {
    const point = new Savepoint(chunk.context.db);
    attempt({ ...chunk, rows }, operation);
    const left = rows.filter((row) => !row.failed);
    const retry = left.length < rows.length && left.length > 0 && leavesTraces(chunk, operation);
    if (retry && attempts === MAX_ATTEMPTS) {
      for (const row of left) {
        row.fail(
          'TOO_MANY_APEX_REQUESTS',
          'Too many batch retries in the presence of Apex triggers and partial failures.'
        );
      }
    }
    if (retry || left.length === 0) point.rollback();
    point.release();
    if (!retry || attempts === MAX_ATTEMPTS) return;
    chunk.context.limits.restore(before);
    for (const row of left) row.reset();
    rows = left;
  }
}

/** Whether rows that fail late may have been written or seen by triggers already. */
const leavesTraces = (chunk: Chunk, operation: ChunkOperation): boolean =>
  hasTriggers(chunk, operation) || hasRollUps(chunk);

/** One pass through the save order; a lock that does not come fails all rows. */
function attempt(chunk: Chunk, operation: ChunkOperation): void {
  const point = new Savepoint(chunk.context.db);
  try {
    SAVE[operation](chunk);
    point.release();
  } catch (error) {
    if (!(error instanceof SqlError) || !LOCK_TAKEN.has(error.code)) throw error;
    point.rollback();
    point.release();
    const ids = chunk.rows.flatMap((row) => (row.record.id === null ? [] : [row.record.id]));
    const records = ids.length === 0 ? '1 records' : `${ids.length} records: ${ids.join(',')}`;
    for (const row of chunk.rows) {
      if (row.failed) continue;
      row.fail('UNABLE_TO_LOCK_ROW', `unable to obtain exclusive access to this record or ${records}`);
    }
  }
}

/** Apex refuses a list that holds a record twice. */
function checkRepeatedIds(operation: DmlOperation, rows: readonly DmlRow[], options: DmlOptions): void {
  if (operation === 'insert' || options.externalIdField !== null) return;
  const seen = new Set<string>();
  for (const { id } of rows) {
    if (id === null) continue;
    if (seen.has(id)) throw new PlatformError('System.ListException', `Duplicate id in list: ${id}`);
    seen.add(id);
  }
}
