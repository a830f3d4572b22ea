import type { FieldType } from '../../schema/definitions.js';
import { BlobValue } from '../../values/blob.js';
import { ApexList } from '../../values/collections.js';
import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { DoubleValue } from '../../values/double.js';
import { EnumValue } from '../../values/enum.js';
import { toId18 } from '../../values/id.js';
import { SObjectRecord } from '../../values/record.js';
import { TimeValue } from '../../values/time.js';

/** The value does not suit the field; callers word the message. */
export class UnsuitableValue extends Error {
  constructor(readonly value: unknown) {
    super('value does not suit the field');
    this.name = 'UnsuitableValue';
  }
}

/**
 * An Apex value as the text that PostgreSQL reads for a column of the field's type; null and '' are null.
 *
 * @throws UnsuitableValue when the value cannot be one of the type.
 */
export function sqlText(type: FieldType, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  switch (type) {
    case 'id':
    case 'reference':
      return idText(value);
    case 'boolean':
      if (typeof value === 'boolean') return value ? 't' : 'f';
      break;
    case 'int':
    case 'long':
    case 'double':
    case 'currency':
    case 'percent':
      return numberText(value);
    case 'date':
      if (value instanceof DateValue) return dateText(value);
      if (value instanceof DatetimeValue) return dateText(value.dateUtc());
      break;
    case 'datetime':
      if (value instanceof DatetimeValue) return timestampText(value.ms);
      if (value instanceof DateValue) return timestampText(value.epochDays * 86_400_000);
      break;
    case 'time':
      if (value instanceof TimeValue) return value.toString().replace('Z', '');
      break;
    case 'base64':
      if (value instanceof BlobValue) return `\\x${Buffer.from(value.bytes).toString('hex')}`;
      break;
    case 'junctionidlist':
      if (value instanceof ApexList) return JSON.stringify(value.items.map((id) => idText(id)));
      break;
    default:
      return plainText(value);
  }
  throw new UnsuitableValue(value);
}

function idText(value: unknown): string | null {
  if (value instanceof SObjectRecord) return value.id;
  const id = typeof value === 'string' ? toId18(value) : null;
  if (id === null) throw new UnsuitableValue(value);
  return id;
}

function numberText(value: unknown): string {
  if (value instanceof Decimal) return value.toPlainString();
  if (value instanceof DoubleValue) return numberText(value.value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new UnsuitableValue(value);
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof EnumValue) return value.name;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Decimal) return value.toString();
  throw new UnsuitableValue(value);
}

/** Years beyond 9999 and before 1 need PostgreSQL's own forms; Apex dates lie between. */
const dateText = (date: DateValue): string => date.toString();

/** `2020-01-31 10:00:00.000`, UTC. */
export const timestampText = (ms: number): string => new DatetimeValue(ms).toIso().replace('T', ' ').replace('Z', '');
