import type { FieldDefinition } from '../schema/definitions.js';
import type { ExecutionContext } from '../schema/execution.js';
import { planQuery } from './plan.js';
import { runPlan } from './run-query.js';
import { sqlText } from './values/to-sql.js';

/**
 * Computes formula fields that a query filters, groups or sorts by: of every row of their objects, since which rows a
 * query finds may depend on them.
 *
 * @returns for one run of a query, which may use a field more than once.
 */
export function formulaValuesOf(
  context: ExecutionContext
): (objectNames: readonly string[], field: FieldDefinition) => string {
  const known = new Map<string, string>();
  return (objectNames, field) => {
    const key = `${objectNames.join(',')}.${field.name}`;
    let values = known.get(key);
    if (values === undefined) known.set(key, (values = compute(context, objectNames, field)));
    return values;
  };
}

function compute(context: ExecutionContext, objectNames: readonly string[], field: FieldDefinition): string {
  const values: Record<string, string> = {};
  for (const objectName of objectNames) {
    const plan = planQuery(`SELECT Id, ${field.name} FROM ${objectName} ALL ROWS`, context.schema);
    const { records } = runPlan(context, plan, [], { mode: 'system', sharing: false }, { unlimited: true });
    for (const record of records) {
      const value = sqlText(field.type, record.fields.get(field.name.toLowerCase()));
      if (record.id !== null && value !== null) values[record.id] = value;
    }
  }
  return JSON.stringify(values);
}
