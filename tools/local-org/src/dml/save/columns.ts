import { generatedExpression, hasColumn } from '../../schema/ddl/columns.js';
import type { FieldDefinition } from '../../schema/definitions.js';
import { isRowError, saveValue } from '../checks/values.js';
import type { DmlRow } from '../row.js';
import type { Chunk } from './chunk.js';

/** Fields that SQL may write: those with a column that nobody else computes. */
export function isStored(chunk: Chunk, field: FieldDefinition): boolean {
  return hasColumn(field) && field.autoNumberFormat === null && generatedExpression(chunk.object, field) === null;
}

/**
 * Takes values from the record into the columns to write, as they are saved, and notes what is wrong with them. The
 * record gets the saved form too: after triggers see trimmed text and rounded numbers.
 */
export function takeColumns(chunk: Chunk, row: DmlRow, keys: Iterable<string>): void {
  for (const key of keys) {
    const field = chunk.object.fields[key];
    if (!field || !isStored(chunk, field)) continue;
    const given = row.work.fields.get(key);
    const mayCut = chunk.options.allowFieldTruncation === true || row.record.cutsText;
    const saved = saveValue(field, given, { mayCut });
    if (isRowError(saved)) {
      row.errors.push(saved);
      continue;
    }
    row.columns.set(key, saved.text);
    if (saved.value !== given) row.work.fields.set(key, saved.value);
  }
}

/** https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_triggers_order_of_execution.htm step 4 */
export function checkRequired(row: DmlRow, fields: Iterable<FieldDefinition>): void {
  const missing: string[] = [];
  for (const field of fields) {
    if (!field.required || field.type === 'boolean' || field.type === 'id' || field.autoNumberFormat !== null) continue;
    if ((row.columns.get(field.name.toLowerCase()) ?? null) === null) missing.push(field.name);
  }
  if (missing.length === 0) return;
  row.fail('REQUIRED_FIELD_MISSING', `Required fields are missing: [${missing.join(', ')}]`, missing);
}
