import { definePlatformType } from '../define.js';
import type { SObjectFields } from '../support/describe.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'Schema.SObjectTypeFields',
  source: apexReference('apex_methods_system_sobject_describe'),
  methods: { 'Map<String, Schema.SObjectField> getMap()': (self: SObjectFields) => self.map() }
});
