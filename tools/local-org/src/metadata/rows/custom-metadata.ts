import type { SqlParameter } from '../../database/connection.js';
import type { FieldDefinition, ObjectDefinition, OrgSchema } from '../../schema/definitions.js';
import { isNamedByText } from '../../schema/named-by-text.js';
import type { DeployContext } from '../deploy/context.js';
import type { Component } from '../model/component.js';
import { textOf, type XmlElement } from '../xml/element.js';
import type { RowHandler } from './handler.js';
import { recordRuleMessages } from './metadata-rules.js';
import { metadataValues } from './metadata-values.js';

export const splitRecord = (fullName: string): { readonly type: string; readonly name: string } => {
  const dot = fullName.indexOf('.');
  const type = fullName.slice(0, dot);
  // `Type.Record` and `Type__mdt.Record` name the same record.
  return { type: type.endsWith('__mdt') ? type : `${type}__mdt`, name: fullName.slice(dot + 1) };
};

/**
 * Records of custom metadata types.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_custommetadata.htm
 */
export const customMetadata: RowHandler = {
  type: 'CustomMetadata',
  elements: { type: 'CustomMetadata', used: ['fullName', 'label', 'values'], cosmetic: ['description', 'protected'] },
  validate: (component, context, schema) => {
    const { type, name } = splitRecord(component.fullName);
    const object = schema.object(type);
    if (!object) return [`Entity of type 'CustomObject' named '${type}' cannot be found`];
    if (!component.xml) return [];
    if (!/^[A-Za-z](?:_?[A-Za-z0-9])*$/.test(name)) {
      return [
        `The Custom Metadata Record Name can only contain underscores and alphanumeric characters. It must begin with a letter, not include spaces, not end with an underscore, and not contain two consecutive underscores: ${name}`
      ];
    }
    return valueMessages(component, object, context, schema);
  },
  apply: ({ component: { fullName, xml }, stored }, rows) => {
    const { type, name } = splitRecord(fullName);
    const object = rows.object(type);
    const label = (xml && textOf(xml, 'label')) ?? name;
    const values: Record<string, SqlParameter> = {
      DeveloperName: name,
      MasterLabel: label,
      Label: label,
      QualifiedApiName: name,
      Language: 'en_US'
    };
    const given = xml ? metadataValues(xml) : new Map<string, string | null>();
    for (const field of Object.values(object.fields)) {
      if (!field.custom || field.formula !== null) continue;
      const text = valueOf(given, field.name);
      values[field.name] = isMetadataName(field)
        ? catalogueName(field, text, given)
        : columnValue(field, text, rows.context);
    }
    if (stored) return rows.put(object.name, stored.id, values);
    // The id was given before any record was written, so that records of one deploy can name each other.
    return rows.insert(object.name, { ...values, Id: rows.context.idOf('CustomMetadata', fullName) });
  },
  remove: (stored, rows) => {
    const { type } = splitRecord(stored.fullName);
    // With the type its table is gone already.
    if (rows.schema.object(type)) rows.delete(type, 'Id', stored.id);
  }
};

function valueOf(given: ReadonlyMap<string, string | null>, name: string): string | null {
  for (const [field, value] of given) if (field.toLowerCase() === name.toLowerCase()) return value;
  return null;
}

function columnValue(field: FieldDefinition, text: string | null, context: DeployContext): SqlParameter {
  if (field.type === 'boolean') return text?.trim().toLowerCase() === 'true';
  if (text === null) return null;
  switch (field.type) {
    case 'reference':
      return referenceId(field, text.trim(), context);
    case 'datetime':
      return new Date(text.trim()).toISOString().replace('T', ' ').replace('Z', '');
    case 'double':
    case 'currency':
    case 'percent':
    case 'int':
    case 'long':
    case 'date':
      return text.trim();
    default:
      return text;
  }
}

const isMetadataName = (field: FieldDefinition): boolean => field.referenceTo.some(isNamedByText);

/** DurableId of the object or field that a metadata relationship names; a field stands without its object in the file. */
function catalogueName(
  field: FieldDefinition,
  text: string | null,
  given: ReadonlyMap<string, string | null>
): string | null {
  const name = text?.trim() ?? null;
  if (name === null || field.controllingField === undefined || name.includes('.')) return name;
  const object = valueOf(given, field.controllingField)?.trim() ?? null;
  return object === null ? name : `${object}.${name}`;
}

/** A relationship names the record it leads to: `Type.Record` or just its name. */
function referenceId(field: FieldDefinition, text: string, context: DeployContext): string | null {
  const [target = ''] = field.referenceTo;
  const name = text.includes('.') ? text.slice(text.indexOf('.') + 1) : text;
  return context.idOf('CustomMetadata', `${target.replace(/__mdt$/, '')}.${name}`);
}

function valueMessages(
  component: Component,
  object: ObjectDefinition,
  context: DeployContext,
  schema: OrgSchema
): string[] {
  const given = metadataValues(component.xml as XmlElement);
  const messages: string[] = [];
  for (const [name, value] of given) {
    const field = schema.field(object.name, name);
    if (!field || !field.custom) messages.push(`In field: field - no CustomField named ${object.name}.${name} found`);
    else if (value !== null && isMetadataName(field)) messages.push(...nameMessage(field, value.trim(), given, schema));
    else if (value !== null) messages.push(...valueMessage(field, value, context));
  }
  const required = Object.values(object.fields)
    .filter((field) => field.custom && field.required && field.formula === null && field.type !== 'boolean')
    .filter((field) => valueOf(given, field.name) === null)
    .map((field) => field.name);
  if (required.length > 0) messages.push(`Required fields are missing: [${required.join(', ')}]`);
  return messages.length > 0 ? messages : recordRuleMessages(component, object, given, context, schema);
}

function valueMessage(field: FieldDefinition, text: string, context: DeployContext): string[] {
  switch (field.type) {
    case 'double':
    case 'currency':
    case 'percent':
    case 'int':
      return numberMessage(field, text.trim());
    case 'boolean':
      return /^(true|false)$/i.test(text.trim()) ? [] : [`Invalid value for ${field.name}: '${text}' is no boolean`];
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text.trim()) ? [] : [`Invalid value for ${field.name}: '${text}' is no date`];
    case 'datetime':
      return Number.isNaN(Date.parse(text.trim()))
        ? [`Invalid value for ${field.name}: '${text}' is no date and time`]
        : [];
    case 'picklist':
      return field.restrictedPicklist && !field.picklist?.some((entry) => entry.value === text && entry.isActive)
        ? [`bad value for restricted picklist field: ${text}`]
        : [];
    case 'reference':
      return referenceMessage(field, text.trim(), context);
    default:
      return field.length > 0 && text.length > field.length
        ? [`${field.label}: data value too large: ${text} (max length=${field.length})`]
        : [];
  }
}

function numberMessage(field: FieldDefinition, text: string): string[] {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text))
    return [`Invalid value for ${field.name}: '${text}' is no number`];
  const whole = Math.trunc(Math.abs(Number(text))).toString();
  return whole !== '0' && whole.length > field.precision - field.scale
    ? [`${field.label}: value outside of valid range: ${text}`]
    : [];
}

function nameMessage(
  field: FieldDefinition,
  text: string,
  given: ReadonlyMap<string, string | null>,
  schema: OrgSchema
): string[] {
  if (field.referenceTo[0] === 'EntityDefinition') {
    return schema.object(text) ? [] : [`Invalid value for ${field.name}: there is no object ${text}`];
  }
  const name = catalogueName(field, text, given) as string;
  const [object = '', ...path] = name.split('.');
  return path.length === 1 && schema.field(object, path[0] as string)
    ? []
    : [`Invalid value for ${field.name}: there is no field ${name}`];
}

function referenceMessage(field: FieldDefinition, text: string, context: DeployContext): string[] {
  const [target = ''] = field.referenceTo;
  if (!target.endsWith('__mdt')) return [`not supported by the local org: metadata relationships to ${target}`];
  const name = text.includes('.') ? text.slice(text.indexOf('.') + 1) : text;
  const record = `${target.replace(/__mdt$/, '')}.${name}`;
  return context.has('CustomMetadata', record) ? [] : [`In field: value - no CustomMetadata named ${record} found`];
}
