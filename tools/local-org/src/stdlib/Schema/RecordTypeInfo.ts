import { definePlatformType } from '../define.js';
import { fact as anyFact, factMethods, factProperties } from '../support/describe.js';
import type { RecordTypeInfo } from '../support/record-types.js';
import { apexReference } from '../support/reference.js';

const fact = anyFact<RecordTypeInfo>;

const FACTS = [
  fact('Boolean', 'active', 'isActive', (self) => self.active),
  fact('Boolean', 'available', 'isAvailable', (self) => self.active),
  fact('Boolean', 'defaultRecordTypeMapping', 'isDefaultRecordTypeMapping', (self) => self.isDefault),
  fact('String', 'developerName', 'getDeveloperName', (self) => self.developerName),
  fact('Boolean', 'master', 'isMaster', (self) => self.isMaster),
  fact('String', 'name', 'getName', (self) => self.label),
  fact('Id', 'recordTypeId', 'getRecordTypeId', (self) => self.id)
];

export default definePlatformType({
  name: 'Schema.RecordTypeInfo',
  source: apexReference('apex_class_Schema_RecordTypeInfo'),
  properties: factProperties(FACTS),
  methods: factMethods(FACTS)
});
