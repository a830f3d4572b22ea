import type { FieldDefinition, ObjectDefinition, OrgSchema } from '../schema/definitions.js';
import type { ExecutionContext } from '../schema/execution.js';
import { formulaOf, toFieldValue, type Formula } from './compile.js';
import { GlobalValues } from './globals.js';
import type { FormulaContext, FormulaRecord } from './types.js';

export { compileFormula, formulaOf, toFieldValue } from './compile.js';
export type { CompileOptions, Formula } from './compile.js';
export { FormulaError } from './error.js';
export { fieldDefault } from './field-default.js';
export { functionNames } from './functions/index.js';
export { GlobalValues, valueFromSql } from './globals.js';
export { recordView } from './record-view.js';
export type { ViewOptions } from './record-view.js';
export { TYPE_NAMES, typeOfField } from './types.js';
export type { FormulaContext, FormulaRecord, FormulaType } from './types.js';

/** What formulas need of the transaction: the clock, the user, global variables. Make one for each statement. */
export function formulaContext(context: ExecutionContext): FormulaContext {
  const globals = new GlobalValues(context);
  return { now: () => context.now(), user: context.user, global: (path) => globals.read(path) };
}

/** The formula of a formula field, compiled against its object. */
export function fieldFormula(field: FieldDefinition, object: ObjectDefinition, schema: OrgSchema): Formula {
  if (field.formula === null) throw new Error(`${object.name}.${field.name} is no formula field`);
  return formulaOf(field.formula, object, schema, { blanksAsZero: field.formulaBlanksAsZero ?? false });
}

/**
 * Paths that a formula field's value is made of, from its object: `Amount__c`, `Account__r.Owner.Name`. A query selects
 * these instead of the field and calls `evaluateField` for each row.
 */
export const fieldsReferenced = (
  field: FieldDefinition,
  object: ObjectDefinition,
  schema: OrgSchema
): readonly string[] => fieldFormula(field, object, schema).references;

/** A formula field's value on a record that carries what `fieldsReferenced` names. */
export function evaluateField(
  field: FieldDefinition,
  object: ObjectDefinition,
  schema: OrgSchema,
  record: FormulaRecord,
  context: FormulaContext
): unknown {
  return toFieldValue(field, fieldFormula(field, object, schema).evaluate(record, context));
}
