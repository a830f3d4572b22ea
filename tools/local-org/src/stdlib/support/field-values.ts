import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { FieldDefinition, FieldType } from '../../schema/definitions.js';
import { BlobValue } from '../../values/blob.js';
import { ApexList } from '../../values/collections.js';
import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { DoubleValue } from '../../values/double.js';
import { toDecimal } from '../../values/equality.js';
import { toId18 } from '../../values/id.js';
import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import type { SObjectRecord } from '../../values/record.js';
import { typeOfValue } from '../../values/runtime-type.js';
import { TimeValue } from '../../values/time.js';
import { STRING } from '../../values/type.js';
import { stringError } from './arguments.js';
import { invalidField, type SObjectFieldToken } from './tokens.js';

type Kind =
  'text' | 'id' | 'boolean' | 'integer' | 'long' | 'decimal' | 'date' | 'datetime' | 'time' | 'blob' | 'list' | 'any';

const KINDS: Readonly<Partial<Record<FieldType, Kind>>> = {
  id: 'id',
  reference: 'id',
  boolean: 'boolean',
  int: 'integer',
  long: 'long',
  double: 'decimal',
  currency: 'decimal',
  percent: 'decimal',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  base64: 'blob',
  address: 'any',
  location: 'any',
  junctionidlist: 'list',
  anyType: 'any'
};

const KIND_NAMES: Readonly<Record<Kind, string>> = {
  text: 'String',
  id: 'Id',
  boolean: 'Boolean',
  integer: 'Integer',
  long: 'Long',
  decimal: 'Decimal',
  date: 'Date',
  datetime: 'Datetime',
  time: 'Time',
  blob: 'Blob',
  list: 'List<String>',
  any: 'Object'
};

/**
 * The value as a field of this type holds it: an Integer becomes a Decimal, a 15-character id 18 characters.
 * @throws PlatformError System.SObjectException `Illegal assignment from Integer to String`; System.StringException for
 * a text that is no id.
 */
export function toFieldValue(field: FieldDefinition, value: unknown): unknown {
  if (value === null) return null;
  const kind = KINDS[field.type] ?? 'text';
  const converted = convert(kind, value);
  if (converted === undefined) {
    const from = value instanceof PlatformObject ? value.apexType.name : typeOfValue(value).name;
    throw new PlatformError('System.SObjectException', `Illegal assignment from ${from} to ${KIND_NAMES[kind]}`);
  }
  return converted;
}

function convert(kind: Kind, value: unknown): unknown {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'id': {
      if (typeof value !== 'string') return undefined;
      const id = toId18(value);
      if (id === null) throw stringError(`Invalid id: ${value}`);
      return id;
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'integer':
      return typeof value === 'number' ? value : undefined;
    case 'long':
      return typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(value) : undefined;
    case 'decimal':
      return typeof value === 'number' ||
        typeof value === 'bigint' ||
        value instanceof Decimal ||
        value instanceof DoubleValue
        ? toDecimal(value)
        : undefined;
    case 'date':
      return value instanceof DateValue ? value : value instanceof DatetimeValue ? value.dateUtc() : undefined;
    case 'datetime':
      if (value instanceof DateValue) return new DatetimeValue(value.epochDays * 86_400_000);
      return value instanceof DatetimeValue ? value : undefined;
    case 'time':
      return value instanceof TimeValue ? value : undefined;
    case 'blob':
      return value instanceof BlobValue ? value : undefined;
    case 'list':
      return value instanceof ApexList && value.elementType === STRING ? value : undefined;
    case 'any':
      return value;
  }
}

/** The field of that name (any case) or token. @throws PlatformError System.SObjectException `Invalid field x for Account`. */
export function fieldOf(record: SObjectRecord, name: string): FieldDefinition {
  const field = currentTransaction().schema.field(record.objectName, name);
  if (!field) throw invalidField(record.objectName, name);
  return field;
}

/** @throws PlatformError System.SObjectException when a token belongs to another object. */
export function checkOwner(record: SObjectRecord, token: SObjectFieldToken): void {
  if (token.objectName.toLowerCase() !== record.objectName.toLowerCase()) {
    throw new PlatformError(
      'System.SObjectException',
      `${token.objectName}.${token.fieldName} does not belong to SObject type ${record.objectName}`
    );
  }
}

export const notQueried = (objectName: string, field: string): PlatformError =>
  new PlatformError(
    'System.SObjectException',
    `SObject row was retrieved via SOQL without querying the requested field: ${objectName}.${field}`
  );

/** Reads a field by name, as `get` does. */
export function readField(record: SObjectRecord, name: string): unknown {
  const key = name.toLowerCase();
  const known = record.fields.get(key);
  if (known !== undefined) return known;
  // The columns of an aggregate query are fields of no object.
  if (record.objectName === 'AggregateResult') throw invalidField(record.objectName, name);
  const field = fieldOf(record, name);
  if (record.queried && !record.queried.has(key)) {
    if (key === 'id') return null;
    throw notQueried(record.objectName, field.name);
  }
  // A check box that nobody set reads as false.
  return field.type === 'boolean' ? false : null;
}

/** Writes a field by name, as `put` does. @returns the value before. */
export function writeField(record: SObjectRecord, name: string, value: unknown): unknown {
  const field = fieldOf(record, name);
  if (record.readOnly) throw new PlatformError('System.FinalException', 'Record is read-only');
  // Code makes rows of custom metadata as it likes; only saving them is not for Apex.
  const free = field.type === 'id' || record.objectName.endsWith('__mdt');
  if (!field.createable && !field.updateable && !free) {
    throw new PlatformError('System.SObjectException', `Field is not writeable: ${record.objectName}.${field.name}`);
  }
  const key = field.name.toLowerCase();
  const previous = record.fields.get(key) ?? null;
  record.fields.set(key, toFieldValue(field, value));
  return previous;
}
