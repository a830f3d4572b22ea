import { definePlatformType } from '../define.js';
import { displayType, fact as anyFact, factMethods, factProperties } from '../support/describe.js';
import type { FieldSet, FieldSetMember, SObjectFieldSets } from '../support/field-sets.js';
import { apexReference } from '../support/reference.js';
import { fieldToken, sobjectTypeToken } from '../support/tokens.js';

const SOURCE = apexReference('apex_class_Schema_FieldSet');
const setFact = anyFact<FieldSet>;
const memberFact = anyFact<FieldSetMember>;

const SET_FACTS = [
  setFact('String', 'description', 'getDescription', () => null),
  setFact('List<Schema.FieldSetMember>', 'fields', 'getFields', (self) => self.members()),
  setFact('String', 'label', 'getLabel', (self) => self.set.label),
  setFact('String', 'name', 'getName', (self) => self.set.name),
  setFact('String', 'nameSpace', 'getNamespace', () => ''),
  setFact('Schema.SObjectType', 'sobjectType', 'getSObjectType', (self) => sobjectTypeToken(self.object.name))
];

const MEMBER_FACTS = [
  memberFact('Boolean', 'dbRequired', 'getDBRequired', (self) => self.target().field?.required ?? false),
  memberFact('String', 'fieldPath', 'getFieldPath', (self) => self.path),
  memberFact('String', 'label', 'getLabel', (self) => self.target().field?.label ?? null),
  memberFact('Boolean', 'required', 'getRequired', (self) => self.required),
  memberFact('Schema.DisplayType', 'type', 'getType', (self) => {
    const { field } = self.target();
    return field && displayType(field);
  }),
  memberFact('Schema.SObjectField', 'sobjectField', 'getSObjectField', (self) => {
    const { object, field } = self.target();
    return field && fieldToken(object, field.name);
  })
];

export default [
  definePlatformType({
    name: 'Schema.FieldSet',
    source: SOURCE,
    properties: factProperties(SET_FACTS),
    methods: factMethods(SET_FACTS)
  }),
  definePlatformType({
    name: 'Schema.FieldSetMember',
    source: SOURCE,
    properties: factProperties(MEMBER_FACTS),
    methods: factMethods(MEMBER_FACTS)
  }),
  definePlatformType({
    name: 'Schema.SObjectTypeFieldSets',
    source: SOURCE,
    methods: { 'Map<String, Schema.FieldSet> getMap()': (self: SObjectFieldSets) => self.map() }
  })
];
