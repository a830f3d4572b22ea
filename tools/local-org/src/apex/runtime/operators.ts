import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { DoubleValue } from '../../values/double.js';
import { compareNumbers as compareNumeric, equalsDeep, isNumeric, toDouble } from '../../values/equality.js';
import { PlatformError } from '../../values/platform-error.js';
import type { TimeValue } from '../../values/time.js';

/**
 * Operators that JavaScript's own do not cover. Source of the rules unless said otherwise: Apex Developer Guide,
 * "Expression Operators" (langCon_apex_expressions_operators_understanding).
 */

/** @throws PlatformError always: what a null value does where one is needed. */
export function npe(): never {
  throw new PlatformError('System.NullPointerException', 'Attempt to de-reference a null object');
}

const divideByZero = (): PlatformError => new PlatformError('System.MathException', 'Divide by 0');

/** Truncates toward zero. */
export function divideInteger(left: number, right: number): number {
  if (right === 0) throw divideByZero();
  return (left / right) | 0;
}

export function divideLong(left: bigint, right: bigint): bigint {
  if (right === 0n) throw divideByZero();
  return BigInt.asIntN(64, left / right);
}

export function divideDouble(left: number, right: number): number {
  if (right === 0) throw divideByZero();
  return left / right;
}

/** Strings compare without regard to case; text is greater than null. @returns negative, zero or positive. */
export function compareText(left: string | null, right: string | null): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** @throws PlatformError System.TypeException for ids of two objects. */
export function compareIds(left: string | null, right: string | null): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  if (left.slice(0, 3) !== right.slice(0, 3)) {
    throw new PlatformError('System.TypeException', `Cannot compare ids of different types: ${left}, ${right}`);
  }
  return left < right ? -1 : 1;
}

/** NaN, which makes every comparison false, when one side is null. */
export const compareDecimals = (left: Decimal | null, right: Decimal | null): number =>
  left === null || right === null ? Number.NaN : left.compareTo(right);

type Moment = DateValue | DatetimeValue | TimeValue;

const millis = (moment: Moment): number => (moment instanceof DateValue ? moment.epochDays * 86_400_000 : moment.ms);

export const compareTimes = (left: Moment | null, right: Moment | null): number =>
  left === null || right === null ? Number.NaN : millis(left) - millis(right);

/** Relational operators on values of no single number type. */
export const compareNumbers = (left: unknown, right: unknown): number =>
  isNumeric(left) && isNumeric(right) ? compareNumeric(left, right) : Number.NaN;

export const equal = equalsDeep;

/** `==` of two Strings ignores case. */
export function equalText(left: string | null, right: string | null): boolean {
  if (left === right) return true;
  if (left === null || right === null) return false;
  const length = left.length;
  if (length !== right.length) return false;
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    if (a > 127 || b > 127) return left.toLowerCase() === right.toLowerCase();
    const letter = a | 32;
    if (letter !== (b | 32) || letter < 97 || letter > 122) return false;
  }
  return true;
}

export const equalDecimals = (left: Decimal | null, right: Decimal | null): boolean =>
  left === right || (left !== null && right !== null && left.compareTo(right) === 0);

/** `===`: the same object. Numbers, dates and other values without identity compare by value. */
export function identical(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return isImmutable(left) && isImmutable(right) && equalsDeep(left, right);
}

const isImmutable = (value: unknown): boolean => value instanceof Decimal || value instanceof DoubleValue;

const DAY = 86_400_000;

/**
 * Date plus days; Datetime plus days and fractions of a day.
 * @param days Integer, Long, Double or Decimal.
 */
export function addDays(
  moment: DateValue | DatetimeValue,
  days: number | bigint | Decimal,
  sign: 1 | -1
): DateValue | DatetimeValue {
  const amount = sign * toDouble(days);
  return moment instanceof DateValue
    ? new DateValue(moment.epochDays + Math.trunc(amount))
    : new DatetimeValue(moment.ms + Math.round(amount * DAY));
}
