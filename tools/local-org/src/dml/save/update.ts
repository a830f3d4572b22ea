import type { FieldDefinition } from '../../schema/definitions.js';
import { checkReferences } from '../checks/references.js';
import { checkRules, hasRules } from '../checks/validation-rules.js';
import { checkSharing } from '../checks/sharing.js';
import { copyRecord, type DmlRow } from '../row.js';
import { loadRows, rowStates } from '../write/load-rows.js';
import { updateRows } from '../write/update-rows.js';
import { fieldOf, good, type Chunk } from './chunk.js';
import { checkRequired, isStored, takeColumns } from './columns.js';
import { isWritable, stamp } from './defaults.js';
import { addFormulaFields } from './formula-fields.js';
import { resolveParents } from './resolve-parents.js';
import { hasRollUps, rollUp } from './roll-up.js';
import { hasTriggers, runTriggers } from './run-triggers.js';

/** The save order of changed rows. Errors are left in the rows. */
export function updateChunk(chunk: Chunk): void {
  for (const row of chunk.rows) {
    if (row.id === null) row.fail('MISSING_ARGUMENT', 'Id not specified in an update call', []);
  }
  const whole = needsOldRows(chunk);
  if (whole) loadOld(chunk, 'update');
  checkSharing(chunk);
  for (const row of good(chunk)) layOver(chunk, row);
  resolveParents(chunk);
  runTriggers(chunk, 'before', 'update');
  for (const row of good(chunk)) {
    const keys = changedKeys(chunk, row);
    takeColumns(chunk, row, keys);
    checkRequired(
      row,
      keys.map((key) => chunk.object.fields[key]).filter((field) => field !== undefined)
    );
    stamp(chunk, row.work, false);
    takeColumns(chunk, row, ['lastmodifieddate', 'lastmodifiedbyid', 'systemmodstamp']);
  }
  checkRules(chunk);
  checkReferences(chunk);
  if (chunk.options.allOrNone && good(chunk).length < chunk.rows.length) return;
  const rows = good(chunk);
  if (rows.length > 0) {
    const written = updateRows(chunk.context, chunk.object, rows);
    failMissing(
      chunk,
      rows.filter((row) => !row.failed && !written.has(row.id as string))
    );
  }
  if (chunk.options.allOrNone && good(chunk).length < chunk.rows.length) return;
  runTriggers(chunk, 'after', 'update');
  rollUp(chunk);
}

const needsOldRows = (chunk: Chunk): boolean => hasTriggers(chunk, 'update') || hasRollUps(chunk) || hasRules(chunk);

/** Puts the rows' old state into them; fails those that are gone. */
export function loadOld(chunk: Chunk, operation: 'update' | 'delete'): void {
  const rows = good(chunk);
  if (rows.length === 0) return;
  const loaded = loadRows(
    chunk.context,
    chunk.object,
    rows.map((row) => row.id as string)
  );
  for (const row of rows) {
    const found = loaded.get(row.id as string);
    if (!found) failGone(row, false);
    else if (found.deleted) failGone(row, true);
    else row.old = found.record;
  }
  if (hasTriggers(chunk, operation))
    addFormulaFields(
      chunk,
      rows.map((row) => row.old)
    );
}

function failMissing(chunk: Chunk, rows: readonly DmlRow[]): void {
  if (rows.length === 0) return;
  const states = rowStates(
    chunk.context,
    chunk.object,
    rows.map((row) => row.id as string)
  );
  for (const row of rows) failGone(row, states.get(row.id as string) === true);
}

export function failGone(row: DmlRow, deleted: boolean): void {
  if (deleted) row.fail('ENTITY_IS_DELETED', 'entity is deleted');
  else row.fail('INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id');
}

/** What triggers see: the old row with the caller's values on top. */
function layOver(chunk: Chunk, row: DmlRow): void {
  row.work = copyRecord(row.old ?? row.record);
  row.work.fields.set('id', row.id);
  for (const [name, value] of row.record.fields) {
    const field = fieldOf(chunk.object, name);
    if (field && mayWrite(chunk, field)) row.work.fields.set(name, value);
  }
}

/** Roll-ups are written by the save order itself. */
function mayWrite(chunk: Chunk, field: FieldDefinition): boolean {
  if (field.rollup !== null) return chunk.internal;
  return isWritable(field, 'update') || (chunk.options.byPlatform === true && field.type !== 'id');
}

/** Fields the caller set, and those a trigger changed. */
function changedKeys(chunk: Chunk, row: DmlRow): string[] {
  return [...row.work.fields.keys()].filter((key) => {
    const field = chunk.object.fields[key];
    if (!field || !mayWrite(chunk, field) || !isStored(chunk, field)) return false;
    if (row.record.fields.has(key)) return true;
    return row.old === null || row.work.fields.get(key) !== row.old.fields.get(key);
  });
}
