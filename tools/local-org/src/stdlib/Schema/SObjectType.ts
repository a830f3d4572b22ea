import { randomUUID } from 'node:crypto';
import { currentTransaction } from '../../apex/runtime/transaction.js';
import { fieldDefault, formulaContext, type FormulaContext } from '../../formula/index.js';
import { SObjectRecord } from '../../values/record.js';
import { definePlatformType } from '../define.js';
import { SObjectDescribe } from '../support/describe.js';
import { toFieldValue } from '../support/field-values.js';
import { apexReference } from '../support/reference.js';
import type { SObjectTypeToken } from '../support/tokens.js';

const describe = (self: SObjectTypeToken): SObjectDescribe => new SObjectDescribe(self.definition());

/** @param loadDefaults fills fields that have a default. */
function newSObject(
  self: SObjectTypeToken,
  id: string | null = null,
  loadDefaults: boolean | null = false
): SObjectRecord {
  const object = self.definition();
  const record = new SObjectRecord(object.name);
  if (id !== null) record.fields.set('id', toFieldValue(object.fields['id']!, id));
  if (loadDefaults === true) {
    const transaction = currentTransaction();
    let formulas: FormulaContext | null = null;
    for (const [key, field] of Object.entries(object.fields)) {
      const isUuid = object.kind === 'platform-event' && field.name === 'EventUuid';
      const value = isUuid
        ? randomUUID()
        : field.createable
          ? fieldDefault(field, object, transaction.schema, () => (formulas ??= formulaContext(transaction)))
          : null;
      if (value !== null) record.fields.set(key, value);
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
