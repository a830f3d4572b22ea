import type { FieldDefinition, ObjectDefinition, OrgSchema } from '../../schema/definitions.js';
import { fieldFormula, FormulaError, formulaOf, TYPE_NAMES, type FormulaType } from '../../formula/index.js';
import { NotSupportedError } from '../../values/platform-error.js';
import type { DeployContext } from '../deploy/context.js';
import { componentKey, problem, type Component } from '../model/component.js';

/** Checks what only the whole schema can tell: targets of lookups, roll-ups, names of relationships, formulas. */
export function validateSchema(context: DeployContext, schema: OrgSchema): void {
  for (const { component } of context.changedOfType('CustomField')) {
    const [objectName = '', fieldName = ''] = component.fullName.split('.');
    const object = schema.object(objectName);
    const field = object && schema.field(objectName, fieldName);
    if (object && field) context.fail(component, fieldMessages(schema, object, field));
  }
  for (const { component } of context.changedOfType('FieldSet'))
    context.fail(component, fieldSetMessages(schema, component));
  for (const { component } of context.changedOfType('ValidationRule'))
    context.fail(component, ruleMessages(schema, component));
  for (const { type, fullName, fileName } of danglingReferences(context, schema)) {
    context.problems.push(
      problem(
        { type, fullName, fileName },
        `This ${type === 'CustomObject' ? 'object' : 'field'} is referenced elsewhere in the org. Remove the usage and try again.`
      )
    );
  }
}

function fieldMessages(schema: OrgSchema, object: ObjectDefinition, field: FieldDefinition): string[] {
  const messages: string[] = [];
  for (const target of field.referenceTo) {
    const parent = schema.object(target);
    if (!parent) messages.push(`referenceTo value of '${target}' does not resolve to a valid sObject type`);
    else if (field.masterDetail && object.kind !== 'custom') {
      messages.push(`A master-detail relationship cannot be created on ${object.name}`);
    } else if (parent.kind === 'platform-event')
      messages.push(`referenceTo value of '${target}' cannot be a platform event`);
  }
  if (field.childRelationshipName !== null) {
    for (const target of field.referenceTo) {
      const others = schema
        .childRelationships(target)
        .filter(
          (other) =>
            other.name?.toLowerCase() === field.childRelationshipName?.toLowerCase() &&
            !(other.childObject === object.name && other.field === field.name)
        );
      if (others.length > 0) {
        messages.push(
          `There is already a Child Relationship named ${field.childRelationshipName.replace(/__r$/, '')} on ${target}.`
        );
      }
    }
  }
  messages.push(...rollupMessages(schema, object, field), ...fieldFormulaMessages(schema, object, field));
  if (field.unique && !['string', 'email', 'double'].includes(field.type)) {
    messages.push(`A field of this type cannot be unique: ${field.name}`);
  }
  return messages;
}

/**
 * Standard relationships that roll-up summaries may count on without being master-detail.
 * Source: https://help.salesforce.com/s/articleView?id=sf.fields_about_roll_up_summary_fields.htm
 */
const SUMMARISED = new Set([
  'opportunity.accountid',
  'opportunitylineitem.opportunityid',
  'campaignmember.campaignid',
  'orderitem.orderid',
  'quotelineitem.quoteid'
]);

function rollupMessages(schema: OrgSchema, object: ObjectDefinition, field: FieldDefinition): string[] {
  const { rollup } = field;
  if (!rollup) return [];
  const lookup = schema.field(rollup.childObject, rollup.childLookup);
  if (!lookup) return [`Could not resolve the summary foreign key ${rollup.childObject}.${rollup.childLookup}`];
  if (
    (!lookup.masterDetail && !SUMMARISED.has(`${rollup.childObject}.${rollup.childLookup}`.toLowerCase())) ||
    !lookup.referenceTo.some((target) => target.toLowerCase() === object.name.toLowerCase())
  ) {
    return [`${rollup.childObject}.${rollup.childLookup} is no master-detail relationship to ${object.name}`];
  }
  const names = [
    ...(rollup.childField === null ? [] : [rollup.childField]),
    ...rollup.filters.map((filter) => filter.field)
  ];
  return names
    .filter((name) => !schema.field(rollup.childObject, name))
    .map((name) => `Field ${name} does not exist on ${rollup.childObject}. Check spelling.`);
}

function fieldSetMessages(schema: OrgSchema, component: Component): string[] {
  const [objectName = '', name = ''] = component.fullName.split('.');
  const fieldSet = schema
    .object(objectName)
    ?.fieldSets.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
  return (fieldSet?.fields ?? [])
    .filter(({ path }) => !resolves(schema, objectName, path))
    .map(({ path }) => `In field: field - no CustomField named ${objectName}.${path} found`);
}

/** A path like `Account.Owner.Name` from an object leads to a field. */
export function resolves(schema: OrgSchema, objectName: string, path: string): boolean {
  const [first = '', ...rest] = path.split('.');
  const object = schema.object(objectName);
  if (!object) return false;
  if (rest.length === 0) return schema.field(objectName, first) !== null;
  const step = Object.values(object.fields).find(
    (field) =>
      field.relationshipName?.toLowerCase() === first.toLowerCase() || field.name.toLowerCase() === first.toLowerCase()
  );
  return step?.referenceTo.some((target) => resolves(schema, target, rest.join('.'))) ?? false;
}

function ruleMessages(schema: OrgSchema, component: Component): string[] {
  const [objectName = '', name = ''] = component.fullName.split('.');
  const rule = schema
    .object(objectName)
    ?.validationRules.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
  const object = schema.object(objectName);
  if (!rule || !object) return [];
  const messages = formulaMessages(() => {
    const { type } = formulaOf(rule.condition, object, schema);
    if (type !== 'boolean') {
      throw new FormulaError(
        `Formula result is data type (${TYPE_NAMES[type]}), incompatible with expected data type (true or false).`
      );
    }
  });
  if (rule.displayField !== null && !schema.field(objectName, rule.displayField)) {
    messages.push(`In field: errorDisplayField - no CustomField named ${objectName}.${rule.displayField} found`);
  }
  return messages;
}

/** Runs a check of a formula; what it throws becomes messages. */
function formulaMessages(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof FormulaError || error instanceof NotSupportedError) return [error.message];
    throw error;
  }
}

/** Result types that a field of each type may have; text may hold anything that becomes text only by TEXT(). */
const RESULTS: Partial<Record<FieldDefinition['type'], readonly FormulaType[]>> = {
  string: ['text'],
  double: ['number'],
  currency: ['number'],
  percent: ['number'],
  boolean: ['boolean'],
  date: ['date'],
  datetime: ['datetime'],
  time: ['time']
};

function fieldFormulaMessages(schema: OrgSchema, object: ObjectDefinition, field: FieldDefinition): string[] {
  if (field.formula !== null) {
    return formulaMessages(() => {
      const { type } = fieldFormula(field, object, schema);
      const expected = RESULTS[field.type];
      if (!expected) throw new NotSupportedError(`formula fields of type ${field.type}`);
      if (type === 'any' || type === 'null' || expected.includes(type)) return;
      throw new FormulaError(
        `Formula result is data type (${TYPE_NAMES[type]}), incompatible with expected data type (${TYPE_NAMES[expected[0] as FormulaType]}).`
      );
    });
  }
  const { defaultFormula } = field;
  if (defaultFormula === null || field.type === 'boolean') return [];
  return formulaMessages(() => formulaOf(defaultFormula, object, schema));
}

/** Deleted objects and fields that something which stays still names. */
function danglingReferences(
  context: DeployContext,
  schema: OrgSchema
): { type: string; fullName: string; fileName: string }[] {
  const found: { type: string; fullName: string; fileName: string }[] = [];
  for (const removed of context.removed.values()) {
    if (context.incoming.has(componentKey(removed.type, removed.fullName))) continue;
    const at = { type: removed.type, fullName: removed.fullName, fileName: removed.fileName };
    if (removed.type === 'CustomObject' && isReferenced(schema, removed.fullName)) found.push(at);
    if (removed.type !== 'CustomField') continue;
    const [objectName = '', fieldName = ''] = removed.fullName.split('.');
    const used = [...schema.objects()].some((object) =>
      Object.values(object.fields).some(
        ({ rollup }) =>
          rollup?.childObject.toLowerCase() === objectName.toLowerCase() &&
          [rollup.childField, rollup.childLookup, ...rollup.filters.map(({ field }) => field)].some(
            (name) => name?.toLowerCase() === fieldName.toLowerCase()
          )
      )
    );
    if (used || isUsedByFormulas(schema, objectName, fieldName)) found.push(at);
  }
  return found;
}

/** A formula or rule that does not compile without the field. */
function isUsedByFormulas(schema: OrgSchema, objectName: string, fieldName: string): boolean {
  const name = new RegExp(`\\b${fieldName}\\b`, 'i');
  for (const object of schema.objects()) {
    const texts = [
      ...object.validationRules.map(({ condition }) => condition),
      ...Object.values(object.fields).flatMap(({ formula }) => (formula === null ? [] : [formula]))
    ].filter((text) => name.test(text));
    if (texts.some((text) => formulaMessages(() => formulaOf(text, object, schema)).length > 0)) return true;
  }
  return (
    schema
      .object(objectName)
      ?.fieldSets.some(({ fields }) => fields.some(({ path }) => path.toLowerCase() === fieldName.toLowerCase())) ??
    false
  );
}

/** Activities, files and the like refer to every custom object, and go with it. */
const isReferenced = (schema: OrgSchema, object: string): boolean =>
  schema
    .childRelationships(object)
    .some(({ childObject, field }) => !schema.field(childObject, field)?.referencesCustomObjects);
