import type { ObjectDefinition } from '../../schema/definitions.js';
import { defineField, defineSystemField, fieldMap, picklistValue, systemFields } from '../../schema/field.js';
import { defineObject } from '../../schema/object.js';

/** `Order__Share`: who may see records of an object whose sharing model is not public. */
export function shareObject(parent: ObjectDefinition, keyPrefix: string): ObjectDefinition {
  return defineObject({
    custom: true,
    sharingModel: 'ControlledByParent',
    name: parent.name.replace(/__c$/, '__Share'),
    label: `Share: ${parent.label}`,
    pluralLabel: `Share: ${parent.label}`,
    keyPrefix,
    fields: fieldMap([
      ...systemFields({ deletable: true, audited: false }),
      defineField({
        name: 'ParentId',
        type: 'reference',
        length: 18,
        referenceTo: [parent.name],
        relationshipName: 'Parent',
        childRelationshipName: 'Shares',
        onDelete: 'cascade',
        required: true,
        updateable: false,
        permissionable: false
      }),
      defineField({
        name: 'AccessLevel',
        type: 'picklist',
        length: 40,
        picklist: ['Read', 'Edit', 'All'].map((value) => picklistValue(value)),
        required: true,
        permissionable: false
      }),
      defineField({
        name: 'UserOrGroupId',
        type: 'reference',
        length: 18,
        referenceTo: ['Group', 'User'],
        relationshipName: 'UserOrGroup',
        required: true,
        updateable: false,
        permissionable: false
      }),
      defineField({
        name: 'RowCause',
        type: 'picklist',
        length: 40,
        picklist: [
          ...['Owner', 'Manual', 'Rule'].map((value) => picklistValue(value, value === 'Manual')),
          ...(parent.sharingReasons ?? []).map(({ name, label }) => ({ ...picklistValue(name), label }))
        ],
        updateable: false,
        permissionable: false
      }),
      defineSystemField({ name: 'LastModifiedDate', type: 'datetime' }),
      defineSystemField({
        name: 'LastModifiedById',
        type: 'reference',
        length: 18,
        referenceTo: ['User'],
        relationshipName: 'LastModifiedBy'
      })
    ])
  });
}
