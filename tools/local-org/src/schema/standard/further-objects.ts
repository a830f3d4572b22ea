/**
 * Standard objects and fields that few projects use. An org gets those that what is deployed to it names, so that it does
 * not carry the tables of all.
 *
 * Form of the data file, by object: `flags|companions|fields`. Flags: `d` rows can be deleted, `a` audited, `+` fields of
 * an object that every org has. Companions: `H`istory, `F`eed, `S`hare, `C`hange event. Fields: `Name:kind` (see KINDS),
 * `ParentId>Target,Target.ChildRelationship`, OwnerId and RecordTypeId.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/
 */
import type { FieldDefinition, FieldType, ObjectDefinition } from '../definitions.js';
import { CHANGE_EVENT_HEADER } from '../apex-types.js';
import { defineField, fieldMap, labelFromName, ownerField, RECORD_TYPE_FIELD, systemFields } from '../field.js';
import { defineObject } from '../object.js';
import { companionLines, COMPANIONS, companionName, type Companion } from './companions.js';
import data from './further-objects.json' with { type: 'json' };
import { EVENT_FIELDS, readStandardObjects } from './read-table.js';

const KINDS: Readonly<Record<string, Partial<FieldDefinition> & { readonly type: FieldType }>> = {
  s: { type: 'string', length: 255 },
  e: { type: 'email', length: 80 },
  p: { type: 'phone', length: 40 },
  u: { type: 'url', length: 255 },
  l: { type: 'longtextarea', length: 32_000 },
  b: { type: 'boolean', defaultFormula: 'false' },
  i: { type: 'int', precision: 9 },
  n: { type: 'double', precision: 18, scale: 2 },
  c: { type: 'currency', precision: 18, scale: 2 },
  '%': { type: 'percent', precision: 18, scale: 2 },
  d: { type: 'date' },
  t: { type: 'datetime' },
  h: { type: 'time' },
  x: { type: 'base64' },
  a: { type: 'address', createable: false, updateable: false },
  o: { type: 'anyType', createable: false, updateable: false }
};

/** Key prefixes that are published; the other objects get one of the local org's own. */
const PREFIXES: Readonly<Record<string, string>> = {
  AccountTeamMember: '01M',
  ApexTestSuite: '05F',
  AssignedResource: '03r',
  ConnectedApplication: '0H4',
  ContentFolder: '07H',
  ContractLineItem: '811',
  CurrencyType: '01L',
  DuplicateRecordItem: '0GL',
  DuplicateRecordSet: '0GK',
  DuplicateRule: '0Bm',
  EntitySubscription: '0E8',
  EventRelation: '0RE',
  ExternalDataSource: '0XC',
  FlowInterview: '0Fo',
  Idea: '087',
  Location: '131',
  MessagingEndUser: '0PA',
  MessagingSession: '0Mw',
  Network: '0DB',
  NetworkMember: '0DO',
  OperatingHours: '0OH',
  OpportunityHistory: '008',
  OpportunityLineItemSchedule: '00o',
  OpportunityTeamMember: '00q',
  Partner: '00I',
  PushTopic: '0IF',
  ServiceAppointment: '08p',
  ServiceContract: '810',
  ServiceResource: '0Hn',
  ServiceTerritory: '0Hh',
  SocialPersona: '0SP',
  SocialPost: '0ST',
  TaskRelation: '0RT',
  Territory2: '0MI',
  Territory2Model: '0MA',
  TimeSlot: '0TS',
  WebLink: '00b',
  WorkOrderLineItem: '1WL',
  WorkType: '08q'
};

interface Entry {
  readonly name: string;
  readonly flags: string;
  readonly companions: string;
  readonly fields: string;
}

let index: ReadonlyMap<string, Entry> | null = null;

function entries(): ReadonlyMap<string, Entry> {
  index ??= new Map(
    Object.entries(data as Record<string, string>).map(([name, text]): [string, Entry] => {
      const [flags = '', companions = '', fields = ''] = text.split('|');
      return [name.toLowerCase(), { name, flags, companions, fields }];
    })
  );
  return index;
}

/**
 * What an org still lacks of what texts name.
 * @param names words of code and metadata in lower case. @param known the org's object of that name.
 * @param keyPrefix a free prefix for an object whose own is not published.
 * @returns new objects, and known ones with the fields added.
 */
export function furtherObjects(
  names: ReadonlySet<string>,
  known: (name: string) => ObjectDefinition | null,
  keyPrefix: (objectName: string) => string
): readonly ObjectDefinition[] {
  const made = new Map<string, ObjectDefinition>();
  const isThere = (name: string): boolean =>
    known(name) !== null || (names.has(name.toLowerCase()) && entries().get(name.toLowerCase())?.flags !== '+');
  const build = new FieldBuilder(isThere);
  for (const name of names) {
    const entry = entries().get(name);
    if (!entry) continue;
    const before = known(entry.name);
    const object = before
      ? withFields(before, build.fields(entry), names)
      : newObject(entry, build.fields(entry), PREFIXES[entry.name] ?? keyPrefix(entry.name));
    if (object !== before) made.set(name, object);
  }
  return [...made.values()];
}

/** Companions that texts name and the org lacks; see furtherObjects, which goes first. */
export function furtherCompanions(
  names: ReadonlySet<string>,
  known: (name: string) => ObjectDefinition | null,
  keyPrefix: (objectName: string) => string
): readonly ObjectDefinition[] {
  const made: ObjectDefinition[] = [];
  for (const name of names) {
    const companion = companionOf(name, known);
    if (companion && !known(companion.name)) made.push(newCompanion(companion, keyPrefix));
  }
  return made;
}

class FieldBuilder {
  constructor(private readonly isThere: (objectName: string) => boolean) {}

  fields(entry: Entry): readonly FieldDefinition[] {
    return entry.fields.split(' ').flatMap((text) => {
      if (text === '') return [];
      if (text === 'OwnerId') return [ownerField()];
      if (text === 'RecordTypeId') return [RECORD_TYPE_FIELD];
      return [text.includes('>') ? this.reference(text) : plain(text)];
    });
  }

  /** References to objects that the org has not lead nowhere. */
  private reference(text: string): FieldDefinition {
    const [name = '', rest = ''] = text.split('>');
    const [targets = '', children] = rest.split('.');
    const referenceTo = targets.split(',').filter((target) => target !== '' && this.isThere(target));
    return defineField({
      name,
      label: labelFromName(name.replace(/Id$/, ' ID').trim()),
      type: 'reference',
      length: 18,
      referenceTo,
      relationshipName: referenceTo.length > 0 ? name.replace(/Id$/, '') : null,
      childRelationshipName: children ?? null,
      onDelete: 'setNull'
    });
  }
}

function plain(text: string): FieldDefinition {
  const [name = '', code = ''] = text.split(':');
  const kind = KINDS[code];
  if (!kind) throw new Error(`unknown kind of field in the list of further objects: ${text}`);
  const isSystem = /^(LastViewedDate|LastReferencedDate|SystemModstamp)$/.test(name);
  return defineField({ name, ...kind, ...(isSystem ? { createable: false, updateable: false } : {}) });
}

/** The object itself when the texts name none of its further fields. */
function withFields(
  object: ObjectDefinition,
  fields: readonly FieldDefinition[],
  names: ReadonlySet<string>
): ObjectDefinition {
  const added = fields.filter(({ name, relationshipName }) => {
    const key = name.toLowerCase();
    const isNamed = names.has(key) || (relationshipName !== null && names.has(relationshipName.toLowerCase()));
    return isNamed && object.fields[key] === undefined;
  });
  return added.length === 0 ? object : { ...object, fields: { ...object.fields, ...fieldMap(added) } };
}

function newObject(entry: Entry, fields: readonly FieldDefinition[], keyPrefix: string): ObjectDefinition {
  const system = systemFields({ deletable: entry.flags.includes('d'), audited: entry.flags.includes('a') });
  const own = fields.filter(({ name }) => !system.some((field) => field.name === name));
  const nameField =
    own.find(({ name }) => name === 'Name') ?? own.find(({ name, type }) => type === 'string' && /Number$/.test(name));
  return defineObject({
    name: entry.name,
    label: labelFromName(entry.name),
    pluralLabel: `${labelFromName(entry.name)}s`,
    keyPrefix,
    sharingModel: own.some(({ name }) => name === 'OwnerId') ? 'ReadWrite' : 'ControlledByParent',
    fields: fieldMap([...system, ...own]),
    nameField: nameField?.name ?? null
  });
}

interface CompanionPlan {
  readonly name: string;
  readonly kind: Companion;
  readonly base: ObjectDefinition;
}

/** `contacthistory` → the history of Contact, when the platform has it. Custom objects have every companion but the share. */
function companionOf(name: string, object: (name: string) => ObjectDefinition | null): CompanionPlan | null {
  for (const kind of COMPANIONS) {
    const baseName = companionName.baseOf(name, kind);
    if (baseName === null) continue;
    const base = object(baseName);
    if (!base) continue;
    const exists = base.custom
      ? kind !== 'Share'
      : (entries().get(baseName)?.companions.includes(kind.charAt(0)) ?? false);
    if (exists) return { name: companionName.of(base, kind), kind, base };
  }
  return null;
}

function newCompanion({ name, kind, base }: CompanionPlan, keyPrefix: (name: string) => string): ObjectDefinition {
  const prefix = keyPrefix(name);
  if (kind === 'ChangeEvent') return changeEvent(name, prefix, base);
  const [object] = readStandardObjects(companionLines(name, prefix, base, kind));
  if (!object) throw new Error(`the companion ${name} could not be read`);
  // Tests write histories, which nothing else does: no change of a test is committed, so none is tracked.
  return kind === 'History' ? { ...object, createable: true } : object;
}

const HEADER = defineField({ name: CHANGE_EVENT_HEADER, type: 'anyType', permissionable: false });

/** Source: https://developer.salesforce.com/docs/atlas.en-us.change_data_capture.meta/change_data_capture/cdc_message_structure.htm */
function changeEvent(name: string, keyPrefix: string, base: ObjectDefinition): ObjectDefinition {
  const fields = Object.values(base.fields)
    .filter(({ name: field, type }) => !['Id', 'IsDeleted', 'SystemModstamp'].includes(field) && type !== 'address')
    .map((field): FieldDefinition => ({
      ...field,
      formula: null,
      rollup: null,
      required: false,
      unique: false,
      masterDetail: false,
      onDelete: field.type === 'reference' ? 'setNull' : null,
      childRelationshipName: null,
      createable: true,
      permissionable: false
    }));
  return {
    ...base,
    name,
    label: `${base.label} Change Event`,
    pluralLabel: `${base.label} Change Event`,
    kind: 'platform-event',
    keyPrefix,
    sharingModel: 'Read',
    publishBehavior: 'PublishAfterCommit',
    fields: fieldMap([...systemFields({ deletable: false, audited: false }), ...fields, ...EVENT_FIELDS, HEADER]),
    nameField: null,
    validationRules: [],
    recordTypes: [],
    fieldSets: [],
    queryable: false,
    createable: true,
    updateable: false,
    deletable: false
  };
}
