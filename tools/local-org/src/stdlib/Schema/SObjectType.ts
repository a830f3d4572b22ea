import { randomUUID } from 'node:crypto';
import { SObjectRecord } from '../../values/record.js';
import { definePlatformType } from '../define.js';
import { SObjectDescribe } from '../support/describe.js';
import { toFieldValue } from '../support/field-values.js';
import { apexReference } from '../support/reference.js';
import type { SObjectTypeToken } from '../support/tokens.js';

const describe = (self: SObjectTypeToken): SObjectDescribe => new SObjectDescribe(self.definition());

/** @param loadDefaults fills fields whose default is a plain value. */
function newSObject(
  self: SObjectTypeToken,
  id: string | null = null,
  loadDefaults: boolean | null = false
): SObjectRecord {
  const object = self.definition();
  const record = new SObjectRecord(object.name);
  if (id !== null) record.fields.set('id', toFieldValue(object.fields['id']!, id));
  if (loadDefaults === true) {
    for (const field of Object.values(object.fields)) {
      const picked = field.picklist?.find((value) => value.isDefault && value.isActive);
      if (picked) record.fields.set(field.name.toLowerCase(), picked.value);
      else if (object.kind === 'platform-event' && field.name === 'EventUuid') {
        record.fields.set('eventuuid', randomUUID());
      } else if (field.type === 'boolean') record.fields.set(field.name.toLowerCase(), field.defaultFormula === 'true');
    }
  }
  return record;
}

export default definePlatformType({
  name: 'Schema.SObjectType',
  source: apexReference('apex_class_Schema_SObjectType'),
  methods: {
    'Schema.DescribeSObjectResult getDescribe()': describe,
    'Schema.DescribeSObjectResult getDescribe(Object)': describe,
    'SObject newSObject()': (self: SObjectTypeToken) => newSObject(self),
    'SObject newSObject(Id)': (self: SObjectTypeToken, id: string | null) => newSObject(self, id),
    'SObject newSObject(Id, Boolean)': newSObject,
    'String toString()': (self: SObjectTypeToken) => self.objectName
  }
});
