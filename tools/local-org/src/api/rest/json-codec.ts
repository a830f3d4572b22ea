import { ApiError } from '../../platform/api-error.js';
import type { FieldDefinition, ObjectDefinition, OrgSchema } from '../../schema/definitions.js';
import type { ApexList } from '../../values/index.js';
import { BlobValue, DateValue, DatetimeValue, Decimal, DoubleValue, TimeValue } from '../../values/index.js';
import { Address } from '../../values/address.js';
import { Location } from '../../values/location.js';
import { toId18 } from '../../schema/ids.js';
import { SObjectRecord } from '../../values/record.js';

/** A row as the REST API writes it. */
export type JsonRow = Record<string, unknown>;

/** A value as the REST API writes it; numbers as JSON numbers, times in the platform's forms. */
export function valueToJson(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Decimal) return value.doubleValue();
  if (value instanceof DoubleValue) return value.value;
  if (value instanceof DatetimeValue) return value.toIso().replace(/Z$/, '+0000');
  if (value instanceof DateValue) return value.toString();
  if (value instanceof TimeValue) return value.toString();
  if (value instanceof BlobValue) return value.toBase64();
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Address) return value.parts;
  if (value instanceof Location) return { latitude: value.latitude, longitude: value.longitude };
  return value;
}

/**
 * A queried record with its parents and children.
 *
 * @param base `/services/data/v68.0`, for the `url` of each row.
 */
export function recordToJson(record: SObjectRecord, schema: OrgSchema, base: string): JsonRow {
  const object = schema.object(record.objectName);
  const id = record.id;
  const row: JsonRow = {
    attributes: { type: record.objectName, ...(id ? { url: `${base}/sobjects/${record.objectName}/${id}` } : {}) }
  };
  for (const [key, value] of record.fields) {
    const name = fieldSpelling(object, key);
    row[name] = value instanceof BlobValue && id ? blobAddress(base, record, name) : valueToJson(value);
  }
  for (const [key, parent] of record.parents ?? []) {
    row[relationshipSpelling(object, key)] = parent ? recordToJson(parent, schema, base) : null;
  }
  for (const [key, children] of record.children ?? []) {
    const name =
      schema.childRelationships(record.objectName).find((child) => child.name?.toLowerCase() === key)?.name ?? key;
    row[name] = children.items.length === 0 ? null : childrenToJson(children, schema, base);
  }
  return row;
}

/** The API gives the address of a file, not the file (api_rest, resources_sobject_blob_retrieve). */
export const blobAddress = (base: string, record: SObjectRecord, field: string): string =>
  `${base}/sobjects/${record.objectName}/${record.id ?? ''}/${field}`;

function childrenToJson(children: ApexList, schema: OrgSchema, base: string): unknown {
  const records = (children.items as SObjectRecord[]).map((child) => recordToJson(child, schema, base));
  return { totalSize: records.length, done: true, records };
}

const fieldSpelling = (object: ObjectDefinition | null, key: string): string =>
  object && Object.hasOwn(object.fields, key) ? (object.fields[key] as FieldDefinition).name : key;

function relationshipSpelling(object: ObjectDefinition | null, key: string): string {
  for (const field of Object.values(object?.fields ?? {})) {
    if (field.relationshipName?.toLowerCase() === key) return field.relationshipName;
  }
  return key;
}

/**
 * Makes a record of a JSON body. Nested objects are look-ups by external id (`{"Parent__r": {"Ext__c": "x"}}`).
 *
 * @throws ApiError INVALID_FIELD for names the object has not, JSON_PARSER_ERROR for values of the wrong type.
 */
export function recordFromJson(body: JsonRow, object: ObjectDefinition, schema: OrgSchema): SObjectRecord {
  const record = new SObjectRecord(object.name);
  for (const [name, value] of Object.entries(body)) {
    if (name.toLowerCase() === 'attributes') continue;
    const field = schema.field(object.name, name);
    if (!field) {
      const reference = Object.values(object.fields).find(
        (candidate) => candidate.relationshipName?.toLowerCase() === name.toLowerCase()
      );
      if (!reference || typeof value !== 'object') {
        throw new ApiError(400, 'INVALID_FIELD', `No such column '${name}' on sobject of type ${object.name}`);
      }
      record.parents ??= new Map();
      record.parents.set(
        name.toLowerCase(),
        value === null ? null : parentFromJson(value as JsonRow, reference, schema)
      );
      continue;
    }
    record.fields.set(field.name.toLowerCase(), valueFromJson(value, field));
  }
  return record;
}

function parentFromJson(body: JsonRow, reference: FieldDefinition, schema: OrgSchema): SObjectRecord {
  const named = (body.attributes as { type?: unknown } | undefined)?.type;
  const names = Object.keys(body).filter((name) => name !== 'attributes');
  // Of several objects, the one that is named, or the first that has the fields.
  const target =
    typeof named === 'string'
      ? named
      : reference.referenceTo.find((name) => names.every((field) => schema.field(name, field)));
  const parent = schema.object(target ?? reference.referenceTo[0] ?? '');
  if (!parent) throw new ApiError(400, 'INVALID_FIELD', `${reference.name} refers to no object of this org`);
  return recordFromJson(body, parent, schema);
}

/** @throws ApiError JSON_PARSER_ERROR in the platform's words when the value does not fit the field. */
export function valueFromJson(value: unknown, field: FieldDefinition): unknown {
  if (value === null) return null;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const refuse = (type: string): never => {
    throw new ApiError(
      400,
      'JSON_PARSER_ERROR',
      `Cannot deserialize instance of ${type} from VALUE_STRING value ${text} or request may be missing a required field at ${field.name}`
    );
  };
  switch (field.type) {
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (/^(true|1)$/i.test(text)) return true;
      return /^(false|0)$/i.test(text) ? false : refuse('boolean');
    case 'int':
      return Number.isInteger(Number(text)) && text.trim() !== '' ? Number(text) | 0 : refuse('int');
    case 'long':
      return /^-?\d+$/.test(text) ? BigInt(text) : refuse('long');
    case 'double':
    case 'currency':
    case 'percent':
      return Decimal.tryParse(text) ?? refuse(field.type);
    case 'date':
      return DateValue.parseIso(text) ?? DatetimeValue.parseIso(text)?.dateUtc() ?? refuse('date');
    case 'datetime':
      // A number counts milliseconds since 1970.
      if (typeof value === 'number' && Number.isInteger(value)) return new DatetimeValue(value);
      return DatetimeValue.parseIso(text) ?? midnight(text) ?? httpDate(text) ?? refuse('datetime');
    case 'time':
      return TimeValue.parseIso(text) ?? refuse('time');
    case 'base64':
      return new BlobValue(Buffer.from(text, 'base64'));
    case 'id':
    case 'reference':
      return /^[a-zA-Z0-9]{15}$/.test(text) ? toId18(text) : text;
    default:
      return text;
  }
}

/** `Mon, 30 Nov 2026 13:42:12 GMT`: the form in which the CLI dates its trace flags. */
function httpDate(text: string): DatetimeValue | null {
  const isDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text);
  const milliseconds = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(milliseconds) ? null : new DatetimeValue(milliseconds);
}

function midnight(text: string): DatetimeValue | null {
  const date = DateValue.parseIso(text);
  return date && new DatetimeValue(date.epochDays * 86_400_000);
}
