import type { SlotTransaction } from '../../platform/transaction.js';
import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';

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
    urls: {
      sobject: `/services/data/${version}/sobjects/${object.name}`,
      describe: `/services/data/${version}/sobjects/${object.name}/describe`,
      rowTemplate: `/services/data/${version}/sobjects/${object.name}/{ID}`
    }
  };
}

/** The resource of the object itself. Who looked at which rows is not kept, so none are recent. */
export const describeBriefly = (tx: SlotTransaction, object: ObjectDefinition, version: string): unknown => ({
  objectDescribe: summary(object, tx, version),
  recentItems: []
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
    nillable: !field.required && field.type !== 'boolean',
    unique: field.unique,
    caseSensitive: field.caseSensitive,
    externalId: field.externalId,
    idLookup: field.idLookup || field.externalId || field.type === 'id',
    autoNumber: field.autoNumberFormat !== null,
    calculated: field.formula !== null || field.rollup !== null,
    nameField: object.nameField === field.name,
    createable: field.createable && rights.edit,
    updateable: field.updateable && rights.edit,
    defaultedOnCreate: field.defaultFormula !== null || field.type === 'boolean',
    referenceTo: field.referenceTo,
    relationshipName: field.relationshipName,
    cascadeDelete: field.onDelete === 'cascade',
    restrictedPicklist: field.restrictedPicklist,
    picklistValues: (field.picklist ?? []).map((value) => ({
      value: value.value,
      label: value.label,
      active: value.isActive,
      defaultValue: value.isDefault
    })),
    filterable: field.type !== 'longtextarea' && field.type !== 'html' && field.type !== 'base64',
    sortable: field.type !== 'longtextarea' && field.type !== 'multipicklist',
    groupable: field.formula === null
  };
}
