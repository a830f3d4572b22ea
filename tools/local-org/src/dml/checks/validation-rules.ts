import { formulaContext, formulaOf, recordView, type Formula, type FormulaContext } from '../../formula/index.js';
import type { ValidationRuleDefinition } from '../../schema/definitions.js';
import { runQuery } from '../../soql/index.js';
import { ID } from '../../values/type.js';
import { ApexList } from '../../values/collections.js';
import type { SObjectRecord } from '../../values/record.js';
import type { DmlRow } from '../row.js';
import { fieldOf, good, type Chunk } from '../save/chunk.js';

export const hasRules = (chunk: Chunk): boolean => chunk.object.validationRules.some((rule) => rule.active);

/**
 * Step 4 of the save order: a record for which a rule's condition is true is refused with the rule's message. All rules
 * are asked, so a record may have several errors.
 */
export function checkRules(chunk: Chunk): void {
  const rows = good(chunk);
  if (rows.length === 0 || !hasRules(chunk)) return;
  const { object, context } = chunk;
  const rules = object.validationRules
    .filter((rule) => rule.active)
    .map((rule) => ({ rule, formula: formulaOf(rule.condition, object, context.schema) }));
  const parents = loadParents(
    chunk,
    rows,
    rules.map(({ formula }) => formula)
  );
  const surroundings = formulaContext(context);
  for (const row of rows) for (const { rule, formula } of rules) check(row, rule, formula, parents, surroundings);
}

type Parents = ReadonlyMap<string, { readonly lookup: string; readonly records: ReadonlyMap<string, SObjectRecord> }>;

function check(
  row: DmlRow,
  rule: ValidationRuleDefinition,
  formula: Formula,
  parents: Parents,
  context: FormulaContext
): void {
  const record = recordView(row.work, {
    prior: row.old,
    isNew: row.created,
    loadParent: (child, relationship) => {
      const parent = parents.get(relationship);
      const id = parent && child.fields.get(parent.lookup);
      return typeof id === 'string' ? (parent?.records.get(id) ?? null) : null;
    }
  });
  if (formula.evaluate(record, context) !== true) return;
  row.fail('FIELD_CUSTOM_VALIDATION_EXCEPTION', rule.message, rule.displayField === null ? [] : [rule.displayField]);
}

/** Parents that the rules look at, one query a relationship: nobody else has queried them for the records being saved. */
function loadParents(chunk: Chunk, rows: readonly DmlRow[], formulas: readonly Formula[]): Parents {
  const paths = new Map<string, Set<string>>();
  for (const reference of formulas.flatMap((formula) => formula.references)) {
    const dot = reference.indexOf('.');
    if (dot < 0) continue;
    const relationship = reference.slice(0, dot).toLowerCase();
    const wanted = paths.get(relationship) ?? new Set<string>();
    wanted.add(reference.slice(dot + 1));
    paths.set(relationship, wanted);
  }
  return new Map(
    [...paths].map(([relationship, wanted]) => [relationship, loadRelated(chunk, rows, relationship, wanted)])
  );
}

function loadRelated(chunk: Chunk, rows: readonly DmlRow[], relationship: string, wanted: ReadonlySet<string>) {
  const { object, context } = chunk;
  const link = Object.values(object.fields).find((field) => field.relationshipName?.toLowerCase() === relationship);
  const lookup = link?.name.toLowerCase() ?? '';
  const target = link?.referenceTo.includes('User') ? 'User' : link?.referenceTo[0];
  const ids = new Set<string>();
  for (const row of rows) {
    for (const record of [row.work, row.old]) {
      const id = record?.fields.get(lookup);
      if (typeof id === 'string') ids.add(id);
    }
  }
  const records = new Map<string, SObjectRecord>();
  if (target === undefined || ids.size === 0 || !fieldOf(object, lookup)) return { lookup, records };
  const fields = [...new Set(['Id', ...wanted].map((path) => (path.toLowerCase() === 'id' ? 'Id' : path)))];
  const found = runQuery(
    context,
    `SELECT ${fields.join(', ')} FROM ${target} WHERE Id IN :ids`,
    [new ApexList(ID, [...ids])],
    { mode: 'system', sharing: false },
    { unlimited: true }
  );
  for (const record of found.records) if (record.id !== null) records.set(record.id, record);
  return { lookup, records };
}
