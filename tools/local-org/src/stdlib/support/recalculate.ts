import { currentTransaction } from '../../apex/runtime/transaction.js';
import { evaluateField, FormulaError, formulaContext, recordView } from '../../formula/index.js';
import { PlatformError } from '../../values/platform-error.js';
import type { SObjectRecord } from '../../values/record.js';

export interface FieldFailure {
  readonly field: string;
  readonly message: string;
}

/** Computes all formula fields of a record from what it holds in memory. @returns the fields that could not be. */
export function recalculate(record: SObjectRecord): FieldFailure[] {
  const transaction = currentTransaction();
  const object = transaction.schema.object(record.objectName);
  if (!object) return [];
  const failures: FieldFailure[] = [];
  const context = formulaContext(transaction);
  for (const field of Object.values(object.fields)) {
    if (field.formula === null) continue;
    try {
      const value = evaluateField(field, object, transaction.schema, recordView(record), context);
      record.fields.set(field.name.toLowerCase(), value);
      record.queried?.add(field.name.toLowerCase());
    } catch (error) {
      if (!(error instanceof FormulaError || error instanceof PlatformError)) throw error;
      failures.push({ field: field.name, message: error.message });
    }
  }
  return failures;
}
