import type { ApexList } from '../../values/collections.js';
import type { EnumValue } from '../../values/enum.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';
import { stripInaccessible, type AccessDecision } from '../support/strip-inaccessible.js';

const strip = (
  access: EnumValue | null,
  records: ApexList | null,
  enforceObject: boolean | null = true
): AccessDecision => stripInaccessible(required(access).name, required(records, 2), enforceObject === true);

export default [
  definePlatformType({
    name: 'System.Security',
    source: apexReference('apex_class_System_Security'),
    statics: {
      'System.SObjectAccessDecision stripInaccessible(System.AccessType, List<SObject>)': strip,
      'System.SObjectAccessDecision stripInaccessible(System.AccessType, List<SObject>, Boolean)': strip
    }
  }),
  definePlatformType({
    name: 'System.SObjectAccessDecision',
    source: apexReference('apex_class_System_SObjectAccessDecision'),
    methods: {
      'Set<Integer> getModifiedIndexes()': (self: AccessDecision) => self.modifiedIndexes,
      'List<SObject> getRecords()': (self: AccessDecision) => self.records,
      'Map<String, Set<String>> getRemovedFields()': (self: AccessDecision) => self.removedFields
    }
  })
];
