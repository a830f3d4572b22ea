import type { SObjectRecord } from '../../values/record.js';
import { TriggerFailure, type TriggerOperation, type TriggerPhase } from '../context.js';
import { stateOf } from '../state.js';
import type { DmlRow } from '../row.js';
import { addFormulaFields } from './formula-fields.js';
import { fieldOf, good, type Chunk } from './chunk.js';

/** https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_gov_limits.htm */
const MAX_DEPTH = 16;
const FAILED = 'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY';

export const hasTriggers = (chunk: Chunk, operation: TriggerOperation): boolean =>
  chunk.context.triggers.has(chunk.object.name, 'before', operation) ||
  chunk.context.triggers.has(chunk.object.name, 'after', operation);

/**
 * Runs the triggers of one event over the rows that are still good and takes over what addError left.
 *
 * @returns whether triggers ran.
 */
export function runTriggers(chunk: Chunk, phase: TriggerPhase, operation: TriggerOperation): boolean {
  const { context, object } = chunk;
  if (!context.triggers.has(object.name, phase, operation)) return false;
  const rows = good(chunk);
  if (rows.length === 0) return false;
  const newRecords = operation === 'delete' ? null : rows.map((row) => row.work);
  const oldRecords = operation === 'update' || operation === 'delete' ? rows.map((row) => oldOf(row)) : null;
  // Before triggers of an update see what their rows came with; new rows have no formulas yet.
  if (newRecords && phase === 'after') addFormulaFields(chunk, newRecords);
  for (const record of oldRecords ?? []) record.readOnly = true;
  if (newRecords && phase === 'after') for (const record of newRecords) record.readOnly = true;
  const state = stateOf(context.triggers);
  if (state.depth >= MAX_DEPTH) {
    for (const row of rows) row.fail(FAILED, `${object.name}: maximum trigger depth exceeded`);
    return true;
  }
  state.depth++;
  try {
    context.triggers.run(object.name, phase, operation, newRecords, oldRecords);
  } catch (error) {
    if (!(error instanceof TriggerFailure)) throw error;
    for (const row of rows) row.fail(FAILED, error.message);
    return true;
  } finally {
    state.depth--;
  }
  for (const row of rows) {
    collectErrors(chunk, row, row.work);
    if (row.old) collectErrors(chunk, row, row.old);
  }
  return true;
}

function oldOf(row: DmlRow): SObjectRecord {
  if (!row.old) throw new Error('the old row was not loaded');
  return row.old;
}

function collectErrors(chunk: Chunk, row: DmlRow, record: SObjectRecord): void {
  for (const { field, message } of record.errors ?? []) {
    const fields = field === null ? [] : [fieldOf(chunk.object, field)?.name ?? field];
    row.fail('FIELD_CUSTOM_VALIDATION_EXCEPTION', message, fields);
  }
  record.errors = null;
}
