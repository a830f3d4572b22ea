import { BlobValue } from './blob.js';
import { DateValue } from './date.js';
import { DatetimeValue } from './datetime.js';
import { compareNumbers, isNumeric } from './equality.js';
import { EnumValue } from './enum.js';
import { valueEnvironment } from './environment.js';
import { isUserInstance } from './object.js';
import { PlatformError } from './platform-error.js';
import { SObjectRecord } from './record.js';
import { textOf } from './text.js';
import { TimeValue } from './time.js';

/**
 * The order of List#sort without a comparator: null first, text by code unit, enum values by position, user classes by
 * Comparable, sObjects by label, name and then fields.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/langCon_apex_collections_lists_sorting.htm
 * @throws PlatformError System.ListException when a value has no order.
 */
export function compareValues(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right);
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : 1;
  if (typeof left === 'boolean' && typeof right === 'boolean') return left ? 1 : -1;
  if (left instanceof DateValue && right instanceof DateValue) return left.compareTo(right);
  if (left instanceof DatetimeValue && right instanceof DatetimeValue) return left.compareTo(right);
  if (left instanceof TimeValue && right instanceof TimeValue) return left.compareTo(right);
  if (left instanceof EnumValue && right instanceof EnumValue) return left.ordinal - right.ordinal;
  if (left instanceof BlobValue && right instanceof BlobValue) return Buffer.compare(left.bytes, right.bytes);
  if (left instanceof SObjectRecord && right instanceof SObjectRecord) return compareRecords(left, right);
  if (isUserInstance(left) && typeof left.compareto$1 === 'function') return left.compareto$1(right) ?? 0;
  throw new PlatformError('System.ListException', 'One or more of the items in this list is not Comparable.');
}

function compareRecords(left: SObjectRecord, right: SObjectRecord): number {
  const environment = valueEnvironment();
  const [leftFacts, rightFacts] = [environment.objectFacts(left.objectName), environment.objectFacts(right.objectName)];
  const byLabel = compareValues(leftFacts?.label ?? left.objectName, rightFacts?.label ?? right.objectName);
  if (byLabel !== 0) return byLabel;
  const nameKey = leftFacts?.nameField?.toLowerCase();
  if (nameKey) {
    const byName = compareValues(left.fields.get(nameKey) ?? null, right.fields.get(nameKey) ?? null);
    if (byName !== 0) return byName;
  }
  const keys = new Set([...left.fields.keys(), ...right.fields.keys()]);
  for (const key of [...keys].sort()) {
    const order = compareFieldValues(left.fields.get(key) ?? null, right.fields.get(key) ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

function compareFieldValues(left: unknown, right: unknown): number {
  const sameKind = left === null || right === null || typeof left === typeof right;
  return sameKind ? compareValues(left, right) : compareValues(textOf(left), textOf(right));
}
