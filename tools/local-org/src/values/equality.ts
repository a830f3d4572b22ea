import { BlobValue } from './blob.js';
import { DateValue } from './date.js';
import { DatetimeValue } from './datetime.js';
import { Decimal } from './decimal.js';
import { DoubleValue } from './double.js';
import { ApexList } from './list.js';
import { ApexMap } from './map.js';
import { isUserInstance, PlatformObject } from './object.js';
import { SObjectRecord } from './record.js';
import { ApexSet } from './set.js';
import { TimeValue } from './time.js';

/**
 * The operator `==` for values whose static type says nothing (Object, collections, sObjects, user classes), and what
 * assertEquals compares by: numbers by value whatever their type, text with case, collections and sObjects deeply.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/langCon_apex_expressions_operators_understanding.htm
 */
export function equalsDeep(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left === null || right === null) return false;
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right) === 0;
  if (left instanceof DatetimeValue && right instanceof DatetimeValue) return sameSecond(left, right);
  return equalsStrict(left, right);
}

/** Assertions of public suites show that the platform does not see milliseconds here. */
const sameSecond = (left: DatetimeValue, right: DatetimeValue): boolean =>
  Math.floor(left.ms / 1000) === Math.floor(right.ms / 1000);

/** `equals` as collections use it: as equalsDeep, but an Integer is never a Long and never a Decimal. */
export function equalsStrict(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (left instanceof Decimal) return right instanceof Decimal && left.equals(right);
  if (left instanceof DoubleValue) return right instanceof DoubleValue && left.value === right.value;
  if (left instanceof DateValue) {
    return right instanceof DateValue
      ? left.epochDays === right.epochDays
      : right instanceof DatetimeValue && left.epochDays * 86_400_000 === right.ms;
  }
  if (left instanceof DatetimeValue) {
    return right instanceof DatetimeValue
      ? left.ms === right.ms
      : right instanceof DateValue && right.epochDays * 86_400_000 === left.ms;
  }
  if (left instanceof TimeValue) return right instanceof TimeValue && left.ms === right.ms;
  if (left instanceof BlobValue) return right instanceof BlobValue && left.equals(right);
  if (left instanceof ApexList) return right instanceof ApexList && equalLists(left, right);
  if (left instanceof ApexSet) return right instanceof ApexSet && equalSets(left, right);
  if (left instanceof ApexMap) return right instanceof ApexMap && equalMaps(left, right);
  if (left instanceof SObjectRecord) return right instanceof SObjectRecord && equalRecords(left, right);
  if (left instanceof PlatformObject) return left.apexEquals?.(right) ?? false;
  // A class that declares equals without hashCode is compared by it, too; only as a key identity stands for it.
  if (isUserInstance(left) && typeof left.equals$1 === 'function') return left.equals$1(right) === true;
  return false;
}

function equalLists(left: ApexList, right: ApexList): boolean {
  return (
    left.items.length === right.items.length && left.items.every((item, index) => equalsDeep(item, right.items[index]))
  );
}

function equalSets(left: ApexSet, right: ApexSet): boolean {
  if (left.size !== right.size) return false;
  for (const value of left) if (!right.has(value)) return false;
  return true;
}

function equalMaps(left: ApexMap, right: ApexMap): boolean {
  if (left.size !== right.size) return false;
  for (const [key, value] of left) if (!right.has(key) || !equalsDeep(value, right.get(key))) return false;
  return true;
}

/** The same object type and the same set fields with equal values. */
function equalRecords(left: SObjectRecord, right: SObjectRecord): boolean {
  if (left.objectName.toLowerCase() !== right.objectName.toLowerCase()) return false;
  if (sizeOf(left) !== sizeOf(right)) return false;
  for (const [field, value] of left.fields) {
    if (field === 'id' && value === null) continue;
    const other = right.fields.get(field);
    if (other === undefined || !equalsDeep(value, other)) return false;
  }
  return true;
}

/** An Id that was taken away is as one that was never there. */
const sizeOf = ({ fields }: SObjectRecord): number => fields.size - (fields.get('id') === null ? 1 : 0);

type Numeric = number | bigint | Decimal | DoubleValue;

export const isNumeric = (value: unknown): value is Numeric =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal || value instanceof DoubleValue;

/** By value over the four number types: exactly, as long as no Double takes part. NaN when it cannot be said. */
export function compareNumbers(left: Numeric, right: Numeric): number {
  if (left instanceof DoubleValue || right instanceof DoubleValue) {
    const [a, b] = [toDouble(left), toDouble(right)];
    return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN;
  }
  if (left instanceof Decimal || right instanceof Decimal) return toDecimal(left).compareTo(toDecimal(right));
  return left < right
    ? -1
    : left > right
      ? 1
      : Number.isNaN(Number(left)) || Number.isNaN(Number(right))
        ? Number.NaN
        : 0;
}

export const toDouble = (value: Numeric): number =>
  value instanceof Decimal ? value.doubleValue() : value instanceof DoubleValue ? value.value : Number(value);

export const toDecimal = (value: Numeric): Decimal =>
  value instanceof Decimal
    ? value
    : value instanceof DoubleValue
      ? Decimal.fromDouble(value.value)
      : typeof value === 'bigint'
        ? Decimal.fromLong(value)
        : Number.isInteger(value)
          ? Decimal.fromInteger(value)
          : Decimal.fromDouble(value);
