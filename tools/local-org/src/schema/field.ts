import type { FieldDefinition, FieldType, PicklistValue } from './definitions.js';

/** What a field must say for itself; everything else has the default of `defineField`. */
export type FieldSketch = Partial<FieldDefinition> & { readonly name: string; readonly type: FieldType };

/** Fills in what a sketch leaves open: an optional, writable field without any specialities. */
export function defineField(sketch: FieldSketch): FieldDefinition {
  return {
    label: labelFromName(sketch.name),
    custom: false,
    length: 0,
    precision: 0,
    scale: 0,
    required: false,
    unique: false,
    caseSensitive: false,
    externalId: false,
    idLookup: false,
    autoNumberFormat: null,
    formula: null,
    defaultFormula: null,
    picklist: null,
    restrictedPicklist: false,
    referenceTo: [],
    relationshipName: null,
    childRelationshipName: null,
    masterDetail: false,
    onDelete: null,
    rollup: null,
    createable: true,
    updateable: true,
    permissionable: true,
    trackedBySystem: false,
    ...sketch
  };
}

/** A field that the platform alone writes and that field-level security never hides. */
export function defineSystemField(sketch: FieldSketch): FieldDefinition {
  return defineField({
    createable: false,
    updateable: false,
    permissionable: false,
    trackedBySystem: true,
    ...sketch
  });
}

/** 'LastModifiedDate' → 'Last Modified Date', 'OwnerId' → 'Owner ID': the labels of standard fields follow this form. */
export function labelFromName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/\bId$/, 'ID');
}

export function picklistValue(value: string, isDefault = false): PicklistValue {
  return { value, label: value, isDefault, isActive: true };
}

const reference = (name: string, target: string, relationshipName: string): FieldDefinition =>
  defineSystemField({ name, type: 'reference', length: 18, referenceTo: [target], relationshipName });

const ID = defineSystemField({ name: 'Id', label: 'Record ID', type: 'id', length: 18, idLookup: true });
const IS_DELETED = defineSystemField({ name: 'IsDeleted', label: 'Deleted', type: 'boolean', defaultFormula: 'false' });
const AUDIT = [
  defineSystemField({ name: 'CreatedDate', type: 'datetime' }),
  reference('CreatedById', 'User', 'CreatedBy'),
  defineSystemField({ name: 'LastModifiedDate', type: 'datetime' }),
  reference('LastModifiedById', 'User', 'LastModifiedBy'),
  defineSystemField({ name: 'SystemModstamp', type: 'datetime' })
];

/** The system fields every ordinary object carries, in the platform's order. */
export function systemFields(options: { readonly deletable: boolean; readonly audited: boolean }): FieldDefinition[] {
  return [ID, ...(options.deletable ? [IS_DELETED] : []), ...(options.audited ? AUDIT : [])];
}

/** OwnerId of standard and custom objects that are no detail of another one. */
export function ownerField(
  childRelationshipName: string | null = null,
  owners: readonly string[] = ['Group', 'User']
): FieldDefinition {
  return defineField({
    name: 'OwnerId',
    type: 'reference',
    length: 18,
    referenceTo: owners,
    relationshipName: 'Owner',
    childRelationshipName,
    permissionable: false
  });
}

/** RecordTypeId, which an object has as soon as it has one record type. */
export const RECORD_TYPE_FIELD = defineField({
  name: 'RecordTypeId',
  type: 'reference',
  length: 18,
  referenceTo: ['RecordType'],
  relationshipName: 'RecordType',
  permissionable: false
});

/** Fields by lower-case name, the form ObjectDefinition.fields has. */
export function fieldMap(fields: Iterable<FieldDefinition>): Record<string, FieldDefinition> {
  const map: Record<string, FieldDefinition> = {};
  for (const field of fields) map[field.name.toLowerCase()] = field;
  return map;
}
