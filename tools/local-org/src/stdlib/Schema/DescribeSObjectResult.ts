import { ApexList, ApexMap } from '../../values/collections.js';
import { platformEnumValue } from '../../values/enum.js';
import { equalsDeep } from '../../values/equality.js';
import { hashOf } from '../../values/hash.js';
import { ID, platformType, STRING } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { childRelationships } from '../support/child-relationships.js';
import * as describe from '../support/describe.js';
import { SObjectFieldSets } from '../support/field-sets.js';
import { recordTypeInfos, type RecordTypeInfo } from '../support/record-types.js';
import { apexReference } from '../support/reference.js';
import { sobjectTypeToken } from '../support/tokens.js';

type Self = describe.SObjectDescribe;
const fact = describe.fact<Self>;
const RECORD_TYPE_INFO = platformType('Schema', 'RecordTypeInfo');

const recordTypesBy =
  (key: (info: RecordTypeInfo) => string, keyType = STRING) =>
  (self: Self): ApexMap =>
    new ApexMap(
      keyType,
      RECORD_TYPE_INFO,
      recordTypeInfos(self.object).map((info) => [key(info), info])
    );

const rights = (self: Self) => describe.objectRights(self.object);
const no = (): boolean => false;
const none = (): null => null;

const isSetting = (self: Self): boolean =>
  self.object.kind === 'list-setting' || self.object.kind === 'hierarchy-setting';

const FACTS = [
  fact('Boolean', 'accessible', 'isAccessible', (self) => rights(self).read),
  fact('String', 'associateEntityType', 'getAssociateEntityType', none),
  fact('String', 'associateParentEntity', 'getAssociateParentEntity', none),
  fact('List<Schema.ChildRelationship>', 'childRelationships', 'getChildRelationships', (self) =>
    childRelationships(self.object)
  ),
  fact('Boolean', 'createable', 'isCreateable', (self) => self.object.createable && rights(self).create),
  fact('Boolean', 'custom', 'isCustom', (self) => self.object.custom),
  fact('Boolean', 'customSetting', 'isCustomSetting', isSetting),
  fact('Boolean', 'dataTranslationEnabled', 'getDataTranslationEnabled', no),
  fact('String', 'defaultImplementation', 'getDefaultImplementation', none),
  fact('Boolean', 'deletable', 'isDeletable', (self) => self.object.deletable && rights(self).delete),
  fact('Boolean', 'deprecatedAndHidden', 'isDeprecatedAndHidden', no),
  fact('Boolean', 'feedEnabled', 'isFeedEnabled', no),
  fact('Schema.SObjectTypeFields', 'fields', 'getFields', (self) => new describe.SObjectFields(self.object)),
  fact('Schema.SObjectTypeFieldSets', 'fieldSets', 'getFieldSets', (self) => new SObjectFieldSets(self.object)),
  fact('Boolean', 'hasSubtypes', 'getHasSubtypes', no),
  fact('String', 'implementedBy', 'getImplementedBy', none),
  fact('String', 'implementsInterfaces', 'getImplementsInterfaces', none),
  fact('Boolean', 'isInterface', 'getIsInterface', no),
  fact('Boolean', 'isSubtype', 'getIsSubtype', no),
  fact('String', 'keyPrefix', 'getKeyPrefix', (self) => self.object.keyPrefix || null),
  fact('String', 'label', 'getLabel', (self) => self.object.label),
  fact('String', 'labelPlural', 'getLabelPlural', (self) => self.object.pluralLabel),
  fact('String', 'localName', 'getLocalName', (self) => self.object.name),
  fact('Boolean', 'mergeable', 'isMergeable', (self) =>
    ['account', 'contact', 'lead', 'case'].includes(self.object.name.toLowerCase())
  ),
  fact(
    'Boolean',
    'mruEnabled',
    'isMruEnabled',
    (self) => self.object.kind === 'standard' || self.object.kind === 'custom'
  ),
  fact('String', 'name', 'getName', (self) => self.object.name),
  fact('Boolean', 'queryable', 'isQueryable', (self) => self.object.queryable && rights(self).read),
  fact(
    'List<Schema.RecordTypeInfo>',
    'recordTypeInfos',
    'getRecordTypeInfos',
    (self) => new ApexList(RECORD_TYPE_INFO, recordTypeInfos(self.object))
  ),
  fact(
    'Map<String, Schema.RecordTypeInfo>',
    'recordTypeInfosByDeveloperName',
    'getRecordTypeInfosByDeveloperName',
    recordTypesBy((info) => info.developerName)
  ),
  fact(
    'Map<Id, Schema.RecordTypeInfo>',
    'recordTypeInfosById',
    'getRecordTypeInfosById',
    recordTypesBy((info) => info.id, ID)
  ),
  fact(
    'Map<String, Schema.RecordTypeInfo>',
    'recordTypeInfosByName',
    'getRecordTypeInfosByName',
    recordTypesBy((info) => info.label)
  ),
  fact(
    'Boolean',
    'searchable',
    'isSearchable',
    (self) => self.object.kind === 'standard' || self.object.kind === 'custom'
  ),
  fact('Schema.SObjectDescribeOptions', 'sobjectDescribeOption', 'getSObjectDescribeOption', () =>
    platformEnumValue('schema.sobjectdescribeoptions', 'DEFAULT')
  ),
  fact('Schema.SObjectType', 'sobjectType', 'getSObjectType', (self) => sobjectTypeToken(self.object.name)),
  fact('Boolean', 'undeletable', 'isUndeletable', (self) => self.object.deletable && rights(self).delete),
  fact('Boolean', 'updateable', 'isUpdateable', (self) => self.object.updateable && rights(self).edit)
];

export default definePlatformType({
  name: 'Schema.DescribeSObjectResult',
  source: apexReference('apex_methods_system_sobject_describe'),
  properties: describe.factProperties(FACTS),
  methods: {
    ...describe.factMethods(FACTS),
    'Boolean equals(Object)': equalsDeep,
    'Integer hashCode()': hashOf,
    'String toString()': (self: Self) => self.apexText()
  }
});
