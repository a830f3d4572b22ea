import { definePlatformType } from '../define.js';
import { FieldDescribe } from '../support/describe.js';
import { apexReference } from '../support/reference.js';
import type { SObjectFieldToken } from '../support/tokens.js';

const describe = (self: SObjectFieldToken): FieldDescribe => new FieldDescribe(self, self.definition());

export default definePlatformType({
  name: 'Schema.SObjectField',
  source: apexReference('apex_class_Schema_SObjectField'),
  methods: {
    'Schema.DescribeFieldResult getDescribe()': describe,
    'Schema.DescribeFieldResult getDescribe(Object)': describe,
    'String toString()': (self: SObjectFieldToken) => self.fieldName
  }
});
