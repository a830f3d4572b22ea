import type { FieldDefinition, FieldType, ObjectDefinition, ObjectKind, PicklistValue } from '../definitions.js';
import {
  defineField,
  fieldMap,
  labelFromName,
  ownerField,
  picklistValue,
  RECORD_TYPE_FIELD,
  systemFields
} from '../field.js';
import { defineObject } from '../object.js';

/**
 * Reads the tables of standard objects. One block an object:
 *
 *   Account 001 "Account" "Accounts" ReadWrite
 *     Name  string(255) required name
 *     ParentId  ref(Account) rel=Parent children=ChildAccounts
 *     Industry  picklist(Banking|Energy)
 *
 * Header: API name, key prefix (`-`: none), label, plural label, sharing model, then options
 * (`setup`, `event`, `readonly`, `nodelete`, `nocreate`, `noupdate`, `noquery`, `undeletable` = no IsDeleted, `unaudited`, `owner=Children`, `queues` own rows, too, `recordtypes`).
 *
 * Field: name, type with length, precision and scale, targets or values (`*` marks the default; `nameref(X)` holds the
 * DurableId of a row of X), then options:
 * `required`, `name` (the name field), `ro` (the platform writes it), `noupdate`, `nocreate`, `unique`, `cased`, `idlookup`,
 * `always` (field-level security does not apply), `restricted`, `custom` (custom objects are targets, too), `cascade`, `restrict`, `md`, `auto=A-{0}`, `default=…`,
 * `formula=…` (no spaces), `rel=…`, `children=…`, `label="…"`.
 */
export function readStandardObjects(table: string): ObjectDefinition[] {
  const objects: ObjectDefinition[] = [];
  let header: string | null = null;
  let lines: string[] = [];
  const finish = (): void => {
    if (header) objects.push(readObject(header, lines));
    lines = [];
  };
  for (const line of table.split('\n')) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    if (/^\s/.test(line)) lines.push(line.trim());
    else {
      finish();
      header = line.trim();
    }
  }
  finish();
  return objects;
}

function words(line: string): string[] {
  return line.match(/(?:[^\s"(]|"[^"]*"|\([^)]*\))+/g) ?? [];
}

const unquote = (text: string): string => text.replace(/^"(.*)"$/, '$1');

class Options {
  private readonly flags = new Set<string>();
  private readonly values = new Map<string, string>();

  constructor(
    list: readonly string[],
    known: readonly string[],
    private readonly where: string
  ) {
    for (const option of list) {
      const at = option.indexOf('=');
      const name = at < 0 ? option : option.slice(0, at);
      if (!known.includes(name)) throw new Error(`unknown option ${option} in standard table: ${this.where}`);
      if (at < 0) this.flags.add(name);
      else this.values.set(name, unquote(option.slice(at + 1)));
    }
  }

  has(name: string): boolean {
    return this.flags.has(name);
  }

  value(name: string): string | null {
    return this.values.get(name) ?? null;
  }
}

const HEADER_OPTIONS = [
  'setup',
  'event',
  'readonly',
  'nodelete',
  'nocreate',
  'noupdate',
  'noquery',
  'undeletable',
  'unaudited',
  'owner',
  'queues',
  'recordtypes'
];

function readObject(header: string, lines: readonly string[]): ObjectDefinition {
  const [name = '', prefix = '', label = '', plural = '', sharing = '', ...rest] = words(header);
  const options = new Options(rest, HEADER_OPTIONS, header);
  const read = lines.map((line) => readField(line));
  const kind: ObjectKind = options.has('setup') ? 'setup' : options.has('event') ? 'platform-event' : 'standard';
  const fields: FieldDefinition[] = systemFields({
    deletable: !options.has('undeletable') && kind !== 'platform-event',
    audited: !options.has('unaudited') && kind !== 'platform-event'
  });
  const owner = options.value('owner');
  if (owner !== null) {
    fields.push(ownerField(owner === '' ? null : owner, options.has('queues') ? ['Group', 'User'] : ['User']));
  }
  if (options.has('recordtypes')) fields.push(RECORD_TYPE_FIELD);
  fields.push(...read.map((entry) => entry.field));
  if (kind === 'platform-event') fields.push(...EVENT_FIELDS);
  return defineObject({
    name,
    label: unquote(label),
    pluralLabel: unquote(plural),
    kind,
    keyPrefix: prefix === '-' ? '' : prefix,
    sharingModel: sharing as ObjectDefinition['sharingModel'],
    publishBehavior: kind === 'platform-event' ? 'PublishAfterCommit' : null,
    fields: fieldMap(fields),
    nameField: read.find((entry) => entry.isName)?.field.name ?? null,
    queryable: !options.has('noquery') && kind !== 'platform-event',
    createable: !options.has('readonly') && !options.has('nocreate'),
    updateable: !options.has('readonly') && !options.has('noupdate') && kind !== 'platform-event',
    deletable: !options.has('readonly') && !options.has('nodelete') && kind !== 'platform-event'
  });
}

/** Source: https://developer.salesforce.com/docs/atlas.en-us.platform_events.meta/platform_events/platform_events_define.htm */
export const EVENT_FIELDS: readonly FieldDefinition[] = [
  defineField({
    name: 'ReplayId',
    label: 'Replay ID',
    type: 'string',
    length: 1000,
    createable: false,
    updateable: false,
    permissionable: false
  }),
  defineField({
    name: 'EventUuid',
    label: 'Event UUID',
    type: 'string',
    length: 36,
    createable: false,
    updateable: false,
    permissionable: false
  }),
  defineField({ name: 'CreatedDate', type: 'datetime', createable: false, updateable: false, permissionable: false }),
  defineField({
    name: 'CreatedById',
    type: 'reference',
    length: 18,
    referenceTo: ['User'],
    relationshipName: 'CreatedBy',
    createable: false,
    updateable: false,
    permissionable: false
  })
];

const FIELD_OPTIONS = [
  'required',
  'name',
  'ro',
  'noupdate',
  'nocreate',
  'unique',
  'cased',
  'idlookup',
  'always',
  'restricted',
  'cascade',
  'restrict',
  'custom',
  'md',
  'auto',
  'default',
  'formula',
  'rel',
  'children',
  'label'
];

const TYPES: Readonly<Record<string, FieldType>> = {
  ref: 'reference',
  nameref: 'string',
  bool: 'boolean',
  longtext: 'longtextarea'
};
const DEFAULT_LENGTH: Partial<Record<FieldType, number>> = {
  email: 80,
  phone: 40,
  url: 255,
  picklist: 255,
  multipicklist: 4099,
  textarea: 255,
  combobox: 80
};

function readField(line: string): { readonly field: FieldDefinition; readonly isName: boolean } {
  const [name = '', typeText = '', ...rest] = words(line);
  const options = new Options(rest, FIELD_OPTIONS, line);
  const [, typeName = '', argument = ''] = /^([a-zA-Z0-9]+)(?:\((.*)\))?$/.exec(typeText) ?? [];
  const type = TYPES[typeName] ?? (typeName as FieldType);
  const readOnly = options.has('ro');
  const isReference = typeName === 'ref' || typeName === 'nameref';
  const computed = options.value('formula') !== null || options.value('auto') !== null;
  return {
    isName: options.has('name'),
    field: defineField({
      name,
      label: options.value('label') ?? labelFromName(isReference ? name.replace(/Id$/, ' ID').trim() : name),
      type,
      ...(options.has('custom') ? { referencesCustomObjects: true as const } : {}),
      ...(typeName === 'nameref' ? { length: 255, referenceTo: [argument] } : shape(type, argument)),
      required: options.has('required'),
      unique: options.has('unique'),
      caseSensitive: options.has('cased'),
      idLookup: options.has('idlookup'),
      autoNumberFormat: options.value('auto'),
      formula: options.value('formula'),
      defaultFormula: options.value('default') ?? (type === 'boolean' ? 'false' : null),
      restrictedPicklist: options.has('restricted'),
      relationshipName: isReference ? (options.value('rel') ?? name.replace(/Id$/, '')) : null,
      childRelationshipName: options.value('children'),
      masterDetail: options.has('md'),
      onDelete:
        type !== 'reference'
          ? null
          : options.has('cascade') || options.has('md')
            ? 'cascade'
            : options.has('restrict')
              ? 'restrict'
              : 'setNull',
      createable: !readOnly && !computed && !options.has('nocreate'),
      updateable: !readOnly && !computed && !options.has('noupdate'),
      permissionable: !options.has('always') && !options.has('required') && !options.has('md'),
      trackedBySystem: readOnly
    })
  };
}

function shape(type: FieldType, argument: string): Partial<FieldDefinition> {
  const parts = argument === '' ? [] : argument.split(/[,|]/).map((part) => part.trim());
  switch (type) {
    case 'reference':
      return { length: 18, referenceTo: parts };
    case 'picklist':
    case 'multipicklist':
    case 'combobox':
      return { length: DEFAULT_LENGTH[type] ?? 255, picklist: parts.map(readPicklistValue) };
    case 'double':
    case 'currency':
    case 'percent': {
      const [precision = 18, scale = type === 'double' ? 0 : 2] = parts.map(Number);
      return { precision, scale };
    }
    case 'int':
      return { precision: Number(parts[0] ?? 9) };
    default:
      return { length: Number(parts[0] ?? DEFAULT_LENGTH[type] ?? 0) };
  }
}

function readPicklistValue(text: string): PicklistValue {
  return text.endsWith('*') ? picklistValue(text.slice(0, -1), true) : picklistValue(text);
}
