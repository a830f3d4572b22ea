import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { FieldDefinition, FieldType } from '../../schema/definitions.js';
import { ApexList } from '../../values/collections.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import * as describe from '../support/describe.js';
import { apexReference } from '../support/reference.js';
import { fieldToken, sobjectTypeToken } from '../support/tokens.js';
import { PicklistEntry } from './PicklistEntry.js';

type Self = describe.FieldDescribe;
const fact = describe.fact<Self>;

const NUMBERS: readonly FieldType[] = ['double', 'currency', 'percent', 'int', 'long'];
const LONG_TEXTS: readonly FieldType[] = ['longtextarea', 'html', 'base64', 'encryptedstring', 'address', 'location'];
const no = (): boolean => false;
const none = (): null => null;

const isSystem = (field: FieldDefinition): boolean => !field.createable && !field.updateable && !field.formula;
const isMandatory = (field: FieldDefinition): boolean => field.required || field.masterDetail;
const isLong = (field: FieldDefinition): boolean => LONG_TEXTS.includes(field.type);

const objectOf = (self: Self) => sobjectTypeToken(self.token.objectName).definition();

/** A check box is false unless its default says otherwise; other defaults are formulas and only known when a row is made. */
function defaultValue(self: Self): unknown {
  const { field } = self;
  if (field.type === 'boolean') return field.defaultFormula === 'true';
  return field.picklist?.find((entry) => entry.isDefault)?.value ?? null;
}

/** The field that controls a dependent picklist; null for all others. */
function controllerOf(self: Self): FieldDefinition | null {
  const { picklistController } = self.field;
  return picklistController ? (objectOf(self).fields[picklistController.field.toLowerCase()] ?? null) : null;
}

/**
 * A bit for each value of the controlling field, the first one in front, as Base64; null when nothing controls the field.
 * Source: SOAP API Developer Guide, "PicklistEntry", validFor.
 */
function validFor(self: Self, value: string): string | null {
  const controlling = controllerOf(self);
  if (!controlling) return null;
  const chosen = self.field.picklistController?.values[value] ?? [];
  const values = controlling.picklist?.map((entry) => entry.value) ?? ['unchecked', 'checked'];
  const bits = new Uint8Array(Math.ceil(values.length / 24) * 3);
  values.forEach((candidate, at) => {
    if (chosen.includes(candidate)) bits[at >> 3] = (bits[at >> 3] ?? 0) | (0x80 >> (at & 7));
  });
  return Buffer.from(bits).toString('base64');
}

const FACTS = [
  fact('Boolean', 'accessible', 'isAccessible', (self) => describe.fieldRights(self).read),
  fact('Boolean', 'aggregatable', 'isAggregatable', (self) => !isLong(self.field) && self.field.type !== 'boolean'),
  fact('Boolean', 'aiPredictionField', 'isAiPredictionField', no),
  fact('Boolean', 'autoNumber', 'isAutoNumber', (self) => self.field.autoNumberFormat !== null),
  fact('Integer', 'byteLength', 'getByteLength', (self) => self.field.length * 3),
  fact('Boolean', 'calculated', 'isCalculated', (self) => self.field.formula !== null || self.field.rollup !== null),
  fact('String', 'calculatedFormula', 'getCalculatedFormula', (self) => self.field.formula),
  fact('Boolean', 'cascadeDelete', 'isCascadeDelete', (self) => self.field.onDelete === 'cascade'),
  fact('Boolean', 'caseSensitive', 'isCaseSensitive', (self) => self.field.caseSensitive),
  fact('String', 'compoundFieldName', 'getCompoundFieldName', none),
  fact('Schema.SObjectField', 'controller', 'getController', (self) => {
    const controlling = controllerOf(self);
    return controlling ? fieldToken(self.token.objectName, controlling.name) : null;
  }),
  fact(
    'Boolean',
    'createable',
    'isCreateable',
    (self) => self.field.createable && describe.fieldRights(self).edit && describe.objectRights(objectOf(self)).create
  ),
  fact('Boolean', 'custom', 'isCustom', (self) => self.field.custom),
  fact('Boolean', 'dataTranslationEnabled', 'getDataTranslationEnabled', no),
  fact(
    'Boolean',
    'defaultedOnCreate',
    'isDefaultedOnCreate',
    (self) => self.field.defaultFormula !== null || self.field.type === 'boolean' || isSystem(self.field)
  ),
  fact('Object', 'defaultValue', 'getDefaultValue', defaultValue),
  fact('String', 'defaultValueFormula', 'getDefaultValueFormula', (self) => self.field.defaultFormula),
  fact('Boolean', 'dependentPicklist', 'isDependentPicklist', (self) => controllerOf(self) !== null),
  fact('Boolean', 'deprecatedAndHidden', 'isDeprecatedAndHidden', no),
  fact('Integer', 'digits', 'getDigits', (self) => (self.field.type === 'int' ? self.field.precision || 9 : 0)),
  fact('Boolean', 'displayLocationInDecimal', 'isDisplayLocationInDecimal', no),
  fact('Boolean', 'encrypted', 'isEncrypted', (self) => self.field.type === 'encryptedstring'),
  fact('Boolean', 'externalId', 'isExternalID', (self) => self.field.externalId),
  fact('Boolean', 'filterable', 'isFilterable', (self) => !isLong(self.field)),
  fact('Boolean', 'formulaTreatNullNumberAsZero', 'isFormulaTreatNullNumberAsZero', no),
  fact('Boolean', 'groupable', 'isGroupable', (self) => {
    const { type, formula } = self.field;
    return (
      !isLong(self.field) &&
      formula === null &&
      !['double', 'currency', 'percent', 'datetime', 'time', 'multipicklist'].includes(type)
    );
  }),
  fact('Boolean', 'highScaleNumber', 'isHighScaleNumber', no),
  fact('Boolean', 'htmlFormatted', 'isHtmlFormatted', (self) => self.field.type === 'html'),
  fact(
    'Boolean',
    'idLookup',
    'isIdLookup',
    (self) => self.field.idLookup || self.field.type === 'id' || (self.field.externalId && self.field.unique)
  ),
  fact('String', 'inlineHelpText', 'getInlineHelpText', none),
  fact('String', 'label', 'getLabel', (self) => self.field.label),
  fact('Integer', 'length', 'getLength', (self) => self.field.length),
  fact('String', 'localName', 'getLocalName', (self) => self.field.name),
  fact('String', 'mask', 'getMask', none),
  fact('String', 'maskType', 'getMaskType', none),
  fact('String', 'name', 'getName', (self) => self.field.name),
  fact(
    'Boolean',
    'nameField',
    'isNameField',
    (self) => objectOf(self).nameField?.toLowerCase() === self.field.name.toLowerCase()
  ),
  fact('Boolean', 'namePointing', 'isNamePointing', (self) => self.field.referenceTo.length > 1),
  fact('Boolean', 'nillable', 'isNillable', (self) => {
    const { field } = self;
    return !isMandatory(field) && field.type !== 'boolean' && field.type !== 'id' && (!isSystem(field) || field.custom);
  }),
  fact('Boolean', 'permissionable', 'isPermissionable', (self) => self.field.permissionable),
  fact(
    'List<Schema.PicklistEntry>',
    'picklistValues',
    'getPicklistValues',
    (self) =>
      new ApexList(
        platformType('Schema', 'PicklistEntry'),
        (self.field.picklist ?? []).map((entry) => new PicklistEntry(entry, validFor(self, entry.value)))
      )
  ),
  fact('Integer', 'precision', 'getPrecision', (self) =>
    NUMBERS.includes(self.field.type) ? self.field.precision : 0
  ),
  fact('Boolean', 'queryByDistance', 'isQueryByDistance', (self) => self.field.type === 'location'),
  fact('String', 'referenceTargetField', 'getReferenceTargetField', none),
  fact('List<Schema.SObjectType>', 'referenceTo', 'getReferenceTo', (self) =>
    describe.listOfTypes(self.field.referenceTo.filter((name) => currentTransaction().schema.object(name)))
  ),
  fact('String', 'relationshipName', 'getRelationshipName', (self) => self.field.relationshipName),
  fact('Integer', 'relationshipOrder', 'getRelationshipOrder', (self) => (self.field.masterDetail ? 0 : null)),
  fact('Boolean', 'restrictedDelete', 'isRestrictedDelete', (self) => self.field.onDelete === 'restrict'),
  fact('Boolean', 'restrictedPicklist', 'isRestrictedPicklist', (self) => self.field.restrictedPicklist),
  fact('Integer', 'scale', 'getScale', (self) => self.field.scale),
  fact('Boolean', 'searchPrefilterable', 'isSearchPrefilterable', no),
  fact('Schema.SoapType', 'soapType', 'getSOAPType', (self) => describe.soapType(self.field)),
  fact('Schema.SObjectField', 'sobjectField', 'getSObjectField', (self) => self.token),
  fact('Schema.SObjectType', 'sobjectType', 'getSObjectType', (self) => sobjectTypeToken(self.token.objectName)),
  fact('Boolean', 'sortable', 'isSortable', (self) => !isLong(self.field) && self.field.type !== 'multipicklist'),
  fact('Schema.DisplayType', 'type', 'getType', (self) => describe.displayType(self.field)),
  fact('Boolean', 'unique', 'isUnique', (self) => self.field.unique),
  fact(
    'Boolean',
    'updateable',
    'isUpdateable',
    (self) => self.field.updateable && describe.fieldRights(self).edit && describe.objectRights(objectOf(self)).edit
  ),
  fact('Boolean', 'writeRequiresMasterRead', 'isWriteRequiresMasterRead', no)
];

export default definePlatformType({
  name: 'Schema.DescribeFieldResult',
  source: apexReference('apex_methods_system_fields_describe'),
  properties: describe.factProperties(FACTS),
  methods: { ...describe.factMethods(FACTS), 'String toString()': (self: Self) => self.apexText() }
});
