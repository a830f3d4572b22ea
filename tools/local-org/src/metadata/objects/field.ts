import type { FieldDefinition, FieldType, PicklistValue, RollupDefinition } from '../../schema/definitions.js';
import { defineField } from '../../schema/field.js';
import { isNamedByText } from '../../schema/named-by-text.js';
import { childOf, childrenOf, flagOf, numberOf, textOf, type XmlElement } from '../xml/element.js';
import { checkElements, type ElementRules } from './elements.js';

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/customfield.htm */
const RULES: ElementRules = {
  type: 'CustomField',
  used: [
    'fullName',
    'label',
    'type',
    'length',
    'precision',
    'scale',
    'required',
    'unique',
    'caseSensitive',
    'externalId',
    'displayFormat',
    'startingNumber',
    'populateExistingRows',
    'formula',
    'formulaTreatBlanksAs',
    'defaultValue',
    'valueSet',
    'picklist',
    'referenceTo',
    'relationshipName',
    'deleteConstraint',
    'summarizedField',
    'summaryForeignKey',
    'summaryOperation',
    'summaryFilterItems',
    'writeRequiresMasterRead',
    'reparentableMasterDetail',
    'fieldManageability',
    'metadataRelationshipControllingField'
  ],
  cosmetic: [
    'description',
    'inlineHelpText',
    'relationshipLabel',
    'relationshipOrder',
    'visibleLines',
    'trackHistory',
    'trackFeedHistory',
    'trackTrending',
    'displayLocationInDecimal',
    'securityClassification',
    // Not enforced; the deploy warns of it.
    'lookupFilter',
    'businessOwnerGroup',
    'businessOwnerUser',
    'businessStatus',
    'complianceGroup',
    'stripMarkup',
    'maskChar',
    'maskType',
    'isFilteringDisabled',
    'isNameField',
    'isSortingDisabled',
    'isAIPredictionField',
    'deprecated',
    'externalDeveloperName'
  ],
  refused: { encryptionScheme: 'None', isConvertLeadDisabled: 'false' }
};

const TYPES: Readonly<Record<string, FieldType>> = {
  AutoNumber: 'string',
  Checkbox: 'boolean',
  Currency: 'currency',
  Date: 'date',
  DateTime: 'datetime',
  Email: 'email',
  EncryptedText: 'encryptedstring',
  Hierarchy: 'reference',
  Html: 'html',
  Location: 'location',
  LongTextArea: 'longtextarea',
  Lookup: 'reference',
  MasterDetail: 'reference',
  MetadataRelationship: 'reference',
  MultiselectPicklist: 'multipicklist',
  Number: 'double',
  Percent: 'percent',
  Phone: 'phone',
  Picklist: 'picklist',
  Summary: 'double',
  Text: 'string',
  TextArea: 'textarea',
  Time: 'time',
  Url: 'url'
};

const LENGTHS: Partial<Record<FieldType, number>> = {
  email: 80,
  phone: 40,
  url: 255,
  picklist: 255,
  multipicklist: 4099,
  textarea: 255,
  reference: 18
};

/** What reading one field gives: the fields it stands for (a location has two parts besides), and what is wrong with it. */
export interface FieldReading {
  readonly fields: readonly FieldDefinition[];
  /** Next auto-number value, where the metadata says it. */
  readonly startingNumber: number | null;
  /** A picklist that takes its values from a global value set. */
  readonly valueSetName: string | null;
  readonly messages: readonly string[];
}

export interface FieldPlace {
  readonly objectName: string;
  /** Name of the field inside its object: 'Status__c'. */
  readonly fieldName: string;
  readonly isMetadataType: boolean;
}

/**
 * Reads a custom field.
 *
 * @param xml the `fields` element of an object.
 */
export function readCustomField(place: FieldPlace, xml: XmlElement): FieldReading {
  const messages = checkElements(xml, RULES);
  const typeName = textOf(xml, 'type');
  const nothing = { fields: [], startingNumber: null, valueSetName: null };
  if (typeName === null) {
    messages.push('Required field is missing: type');
    return { ...nothing, messages };
  }
  const type = TYPES[typeName];
  if (!type) {
    messages.push(`not supported by the local org: custom fields of type ${typeName}`);
    return { ...nothing, messages };
  }
  if (!/^[A-Za-z](?:_?[A-Za-z0-9])*__c$/.test(place.fieldName)) {
    messages.push(
      `The field name you provided ${place.fieldName} on object ${place.objectName} can only contain alphanumeric characters, must begin with a letter, cannot end with an underscore or contain two consecutive underscore characters, and must be unique across all ${place.objectName} fields`
    );
    return { ...nothing, messages };
  }
  const formula = textOf(xml, 'formula');
  const field = defineField({
    name: place.fieldName,
    label: textOf(xml, 'label') ?? place.fieldName.replace(/__c$/, ''),
    type,
    custom: true,
    ...sizes(typeName, type, xml, messages),
    required: flagOf(xml, 'required') && formula === null,
    unique: flagOf(xml, 'unique'),
    caseSensitive: flagOf(xml, 'caseSensitive'),
    externalId: flagOf(xml, 'externalId'),
    autoNumberFormat: typeName === 'AutoNumber' ? (textOf(xml, 'displayFormat') ?? '{0}') : null,
    formula,
    ...(formula === null ? {} : { formulaBlanksAsZero: textOf(xml, 'formulaTreatBlanksAs') !== 'BlankAsBlank' }),
    defaultFormula: formula === null ? defaultOf(typeName, xml) : null,
    ...picklistOf(type, xml, messages),
    ...referenceOf(typeName, xml, place, messages),
    ...namedReferenceOf(xml),
    rollup: typeName === 'Summary' ? rollupOf(xml, messages) : null,
    ...writability(typeName, xml, place)
  });
  return {
    fields: typeName === 'Location' ? [field, ...locationParts(field, xml)] : [field],
    startingNumber: typeName === 'AutoNumber' ? numberOf(xml, 'startingNumber') : null,
    valueSetName: textOf(childOf(xml, 'valueSet') ?? xml, 'valueSetName'),
    messages
  };
}

function sizes(typeName: string, type: FieldType, xml: XmlElement, messages: string[]): Partial<FieldDefinition> {
  const precision = numberOf(xml, 'precision');
  const scale = numberOf(xml, 'scale') ?? 0;
  const length = numberOf(xml, 'length');
  const isFormula = childOf(xml, 'formula') !== null;
  switch (typeName) {
    case 'Number':
    case 'Currency':
    case 'Percent':
      // A formula's precision is always 18.
      if (precision === null && !isFormula) messages.push('Required field is missing: precision');
      if (precision !== null && (precision < 1 || precision > 18 || scale > precision)) {
        messages.push('Precision must be between 1 and 18, and scale must not exceed it');
      }
      return { precision: precision ?? 18, scale };
    case 'Summary':
      return { precision: 18, scale: 0 };
    case 'AutoNumber':
      return { length: 30 };
    case 'Text':
    case 'EncryptedText':
      if (isFormula) return { length: 1300 };
      if (length === null) messages.push(`Required field is missing: length`);
      else if (length < 1 || length > 255) messages.push(`Length must be between 1 and 255 (was ${length})`);
      return { length: length ?? 255 };
    case 'LongTextArea':
      if (length !== null && (length < 256 || length > 131072)) {
        messages.push(`Length must be between 256 and 131072 (was ${length})`);
      }
      return { length: length ?? 32768 };
    case 'Html':
      return { length: length ?? 32768 };
    default:
      return { length: LENGTHS[type] ?? 0 };
  }
}

function defaultOf(typeName: string, xml: XmlElement): string | null {
  const value = textOf(xml, 'defaultValue');
  return typeName === 'Checkbox' ? (value ?? 'false') : value;
}

function picklistOf(type: FieldType, xml: XmlElement, messages: string[]): Partial<FieldDefinition> {
  if (type !== 'picklist' && type !== 'multipicklist') return {};
  const set = childOf(xml, 'valueSet');
  const old = childOf(xml, 'picklist');
  if (set) {
    const controller = controllerOf(set);
    if (childOf(set, 'valueSetName')) {
      return { picklist: [], restrictedPicklist: flagOf(set, 'restricted', true), ...controller };
    }
    const definition = childOf(set, 'valueSetDefinition');
    if (!definition) messages.push('A picklist needs a valueSetDefinition or a valueSetName');
    return {
      picklist: definition ? readValues(childrenOf(definition, 'value'), flagOf(definition, 'sorted')) : [],
      restrictedPicklist: flagOf(set, 'restricted'),
      ...controller
    };
  }
  if (old) {
    return {
      picklist: readValues(childrenOf(old, 'picklistValues'), flagOf(old, 'sorted')),
      restrictedPicklist: flagOf(old, 'restrictedPicklist')
    };
  }
  messages.push('Required field is missing: valueSet');
  return { picklist: [] };
}

/** Source: Metadata API Developer Guide, "ValueSet" and "ValueSettings". */
function controllerOf(set: XmlElement): Partial<FieldDefinition> {
  const field = textOf(set, 'controllingField');
  if (field === null) return {};
  const values = childrenOf(set, 'valueSettings').map((setting): [string, string[]] => [
    textOf(setting, 'valueName') ?? '',
    childrenOf(setting, 'controllingFieldValue').map((value) => value.text)
  ]);
  return { picklistController: { field, values: Object.fromEntries(values) } };
}

/** Values of picklists, global and standard value sets: they look the same. */
export function readValues(elements: readonly XmlElement[], sorted = false): PicklistValue[] {
  const values = elements.map((value) => {
    const name = textOf(value, 'fullName') ?? '';
    return {
      value: name,
      label: textOf(value, 'label') ?? name,
      isDefault: flagOf(value, 'default'),
      isActive: flagOf(value, 'isActive', true)
    };
  });
  return sorted ? values.sort((a, b) => a.label.localeCompare(b.label)) : values;
}

/** Objects that only the platform's own metadata relationships may name. */
const CONSTRAINTS = { SetNull: 'setNull', Restrict: 'restrict', Cascade: 'cascade' } as const;

function referenceOf(
  typeName: string,
  xml: XmlElement,
  place: FieldPlace,
  messages: string[]
): Partial<FieldDefinition> {
  if (TYPES[typeName] !== 'reference') return {};
  const target = typeName === 'Hierarchy' ? 'User' : textOf(xml, 'referenceTo');
  if (target === null) {
    messages.push('Required field is missing: referenceTo');
    return {};
  }
  const childName = textOf(xml, 'relationshipName');
  const masterDetail = typeName === 'MasterDetail';
  const constraint = textOf(xml, 'deleteConstraint') as keyof typeof CONSTRAINTS | null;
  return {
    referenceTo: [target],
    relationshipName: place.fieldName.replace(/__c$/, '__r'),
    childRelationshipName: childName === null ? null : `${childName}__r`,
    masterDetail,
    required: masterDetail || flagOf(xml, 'required'),
    onDelete: masterDetail
      ? 'cascade'
      : constraint
        ? CONSTRAINTS[constraint]
        : flagOf(xml, 'required')
          ? 'restrict'
          : 'setNull'
  };
}

/** A metadata relationship to an object or a field holds an API name. */
function namedReferenceOf(xml: XmlElement): Partial<FieldDefinition> {
  const target = textOf(xml, 'referenceTo');
  if (target === null || !isNamedByText(target)) return {};
  const controlling = textOf(xml, 'metadataRelationshipControllingField')?.split('.').at(-1) ?? null;
  return {
    type: 'string',
    length: 255,
    onDelete: null,
    ...(controlling === null ? {} : { controllingField: controlling })
  };
}

function rollupOf(xml: XmlElement, messages: string[]): RollupDefinition | null {
  const operation = textOf(xml, 'summaryOperation');
  const [childObject, childLookup] = textOf(xml, 'summaryForeignKey')?.split('.') ?? [];
  const summarized = textOf(xml, 'summarizedField')?.split('.')[1] ?? null;
  if (!childObject || !childLookup || !operation) {
    messages.push('A roll-up summary field needs summaryForeignKey and summaryOperation');
    return null;
  }
  if (!['count', 'sum', 'min', 'max'].includes(operation)) {
    messages.push(`not supported by the local org: summary operation ${operation}`);
    return null;
  }
  if (operation !== 'count' && summarized === null) messages.push('Required field is missing: summarizedField');
  return {
    operation: operation as RollupDefinition['operation'],
    childObject,
    childLookup,
    childField: summarized,
    filters: childrenOf(xml, 'summaryFilterItems').map((item) => ({
      field: (textOf(item, 'field') ?? '').split('.').at(-1) ?? '',
      operation: textOf(item, 'operation') ?? 'equals',
      value: textOf(item, 'value') ?? ''
    }))
  };
}

function writability(typeName: string, xml: XmlElement, place: FieldPlace): Partial<FieldDefinition> {
  const computed = typeName === 'AutoNumber' || typeName === 'Summary' || childOf(xml, 'formula') !== null;
  const masterDetail = typeName === 'MasterDetail';
  // Records of custom metadata are deployed; Apex may fill them in memory only, DML on them does not exist.
  return {
    createable: !computed,
    updateable: !computed && (!masterDetail || flagOf(xml, 'reparentableMasterDetail')),
    permissionable: !masterDetail && !flagOf(xml, 'required') && !place.isMetadataType
  };
}

/** A geolocation's numbers are fields of their own: `Place__Latitude__s` and `Place__Longitude__s`. */
function locationParts(field: FieldDefinition, xml: XmlElement): FieldDefinition[] {
  const scale = numberOf(xml, 'scale') ?? 6;
  return ['Latitude', 'Longitude'].map((part) =>
    defineField({
      name: field.name.replace(/__c$/, `__${part}__s`),
      label: `${field.label} (${part})`,
      type: 'double',
      custom: true,
      precision: 3 + scale,
      scale,
      required: field.required,
      permissionable: !field.required
    })
  );
}
