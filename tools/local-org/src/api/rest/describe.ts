import type { SlotTransaction } from '../../platform/transaction.js';
import type { FieldDefinition, FieldType, ObjectDefinition } from '../../schema/definitions.js';
import { recentRows } from './recent.js';

/** REST describe results (api_rest, resources_sobject_describe), as far as clients read them. */
export function describeGlobal(tx: SlotTransaction, version: string): unknown {
  return {
    encoding: 'UTF-8',
    maxBatchSize: 200,
    sobjects: [...tx.schema.objects()]
      .filter((object) => tx.rights.object(object.name).read)
      .map((object) => summary(object, tx, version))
  };
}

const MERGEABLE: ReadonlySet<string> = new Set(['Account', 'Case', 'Contact', 'Lead']);

function summary(object: ObjectDefinition, tx: SlotTransaction, version: string): Record<string, unknown> {
  const rights = tx.rights.object(object.name);
  return {
    name: object.name,
    label: object.label,
    labelPlural: object.pluralLabel,
    keyPrefix: object.keyPrefix,
    custom: object.custom,
    customSetting: object.kind === 'list-setting' || object.kind === 'hierarchy-setting',
    queryable: object.queryable && rights.read,
    createable: object.createable && rights.create,
    updateable: object.updateable && rights.edit,
    deletable: object.deletable && rights.delete,
    undeletable: object.deletable && rights.delete,
    retrieveable: object.queryable,
    searchable: object.kind === 'standard' || object.kind === 'custom',
    triggerable: object.kind !== 'setup' && object.kind !== 'custom-metadata',
    replicateable: Object.hasOwn(object.fields, 'systemmodstamp'),
    mergeable: MERGEABLE.has(object.name),
    activateable: false,
    deprecatedAndHidden: false,
    feedEnabled: false,
    layoutable: false,
    mruEnabled: object.kind === 'standard' || object.kind === 'custom',
    urls: {
      sobject: `/services/data/${version}/sobjects/${object.name}`,
      describe: `/services/data/${version}/sobjects/${object.name}/describe`,
      rowTemplate: `/services/data/${version}/sobjects/${object.name}/{ID}`
    }
  };
}

/** The resource of the object itself. */
export const describeBriefly = (tx: SlotTransaction, object: ObjectDefinition, version: string): unknown => ({
  objectDescribe: summary(object, tx, version),
  recentItems: recentRows(tx, version, object.name)
});

export function describeObject(tx: SlotTransaction, object: ObjectDefinition, version: string): unknown {
  return {
    ...summary(object, tx, version),
    fields: Object.values(object.fields)
      .filter((field) => tx.rights.field(object.name, field.name).read)
      .map((field) => describeField(field, object, tx)),
    childRelationships: tx.schema.childRelationships(object.name).map((child) => ({
      childSObject: child.childObject,
      field: child.field,
      relationshipName: child.name,
      cascadeDelete: child.cascadeDelete
    })),
    recordTypeInfos: object.recordTypes.map((type) => ({
      name: type.label,
      developerName: type.developerName,
      recordTypeId: type.id,
      active: type.active,
      available: true,
      master: false
    }))
  };
}

/** Bytes of a character, at most. */
const MAX_BYTES = 3;
const LONG: ReadonlySet<FieldType> = new Set([
  'longtextarea',
  'html',
  'base64',
  'encryptedstring',
  'address',
  'location'
] as const);
const UNGROUPED: ReadonlySet<FieldType> = new Set([
  'double',
  'currency',
  'percent',
  'datetime',
  'time',
  'multipicklist'
] as const);

/** Types of XML; those that are not named are texts. Source: api, field_types. */
const SOAP_TYPES: Partial<Record<FieldType, string>> = {
  id: 'tns:ID',
  reference: 'tns:ID',
  boolean: 'xsd:boolean',
  int: 'xsd:int',
  long: 'xsd:long',
  double: 'xsd:double',
  currency: 'xsd:double',
  percent: 'xsd:double',
  date: 'xsd:date',
  datetime: 'xsd:dateTime',
  time: 'xsd:time',
  base64: 'xsd:base64Binary',
  address: 'urn:address',
  location: 'urn:location',
  anyType: 'xsd:anyType'
};

const isSystem = (field: FieldDefinition): boolean => !field.createable && !field.updateable && !field.formula;

const isNillable = (field: FieldDefinition): boolean =>
  !field.required &&
  !field.masterDetail &&
  field.type !== 'boolean' &&
  field.type !== 'id' &&
  (!isSystem(field) || field.custom);

/** Other defaults are formulas, and known only when a row is made. */
function defaultValue(field: FieldDefinition): unknown {
  if (field.type === 'boolean') return field.defaultFormula === 'true';
  return field.picklist?.find((entry) => entry.isDefault)?.value ?? null;
}

function describeField(field: FieldDefinition, object: ObjectDefinition, tx: SlotTransaction): unknown {
  const rights = tx.rights.field(object.name, field.name);
  return {
    name: field.name,
    label: field.label,
    type: field.type === 'longtextarea' || field.type === 'html' ? 'textarea' : field.type,
    length: field.length,
    precision: field.precision,
    scale: field.scale,
    custom: field.custom,
    byteLength: field.length * MAX_BYTES,
    digits: field.type === 'int' ? field.precision || 9 : 0,
    soapType: SOAP_TYPES[field.type] ?? 'xsd:string',
    nillable: isNillable(field),
    unique: field.unique,
    caseSensitive: field.caseSensitive,
    externalId: field.externalId,
    idLookup: field.idLookup || field.externalId || field.type === 'id',
    autoNumber: field.autoNumberFormat !== null,
    calculated: field.formula !== null || field.rollup !== null,
    calculatedFormula: field.formula,
    defaultValue: defaultValue(field),
    defaultValueFormula: field.defaultFormula,
    nameField: object.nameField === field.name,
    createable: field.createable && rights.edit,
    updateable: field.updateable && rights.edit,
    permissionable: field.permissionable,
    defaultedOnCreate: field.defaultFormula !== null || field.type === 'boolean' || isSystem(field),
    referenceTo: field.referenceTo,
    relationshipName: field.relationshipName,
    cascadeDelete: field.onDelete === 'cascade',
    restrictedDelete: field.onDelete === 'restrict',
    namePointing: field.referenceTo.length > 1,
    polymorphicForeignKey: field.referenceTo.length > 1,
    htmlFormatted: field.type === 'html',
    encrypted: field.type === 'encryptedstring',
    dependentPicklist: false,
    deprecatedAndHidden: false,
    restrictedPicklist: field.restrictedPicklist,
    picklistValues: (field.picklist ?? []).map((value) => ({
      value: value.value,
      label: value.label,
      active: value.isActive,
      defaultValue: value.isDefault
    })),
    filterable: !LONG.has(field.type),
    sortable: !LONG.has(field.type) && field.type !== 'multipicklist',
    groupable: !LONG.has(field.type) && !UNGROUPED.has(field.type) && field.formula === null
  };
}
