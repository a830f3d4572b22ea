import { Decimal } from '../../values/decimal.js';
import { DoubleValue } from '../../values/double.js';
import { isNumeric, toDecimal, toDouble } from '../../values/equality.js';
import { textOf } from '../../values/text.js';
import { required, typeError } from './arguments.js';

const digits = (text: string): string | null => (/^[+-]?\d+$/.test(text) ? text : null);

/**
 * Integer.valueOf. @throws PlatformError System.TypeException `Invalid integer: a`.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_integer.htm
 */
export function integerOf(value: unknown): number {
  const given = required(value);
  if (typeof given === 'number') return Math.trunc(given) | 0;
  if (given instanceof Decimal) return given.intValue();
  if (given instanceof DoubleValue) return doubleToInteger(given.value);
  if (typeof given === 'bigint') return Number(BigInt.asIntN(32, given));
  const text = textOf(given);
  const plain = digits(text.trim());
  const number = plain === null ? Number.NaN : Number(plain);
  if (!(number >= -2147483648 && number <= 2147483647)) throw typeError(`Invalid integer: ${text}`);
  return number;
}

/** An Object that holds text may hold a fraction, too: it is cut off. Nothing stays nothing. @throws PlatformError as integerOf. */
export function integerOfObject(value: unknown): number | null {
  if (value === null) return null;
  const decimal = typeof value === 'string' && value.includes('.') ? Decimal.tryParse(value.trim()) : null;
  return integerOf(decimal ?? value);
}

/** @throws PlatformError System.TypeException `Invalid long: a`. */
export function longOf(value: unknown): bigint {
  const given = required(value);
  if (typeof given === 'number') return BigInt(Math.trunc(given));
  if (given instanceof Decimal) return given.longValue();
  if (given instanceof DoubleValue) return doubleToLong(given.value);
  if (typeof given === 'bigint') return given;
  const text = textOf(given);
  const plain = digits(text.trim());
  const number = plain === null ? null : BigInt(plain.replace('+', ''));
  if (number === null || BigInt.asIntN(64, number) !== number) throw typeError(`Invalid long: ${text}`);
  return number;
}

/** As integerOfObject. @throws PlatformError as longOf. */
export function longOfObject(value: unknown): bigint | null {
  if (value === null) return null;
  const decimal = typeof value === 'string' && value.includes('.') ? Decimal.tryParse(value.trim()) : null;
  return longOf(decimal ?? value);
}

/** @throws PlatformError System.TypeException `Invalid double: a`. */
export function doubleOf(value: unknown): number {
  const given = required(value);
  if (typeof given === 'number') return given;
  if (isNumeric(given)) return toDouble(given);
  const text = textOf(given);
  const trimmed = text.trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?$/.test(trimmed)) throw typeError(`Invalid double: ${text}`);
  return Number(trimmed.replace(/[dDfF]$/, ''));
}

/** @throws PlatformError System.TypeException `Invalid decimal: a`. */
export function decimalOf(value: unknown): Decimal {
  const given = required(value);
  if (isNumeric(given)) return toDecimal(given);
  const text = textOf(given);
  const number = Decimal.tryParse(text.trim());
  if (!number) throw typeError(`Invalid decimal: ${text}`);
  return number;
}

/** Java's cast of a double to int: truncates, saturates, NaN is 0. */
export const doubleToInteger = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.max(-2147483648, Math.min(2147483647, Math.trunc(value)));

const MAX_LONG = 9223372036854775807n;

/** Java's cast of a double to long: truncates, saturates, NaN is 0. */
export function doubleToLong(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 9223372036854775807) return MAX_LONG;
  if (value <= -9223372036854775808) return -MAX_LONG - 1n;
  return BigInt(Math.trunc(value));
}

/** Half to even, as Math.rint. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
