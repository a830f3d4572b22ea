import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { DoubleValue } from '../../values/double.js';
import { isNumeric, toDouble } from '../../values/equality.js';
import { toId18 } from '../../values/id.js';
import { PlatformError } from '../../values/platform-error.js';

/** Changes of representation that the checker asks for; null stays null. Apex Developer Guide, "Rules of Conversion". */

const INT_MIN = -2_147_483_648;
const INT_MAX = 2_147_483_647;
const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;

export const integerToLong = (value: number | null): bigint | null => (value === null ? null : BigInt(value));
export const integerToDecimal = (value: number | null): Decimal | null =>
  value === null ? null : Decimal.fromInteger(value);
export const longToInteger = (value: bigint | null): number | null =>
  value === null ? null : Number(BigInt.asIntN(32, value));
export const longToDouble = (value: bigint | null): number | null => (value === null ? null : Number(value));
export const longToDecimal = (value: bigint | null): Decimal | null =>
  value === null ? null : Decimal.fromLong(value);
export const doubleToDecimal = (value: number | null): Decimal | null =>
  value === null ? null : Decimal.fromDouble(value);

/** Truncates toward zero and stops at the ends of the range, as Java narrows; not a number becomes 0. */
export function doubleToInteger(value: number | null): number | null {
  if (value === null) return null;
  if (Number.isNaN(value)) return 0;
  return Math.max(INT_MIN, Math.min(INT_MAX, Math.trunc(value))) | 0;
}

export function doubleToLong(value: number | null): bigint | null {
  if (value === null) return null;
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return LONG_MAX;
  if (value <= -(2 ** 63)) return LONG_MIN;
  return BigInt(Math.trunc(value));
}

export const decimalToInteger = (value: Decimal | null): number | null => (value === null ? null : value.intValue());
export const decimalToLong = (value: Decimal | null): bigint | null => (value === null ? null : value.longValue());
export const decimalToDouble = (value: Decimal | null): number | null => (value === null ? null : value.doubleValue());

/** @throws PlatformError System.StringException for a text that is no id. */
export function toId(value: string | null): string | null {
  if (value === null) return null;
  const id = toId18(value);
  if (id === null) throw new PlatformError('System.StringException', `Invalid id: ${value}`);
  return id;
}

export const dateToDatetime = (value: DateValue | null): DatetimeValue | null =>
  value === null ? null : new DatetimeValue(value.epochDays * 86_400_000);
export const datetimeToDate = (value: DatetimeValue | null): DateValue | null =>
  value === null ? null : new DateValue(Math.floor(value.ms / 86_400_000));
export const doubleToObject = (value: number | null): DoubleValue | null =>
  value === null ? null : new DoubleValue(value);
export const objectToDouble = (value: unknown): number | null => (isNumeric(value) ? toDouble(value) : null);
