import type { FieldDefinition, ObjectDefinition, ObjectKind } from '../../schema/definitions.js';
import { defineField, defineSystemField, fieldMap, systemFields } from '../../schema/field.js';
import { EVENT_FIELDS } from '../../schema/standard/read-table.js';
import { childOf, numberOf, textOf, type XmlElement } from '../xml/element.js';
import { checkElements, type ElementRules } from './elements.js';

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/customobject.htm */
const RULES: ElementRules = {
  type: 'CustomObject',
  used: [
    'fullName',
    'label',
    'pluralLabel',
    'nameField',
    'sharingModel',
    'externalSharingModel',
    'deploymentStatus',
    'customSettingsType',
    'eventType',
    'publishBehavior',
    'visibility'
  ],
  cosmetic: [
    'actionOverrides',
    'allowInChatterGroups',
    'compactLayoutAssignment',
    'customHelp',
    'customHelpPage',
    'customSettingsVisibility',
    'dataStewardGroup',
    'dataStewardUser',
    'deprecated',
    'description',
    'enableBulkApi',
    'enableDivisions',
    'enableChangeDataCapture',
    'enableEnhancedLookup',
    'enableFeeds',
    'enableActivities',
    'enableHistory',
    'enableLicensing',
    'enableReports',
    'enableSearch',
    'enableSharing',
    'enableStreamingApi',
    'enableDataLossPrevention',
    'fieldSets',
    'gender',
    'household',
    'historyRetentionPolicy',
    'iconName',
    'listViews',
    'profileSearchLayouts',
    'protected',
    'recordTypeTrackFeedHistory',
    'recordTypeTrackHistory',
    'searchLayouts',
    'sharingRecalculations',
    'startsWith',
    'nameFieldLabel',
    'articleTypeChannelDisplay'
  ],
  refused: { externalDataSource: '', externalName: '', externalRepository: '' }
};

export interface ObjectReading {
  readonly object: ObjectDefinition | null;
  /** First value of an auto-numbered name. */
  readonly startingNumber: number | null;
  readonly messages: readonly string[];
}

/** What kind of object an API name and its XML make; null for kinds the local org has not. */
export function kindOf(name: string, xml: XmlElement | null): ObjectKind | null {
  if (name.endsWith('__mdt')) return 'custom-metadata';
  if (name.endsWith('__e')) return 'platform-event';
  if (!name.endsWith('__c')) return null;
  const setting = xml ? textOf(xml, 'customSettingsType') : null;
  if (setting === 'Hierarchy') return 'hierarchy-setting';
  if (setting === 'List') return 'list-setting';
  return 'custom';
}

/**
 * Reads the object's own properties.
 *
 * @param current the object before this deploy, whose fields and rules it keeps; null: it is new.
 * @param keyPrefix gives the prefix of a new object.
 */
export function readCustomObject(
  name: string,
  xml: XmlElement,
  current: ObjectDefinition | null,
  keyPrefix: (kind: ObjectKind) => string
): ObjectReading {
  const messages = checkElements(xml, RULES);
  if (current && !current.custom) return standardObject(current, xml, messages);
  const kind = kindOf(name, xml);
  const nothing = { object: null, startingNumber: null };
  if (kind === null) {
    messages.push(
      name.includes('__')
        ? `not supported by the local org: objects named like ${name}`
        : `not supported by the local org: the standard object ${name}`
    );
    return { ...nothing, messages };
  }
  if (current && current.kind !== kind) {
    messages.push(`Cannot change the kind of ${name} from ${current.kind} to ${kind}`);
    return { ...nothing, messages };
  }
  const label = textOf(xml, 'label') ?? current?.label ?? null;
  if (label === null) messages.push('Required field is missing: label');
  const hasName = kind === 'custom' || kind === 'list-setting' || kind === 'hierarchy-setting';
  const own = ownFields(kind, xml, current);
  const writable = kind !== 'custom-metadata';
  const object: ObjectDefinition = {
    name: current?.name ?? name,
    label: label ?? name,
    pluralLabel: textOf(xml, 'pluralLabel') ?? current?.pluralLabel ?? label ?? name,
    kind,
    keyPrefix: current?.keyPrefix ?? keyPrefix(kind),
    custom: true,
    sharingModel: sharingOf(xml, current),
    publishBehavior:
      kind === 'platform-event'
        ? ((textOf(xml, 'publishBehavior') as ObjectDefinition['publishBehavior']) ?? 'PublishImmediately')
        : null,
    fields: { ...fieldMap(own), ...customFields(current) },
    nameField: hasName ? 'Name' : kind === 'custom-metadata' ? 'DeveloperName' : null,
    validationRules: current?.validationRules ?? [],
    recordTypes: current?.recordTypes ?? [],
    fieldSets: current?.fieldSets ?? [],
    ...(current?.sharingReasons ? { sharingReasons: current.sharingReasons } : {}),
    queryable: kind !== 'platform-event',
    createable: writable,
    updateable: writable && kind !== 'platform-event',
    deletable: writable && kind !== 'platform-event'
  };
  const nameField = childOf(xml, 'nameField');
  return {
    object,
    startingNumber:
      nameField && textOf(nameField, 'type') === 'AutoNumber' ? numberOf(nameField, 'startingNumber') : null,
    messages
  };
}

/** Of a standard object a deploy may change label and sharing. */
function standardObject(current: ObjectDefinition, xml: XmlElement, messages: string[]): ObjectReading {
  return {
    object: {
      ...current,
      label: textOf(xml, 'label') ?? current.label,
      pluralLabel: textOf(xml, 'pluralLabel') ?? current.pluralLabel,
      sharingModel: sharingOf(xml, current)
    },
    startingNumber: null,
    messages
  };
}

const customFields = (object: ObjectDefinition | null): Record<string, FieldDefinition> =>
  Object.fromEntries(Object.entries(object?.fields ?? {}).filter(([, field]) => field.custom));

const SHARING: Readonly<Record<string, ObjectDefinition['sharingModel']>> = {
  Private: 'Private',
  Read: 'Read',
  ReadSelect: 'Read',
  ReadWrite: 'ReadWrite',
  ReadWriteTransfer: 'ReadWrite',
  FullAccess: 'FullAccess',
  ControlledByParent: 'ControlledByParent',
  ControlledByCampaign: 'ControlledByParent',
  ControlledByLeadOrContact: 'ControlledByParent'
};

function sharingOf(xml: XmlElement, current: ObjectDefinition | null): ObjectDefinition['sharingModel'] {
  const text = textOf(xml, 'sharingModel');
  return (text === null ? null : SHARING[text]) ?? current?.sharingModel ?? 'ReadWrite';
}

/** System fields and the name, by the kind of object. OwnerId and RecordTypeId follow from fields and record types later. */
function ownFields(kind: ObjectKind, xml: XmlElement, current: ObjectDefinition | null): FieldDefinition[] {
  switch (kind) {
    case 'platform-event':
      return [...EVENT_FIELDS];
    case 'custom-metadata':
      return [
        ...systemFields({ deletable: false, audited: false }),
        ...['DeveloperName', 'MasterLabel', 'Language', 'NamespacePrefix', 'Label', 'QualifiedApiName'].map((name) =>
          defineSystemField({ name, type: 'string', length: METADATA_LENGTHS[name] ?? 40 })
        ),
        defineSystemField({ name: 'SystemModstamp', type: 'datetime' })
      ];
    case 'hierarchy-setting':
    case 'list-setting':
      return [...systemFields({ deletable: true, audited: true }), settingName(kind), SETUP_OWNER];
    default:
      return [...systemFields({ deletable: true, audited: true }), nameField(xml, current)];
  }
}

const METADATA_LENGTHS: Readonly<Record<string, number>> = { Language: 40, NamespacePrefix: 15, QualifiedApiName: 70 };

const SETUP_OWNER = defineField({
  name: 'SetupOwnerId',
  label: 'Location',
  type: 'reference',
  length: 18,
  referenceTo: ['Organization', 'Profile', 'User'],
  relationshipName: 'SetupOwner',
  updateable: false,
  permissionable: false
});

const settingName = (kind: ObjectKind): FieldDefinition =>
  defineField({
    name: 'Name',
    type: 'string',
    length: kind === 'list-setting' ? 38 : 80,
    required: kind === 'list-setting',
    permissionable: false
  });

function nameField(xml: XmlElement, current: ObjectDefinition | null): FieldDefinition {
  const element = childOf(xml, 'nameField');
  const known = current?.fields.name;
  if (!element && known) return known;
  const label = (element && textOf(element, 'label')) ?? 'Name';
  const auto = element !== null && textOf(element, 'type') === 'AutoNumber';
  return defineField({
    name: 'Name',
    label,
    type: 'string',
    length: 80,
    required: false,
    idLookup: true,
    autoNumberFormat: auto ? (textOf(element, 'displayFormat') ?? '{0}') : null,
    createable: !auto,
    updateable: !auto,
    permissionable: false
  });
}
