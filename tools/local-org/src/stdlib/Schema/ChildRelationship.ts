import { STRING } from '../../values/type.js';
import { ApexList } from '../../values/collections.js';
import { definePlatformType } from '../define.js';
import type { ChildRelationship } from '../support/child-relationships.js';
import { fact as anyFact, factMethods, factProperties, listOfTypes } from '../support/describe.js';
import { apexReference } from '../support/reference.js';
import { fieldToken, sobjectTypeToken } from '../support/tokens.js';

const fact = anyFact<ChildRelationship>;

const FACTS = [
  fact('Boolean', 'cascadeDelete', 'isCascadeDelete', (self) => self.relationship.cascadeDelete),
  fact('Schema.SObjectType', 'childSObject', 'getChildSObject', (self) =>
    sobjectTypeToken(self.relationship.childObject)
  ),
  fact('Boolean', 'deprecatedAndHidden', 'isDeprecatedAndHidden', () => false),
  fact('Schema.SObjectField', 'field', 'getField', (self) =>
    fieldToken(self.relationship.childObject, self.relationship.field)
  ),
  fact('List<String>', 'junctionIdListNames', 'getJunctionIdListNames', () => new ApexList(STRING)),
  fact('List<Schema.SObjectType>', 'junctionReferenceTo', 'getJunctionReferenceTo', () => listOfTypes([])),
  fact('String', 'relationshipName', 'getRelationshipName', (self) => self.relationship.name),
  fact('Boolean', 'restrictedDelete', 'isRestrictedDelete', (self) => self.restrictedDelete)
];

export default definePlatformType({
  name: 'Schema.ChildRelationship',
  source: apexReference('apex_class_Schema_ChildRelationship'),
  properties: factProperties(FACTS),
  methods: factMethods(FACTS)
});
