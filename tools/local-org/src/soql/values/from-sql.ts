import type { SqlValue } from '../../database/connection.js';
import type { FieldType } from '../../schema/definitions.js';
import { BlobValue } from '../../values/blob.js';
import { ApexList } from '../../values/collections.js';
import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { TimeValue } from '../../values/time.js';
import { STRING } from '../../values/type.js';

/** Makes the Apex value of a column; the forms are those of "Values" in docs/architecture.md. */
export type ColumnReader = (value: SqlValue) => unknown;

const asIs: ColumnReader = (value) => value;

const orNull =
  (read: (text: string) => unknown): ColumnReader =>
  (value) =>
    value === null ? null : read(String(value));

const READERS: Partial<Record<FieldType, ColumnReader>> = {
  int: orNull((text) => Number(text)),
  long: orNull((text) => BigInt(text)),
  double: orNull((text) => Decimal.parse(text)),
  currency: orNull((text) => Decimal.parse(text)),
  percent: orNull((text) => Decimal.parse(text)),
  date: orNull((text) => DateValue.parseIso(text)),
  datetime: orNull((text) => new DatetimeValue(Date.parse(`${text.replace(' ', 'T')}Z`))),
  time: orNull((text) => TimeValue.parseIso(text)),
  junctionidlist: orNull((text) => new ApexList(STRING, JSON.parse(text) as string[])),
  base64: orNull((text) => new BlobValue(new Uint8Array(Buffer.from(text.slice(2), 'hex'))))
};

export const columnReader = (type: FieldType): ColumnReader => READERS[type] ?? asIs;
