import type { FieldDefinition, ObjectDefinition, OrgSchema } from '../schema/definitions.js';
import { SObjectRecord } from '../values/record.js';
import { formulaOf, toFieldValue } from './compile.js';
import { recordView } from './record-view.js';
import type { FormulaContext } from './types.js';

const NOTHING = new SObjectRecord('');

/**
 * What a new row holds in the field unless it is told; null: nothing.
 * @param formulas is asked for when a formula has to be computed.
 */
export function fieldDefault(
  field: FieldDefinition,
  object: ObjectDefinition,
  schema: OrgSchema,
  formulas: () => FormulaContext
): unknown {
  if (field.picklist) {
    const chosen = field.picklist.filter((entry) => entry.isDefault && entry.isActive);
    if (chosen.length > 0) return chosen.map((entry) => entry.value).join(';');
  }
  if (field.type === 'boolean') return field.defaultFormula?.trim().toLowerCase() === 'true';
  if (field.defaultFormula === null || field.formula !== null) return null;
  const formula = formulaOf(field.defaultFormula, object, schema);
  return toFieldValue(field, formula.evaluate(recordView(NOTHING, { isNew: true }), formulas()));
}
