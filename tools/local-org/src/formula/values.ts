import { DateValue } from '../values/date.js';
import { DatetimeValue } from '../values/datetime.js';
import { Decimal } from '../values/decimal.js';
import { TimeValue } from '../values/time.js';

/** Blank: no value, or text without characters. */
export const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Any of Apex's numbers as Decimal; null for none. */
export function numberOf(value: unknown): Decimal | null {
  if (value instanceof Decimal) return value;
  if (typeof value === 'number')
    return Number.isInteger(value) ? Decimal.fromInteger(value) : Decimal.fromDouble(value);
  if (typeof value === 'bigint') return Decimal.fromLong(value);
  return null;
}

/** Text of a text-like value; blank is ''. */
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

export const isTrue = (value: unknown): boolean => value === true;

export const integerOf = (value: unknown): number | null => numberOf(value)?.intValue() ?? null;

export function compare(a: unknown, b: unknown): number | null {
  const left = numberOf(a);
  const right = numberOf(b);
  if (left && right) return left.compareTo(right);
  if (a instanceof DateValue && b instanceof DateValue) return a.compareTo(b);
  if (a instanceof DatetimeValue && b instanceof DatetimeValue) return a.compareTo(b);
  if (a instanceof TimeValue && b instanceof TimeValue) return a.compareTo(b);
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return null;
}

/** Equality of formulas: text by letter and case; blank equals blank and ''; ids in either length. */
export function equals(a: unknown, b: unknown): boolean {
  if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
  if (typeof a === 'string' && typeof b === 'string') return a === b || sameId(a, b);
  return compare(a, b) === 0;
}

/** Formulas show ids with 15 characters, records hold 18. */
const sameId = (a: string, b: string): boolean =>
  a.length !== b.length &&
  a.length >= 15 &&
  b.length >= 15 &&
  a.length + b.length === 33 &&
  a.slice(0, 15) === b.slice(0, 15);

/** Number to text as TEXT() writes it: plain, without trailing zeros. */
export function numberText(value: Decimal): string {
  const text = value.toPlainString();
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
