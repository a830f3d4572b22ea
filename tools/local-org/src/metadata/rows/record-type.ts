import { componentKey } from '../model/component.js';
import { flagOf, textOf } from '../xml/element.js';
import type { RowHandler } from './handler.js';

/** The row behind a record type; the object's definition has it too. */
export const recordType: RowHandler = {
  type: 'RecordType',
  elements: null,
  apply: ({ component, stored }, rows) => {
    const [object = '', name = ''] = component.fullName.split('.');
    const id = rows.context.ids.get(componentKey('RecordType', component.fullName)) as string;
    const values = {
      Name: (component.xml && textOf(component.xml, 'label')) ?? name,
      DeveloperName: name,
      SobjectType: rows.schema.object(object)?.name ?? object,
      Description: component.xml && textOf(component.xml, 'description'),
      IsActive: component.xml !== null && flagOf(component.xml, 'active')
    };
    return stored ? rows.put('RecordType', id, values) : rows.insert('RecordType', { ...values, Id: id });
  },
  remove: (stored, rows) => rows.delete('RecordType', 'Id', stored.id)
};
