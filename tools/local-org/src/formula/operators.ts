import { DateValue } from '../values/date.js';
import { DatetimeValue } from '../values/datetime.js';
import { Decimal } from '../values/decimal.js';
import { TimeValue } from '../values/time.js';
import type { BinaryOperator } from './ast.js';
import type { Evaluator, FormulaType } from './types.js';
import { compare, equals, isBlank, numberOf } from './values.js';

/** A comparison with a blank is false, but for `=` and `<>`, which tell blank from not blank. */
export function comparison(operator: BinaryOperator, left: Evaluator, right: Evaluator): Evaluator {
  if (operator === '=') return (record, context) => equals(left(record, context), right(record, context));
  if (operator === '<>') {
    return (record, context) => {
      const a = left(record, context);
      const b = right(record, context);
      // A blank number is no other number.
      if (isBlank(a) !== isBlank(b) && (numberOf(a) ?? numberOf(b)) !== null) return false;
      return !equals(a, b);
    };
  }
  return (record, context) => {
    const a = left(record, context);
    const b = right(record, context);
    if (isBlank(a) || isBlank(b)) return false;
    const order = compare(a, b);
    if (order === null) return false;
    if (operator === '<') return order < 0;
    if (operator === '<=') return order <= 0;
    return operator === '>' ? order > 0 : order >= 0;
  };
}

const MS_PER_DAY = 86_400_000;

export function calculate(operator: '+' | '-' | '*' | '/' | '^', left: unknown, right: unknown): unknown {
  if (isBlank(left) || isBlank(right)) return null;
  const a = numberOf(left);
  const b = numberOf(right);
  if (a && b) return calculateNumbers(operator, a, b);
  if (a && operator === '+') return shift(right, a);
  if (b) return shift(left, operator === '-' ? b.negate() : b);
  return difference(left, right);
}

function calculateNumbers(operator: '+' | '-' | '*' | '/' | '^', a: Decimal, b: Decimal): Decimal | null {
  switch (operator) {
    case '+':
      return a.add(b);
    case '-':
      return a.subtract(b);
    case '*':
      return a.multiply(b);
    case '/':
      // A record with a division by zero shows an error on the platform; its value is blank.
      return b.signum() === 0 ? null : a.divideExact(b);
    case '^': {
      const exponent = b.doubleValue();
      if (Number.isInteger(exponent) && exponent >= 0 && exponent <= 64) return a.pow(exponent);
      const value = a.doubleValue() ** exponent;
      return Number.isFinite(value) ? Decimal.fromDouble(value) : null;
    }
  }
}

/** Dates move by whole days, datetimes by days and fractions, times by milliseconds. */
function shift(value: unknown, by: Decimal): unknown {
  if (value instanceof DateValue) return value.addDays(by.intValue());
  if (value instanceof DatetimeValue) return value.add(Math.round(by.doubleValue() * MS_PER_DAY));
  if (value instanceof TimeValue) return value.add(by.intValue());
  return null;
}

function difference(left: unknown, right: unknown): Decimal | null {
  if (left instanceof DateValue && right instanceof DateValue)
    return Decimal.fromInteger(left.epochDays - right.epochDays);
  if (left instanceof DatetimeValue && right instanceof DatetimeValue) {
    return Decimal.fromLong(BigInt(left.ms - right.ms)).divideExact(Decimal.fromInteger(MS_PER_DAY));
  }
  if (left instanceof TimeValue && right instanceof TimeValue) return Decimal.fromInteger(left.ms - right.ms);
  return null;
}

export const isMoment = (type: FormulaType): boolean => type === 'date' || type === 'datetime' || type === 'time';

/** Type of an arithmetic result; null: the operands do not go together. */
export function arithmeticType(operator: string, left: FormulaType, right: FormulaType): FormulaType | null {
  const isNumber = (type: FormulaType): boolean => type === 'number' || type === 'null' || type === 'any';
  if (isNumber(left) && isNumber(right)) return 'number';
  if (operator === '+' && isMoment(left) && isNumber(right)) return left;
  if (operator === '+' && isNumber(left) && isMoment(right)) return right;
  if (operator === '-' && isMoment(left) && isNumber(right)) return left;
  if (operator === '-' && isMoment(left) && left === right) return 'number';
  return null;
}
