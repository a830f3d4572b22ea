import { formulaOf, recordView, valueFromSql } from '../../formula/index.js';
import type { ObjectDefinition, OrgSchema } from '../../schema/definitions.js';
import type { DeployContext } from '../deploy/context.js';
import { componentKey, type Component } from '../model/component.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { SObjectRecord } from '../../values/record.js';
import { textOf } from '../xml/element.js';
import { metadataValues } from './metadata-values.js';

/** Messages of the validation rules of a custom metadata type that its record breaks. */
export function recordRuleMessages(
  component: Component,
  object: ObjectDefinition,
  given: ReadonlyMap<string, string | null>,
  context: DeployContext,
  schema: OrgSchema
): string[] {
  const rules = object.validationRules.filter((rule) => rule.active);
  if (rules.length === 0) return [];
  const record = recordView(recordOf(component, object, given), {
    isNew: !context.stored.has(`CustomMetadata:${component.fullName.toLowerCase()}`),
    loadParent: (child, relationship) => parentOf(child, relationship, context, schema)
  });
  const surroundings = {
    now: () => context.environment.now(),
    user: { id: context.environment.userId, username: '', profileId: '', timeZone: 'GMT', locale: 'en_US' },
    global: (path: readonly string[]) => {
      throw new NotSupportedError(`${path.join('.')} in a validation rule of ${object.name}`);
    }
  };
  return rules
    .filter((rule) => formulaOf(rule.condition, object, schema).evaluate(record, surroundings) === true)
    .map((rule) => rule.message);
}

/** The record that a metadata relationship names, as it will be after the deploy. */
function parentOf(
  child: SObjectRecord,
  relationship: string,
  context: DeployContext,
  schema: OrgSchema
): SObjectRecord | null {
  const field = Object.values(schema.object(child.objectName)?.fields ?? {}).find(
    ({ relationshipName }) => relationshipName?.toLowerCase() === relationship
  );
  const name = field ? child.fields.get(field.name.toLowerCase()) : null;
  const target = schema.object(field?.referenceTo[0] ?? '');
  if (!target || typeof name !== 'string') return null;
  const fullName = `${target.name.replace(/__mdt$/, '')}.${name.slice(name.indexOf('.') + 1)}`;
  const xml =
    context.incoming.get(componentKey('CustomMetadata', fullName))?.component.xml ??
    context.store.xml('CustomMetadata', fullName);
  return xml ? recordOf({ fullName, xml }, target, metadataValues(xml)) : null;
}

function recordOf(
  component: Pick<Component, 'fullName' | 'xml'>,
  object: ObjectDefinition,
  given: ReadonlyMap<string, string | null>
): SObjectRecord {
  const record = new SObjectRecord(object.name);
  const name = component.fullName.slice(component.fullName.indexOf('.') + 1);
  record.fields.set('developername', name);
  record.fields.set('qualifiedapiname', name);
  for (const label of ['masterlabel', 'label']) {
    record.fields.set(label, (component.xml && textOf(component.xml, 'label')) ?? name);
  }
  for (const [fieldName, value] of given) {
    const field = object.fields[fieldName.toLowerCase()];
    if (!field) continue;
    const text =
      field.type === 'boolean' ? (value?.trim().toLowerCase() === 'true' ? 't' : 'f') : (value?.trim() ?? null);
    record.fields.set(field.name.toLowerCase(), valueFromSql(field, text));
  }
  return record;
}
