import { BlobValue } from './blob.js';
import { DateValue } from './date.js';
import { DatetimeValue } from './datetime.js';
import { Decimal } from './decimal.js';
import { DoubleValue } from './double.js';
import { EnumValue } from './enum.js';
import { ApexList } from './list.js';
import { ApexMap } from './map.js';
import { hasValueEquality, isUserInstance, PlatformObject } from './object.js';
import { SObjectRecord } from './record.js';
import { ApexSet } from './set.js';
import { TimeValue } from './time.js';
import { TypeValue } from './type-value.js';

/** Whether JavaScript's own Map compares the value as Apex does: scalars, and objects whose identity counts. */
export function isDirectKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof EnumValue || value instanceof TypeValue) return true;
  if (isUserInstance(value)) return !hasValueEquality(value);
  if (value instanceof PlatformObject) return value.apexEquals === undefined;
  return !(
    value instanceof Decimal ||
    value instanceof DateValue ||
    value instanceof DatetimeValue ||
    value instanceof SObjectRecord ||
    value instanceof ApexList ||
    value instanceof ApexSet ||
    value instanceof ApexMap ||
    value instanceof DoubleValue ||
    value instanceof TimeValue ||
    value instanceof BlobValue
  );
}

/** Java's String.hashCode, which String#hashCode of Apex shows. */
export function stringHash(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(31, hash) + text.charCodeAt(index)) | 0;
  return hash;
}

export const longHash = (value: bigint): number => {
  const bits = BigInt.asUintN(64, value);
  return Number(BigInt.asIntN(32, bits ^ (bits >> 32n)));
};

const doubleBits = new DataView(new ArrayBuffer(8));

export function doubleHash(value: number): number {
  doubleBits.setFloat64(0, value);
  return (doubleBits.getInt32(0) ^ doubleBits.getInt32(4)) | 0;
}

const identities = new WeakMap<object, number>();
let nextIdentity = 0x1f00;

/** A number that stays with the object. */
export function identityHash(value: object): number {
  let identity = identities.get(value);
  if (identity === undefined) identities.set(value, (identity = nextIdentity = (nextIdentity + 0x9e37) | 0));
  return identity;
}

/** Equal values have equal hashes. Collections hash as Java's do: lists in order, sets and maps without. */
export function hashOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return stringHash(value);
    case 'number':
      return Number.isInteger(value) ? value | 0 : doubleHash(value);
    case 'boolean':
      return value ? 1231 : 1237;
    case 'bigint':
      return longHash(value);
    default:
      return value === null || value === undefined ? 0 : hashOfObject(value);
  }
}

function hashOfObject(value: object): number {
  if (value instanceof Decimal) return value.hashCode();
  if (value instanceof DoubleValue) return doubleHash(value.value);
  if (value instanceof DateValue) return longHash(BigInt(value.epochDays * 86_400_000));
  if (value instanceof DatetimeValue) return longHash(BigInt(value.ms));
  if (value instanceof TimeValue) return value.ms | 0;
  if (value instanceof EnumValue) return stringHash(value.name);
  if (value instanceof TypeValue) return stringHash(value.of.key);
  if (value instanceof BlobValue) return value.bytes.reduce((hash, byte) => (Math.imul(31, hash) + byte) | 0, 1);
  if (value instanceof ApexList)
    return value.items.reduce<number>((hash, item) => (Math.imul(31, hash) + hashOf(item)) | 0, 1);
  if (value instanceof ApexSet) {
    let hash = 0;
    for (const item of value) hash = (hash + hashOf(item)) | 0;
    return hash;
  }
  if (value instanceof ApexMap) {
    let hash = 0;
    for (const [key, item] of value) hash = (hash + (hashOf(key) ^ hashOf(item))) | 0;
    return hash;
  }
  if (value instanceof SObjectRecord) {
    let hash = stringHash(value.objectName.toLowerCase());
    for (const [field, item] of value.fields) hash = (hash + (stringHash(field) ^ hashOf(item))) | 0;
    return hash;
  }
  if (value instanceof PlatformObject && value.apexHash) return value.apexHash();
  if (isUserInstance(value) && hasValueEquality(value)) return value.hashcode$0!() ?? 0;
  return identityHash(value);
}
