import type { ObjectDefinition } from '../../../src/schema/definitions.js';
import {
  defineField,
  fieldMap,
  ownerField,
  picklistValue,
  systemFields,
  type FieldSketch
} from '../../../src/schema/field.js';
import { defineObject } from '../../../src/schema/object.js';

export interface ObjectSketch extends Partial<Omit<ObjectDefinition, 'fields'>> {
  readonly name: string;
  readonly keyPrefix: string;
  readonly customFields?: readonly FieldSketch[];
  /** No owner: a detail of a master, or a setting. */
  readonly ownerless?: boolean;
}

/** A custom object as a deploy would make it. */
export function customObject(sketch: ObjectSketch): ObjectDefinition {
  const { customFields = [], ownerless, ...rest } = sketch;
  const name = defineField({ name: 'Name', type: 'string', length: 80, idLookup: true, permissionable: false });
  const fields = fieldMap([
    ...systemFields({ deletable: true, audited: true }),
    ...(ownerless ? [] : [ownerField()]),
    name,
    ...customFields.map((field) => defineField({ custom: true, ...field }))
  ]);
  return defineObject({
    label: sketch.name.replace(/__c$/, ''),
    pluralLabel: sketch.name,
    kind: 'custom',
    custom: true,
    fields,
    nameField: 'Name',
    ...rest
  });
}

const text = (name: string, more: Partial<FieldSketch> = {}): FieldSketch => ({
  name,
  type: 'string',
  length: 255,
  ...more
});

/** A small shop: orders with lines (master-detail), a ledger with a unique key, kinds of fields in one place. */
export const SHOP: readonly ObjectDefinition[] = [
  customObject({
    name: 'Ledger__c',
    keyPrefix: 'a00',
    customFields: [
      text('Key__c', { unique: true, caseSensitive: true, externalId: true, required: true }),
      text('Status__c'),
      { name: 'Body__c', type: 'longtextarea', length: 131072 }
    ]
  }),
  customObject({
    name: 'Shop_Order__c',
    keyPrefix: 'a01',
    customFields: [
      text('Number__c', { unique: true, externalId: true }),
      text('Reference__c', { externalId: true }),
      { name: 'Total__c', type: 'currency', precision: 18, scale: 2 },
      { name: 'Count__c', type: 'double', precision: 5, scale: 0 },
      { name: 'Paid__c', type: 'boolean', defaultFormula: 'false' },
      { name: 'Due__c', type: 'date' },
      { name: 'At__c', type: 'datetime' },
      { name: 'Clock__c', type: 'time' },
      {
        name: 'Stage__c',
        type: 'picklist',
        length: 255,
        restrictedPicklist: true,
        picklist: [picklistValue('New', true), picklistValue('Sent'), picklistValue('Done')]
      },
      {
        name: 'Tags__c',
        type: 'multipicklist',
        length: 4099,
        picklist: ['a', 'b', 'c'].map((value) => picklistValue(value))
      },
      {
        name: 'Account__c',
        type: 'reference',
        referenceTo: ['Account'],
        relationshipName: 'Account__r',
        childRelationshipName: 'Shop_Orders__r',
        onDelete: 'setNull'
      },
      {
        name: 'Double__c',
        type: 'double',
        precision: 18,
        scale: 2,
        createable: false,
        updateable: false,
        formula: 'Total__c * 2'
      },
      {
        name: 'Buyer__c',
        type: 'string',
        length: 1300,
        createable: false,
        updateable: false,
        formula: 'Account__r.Name & " (" & Account__r.Owner.Alias & ")"'
      },
      text('Note__c', { defaultFormula: '"for " & $User.LastName' }),
      {
        name: 'Lines_Total__c',
        type: 'currency',
        precision: 18,
        scale: 2,
        createable: false,
        updateable: false,
        rollup: {
          operation: 'sum',
          childObject: 'Shop_Line__c',
          childLookup: 'Order__c',
          childField: 'Amount__c',
          filters: []
        }
      },
      {
        name: 'Big_Lines__c',
        type: 'double',
        precision: 18,
        scale: 0,
        createable: false,
        updateable: false,
        rollup: {
          operation: 'count',
          childObject: 'Shop_Line__c',
          childLookup: 'Order__c',
          childField: null,
          filters: [{ field: 'Shop_Line__c.Amount__c', operation: 'greaterOrEqual', value: '10' }]
        }
      },
      {
        name: 'Number_Auto__c',
        type: 'string',
        length: 30,
        autoNumberFormat: 'O-{0000}',
        createable: false,
        updateable: false
      }
    ]
  }),
  customObject({
    name: 'Shop_Line__c',
    keyPrefix: 'a02',
    ownerless: true,
    sharingModel: 'ControlledByParent',
    customFields: [
      {
        name: 'Order__c',
        type: 'reference',
        referenceTo: ['Shop_Order__c'],
        relationshipName: 'Order__r',
        childRelationshipName: 'Lines__r',
        masterDetail: true,
        required: true,
        onDelete: 'cascade',
        updateable: false
      },
      { name: 'Amount__c', type: 'currency', precision: 18, scale: 2 },
      {
        name: 'Guard__c',
        type: 'reference',
        referenceTo: ['Ledger__c'],
        relationshipName: 'Guard__r',
        childRelationshipName: 'Guarded__r',
        onDelete: 'restrict'
      }
    ]
  }),
  customObject({
    name: 'Secret__c',
    keyPrefix: 'a03',
    sharingModel: 'Private',
    customFields: [text('Hint__c')]
  }),
  customObject({
    name: 'Shipped__e',
    keyPrefix: 'e00',
    kind: 'platform-event',
    ownerless: true,
    publishBehavior: 'PublishAfterCommit',
    customFields: [text('Order__c', { required: true }), { name: 'Weight__c', type: 'double', precision: 5, scale: 1 }]
  })
];
