import { platformRegistry } from '../../stdlib/support/registry-access.js';
import { BlobValue } from '../../values/blob.js';
import { ApexList, ApexMap, ApexSet } from '../../values/collections.js';
import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { DoubleValue } from '../../values/double.js';
import { EnumValue } from '../../values/enum.js';
import { isId } from '../../values/id.js';
import { isTypedValue } from '../../values/object.js';
import { SObjectRecord } from '../../values/record.js';
import { typeOfValue } from '../../values/runtime-type.js';
import { TimeValue } from '../../values/time.js';
import { OBJECT, SOBJECT, type ApexType } from '../../values/type.js';

/** Instances of classes of the org know the keys of all their types (`$types`, on the prototype). */
export interface HasTypes {
  readonly $types: ReadonlySet<string>;
}

const hasTypes = (value: object): value is HasTypes => '$types' in value;

/** `value instanceof type`. null is an instance of nothing. */
export function isInstance(value: unknown, type: ApexType): boolean {
  if (value === null || value === undefined) return false;
  switch (type.kind) {
    case 'object':
      return true;
    case 'primitive':
      return isPrimitive(value, type.key);
    case 'sobject':
      return value instanceof SObjectRecord && (type === SOBJECT || value.objectName.toLowerCase() === type.key);
    case 'list':
    case 'set':
    case 'map':
      return isCollection(value, type);
    case 'user':
    case 'platform':
      return typeof value === 'object' && isOfClass(value, type);
    default:
      return false;
  }
}

/** An Integer answers to every number type, a Long to all but Integer. */
function isPrimitive(value: unknown, key: string): boolean {
  switch (key) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return typeof value === 'number';
    case 'long':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'double':
    case 'decimal':
      return (
        typeof value === 'number' ||
        typeof value === 'bigint' ||
        value instanceof DoubleValue ||
        value instanceof Decimal
      );
    case 'string':
      return typeof value === 'string';
    case 'id':
      return typeof value === 'string' && isId(value);
    case 'date':
      return value instanceof DateValue;
    case 'datetime':
      // A Date converts to a Datetime by itself, and answers to both.
      return value instanceof DatetimeValue || value instanceof DateValue;
    case 'time':
      return value instanceof TimeValue;
    case 'blob':
      return value instanceof BlobValue;
    default:
      return false;
  }
}

function isCollection(value: unknown, type: ApexType): boolean {
  const [first = OBJECT, second = OBJECT] = type.args;
  if (value instanceof ApexList) return type.kind === 'list' && isElementType(value.elementType, first);
  if (value instanceof ApexSet) return type.kind === 'set' && isElementType(value.elementType, first);
  if (value instanceof ApexMap) {
    return type.kind === 'map' && isElementType(value.keyType, first) && isElementType(value.valueType, second);
  }
  return false;
}

/**
 * Whether a collection whose elements have the type `actual` passes for one of `wanted`: of a type above it, and between
 * SObject and a concrete object either way.
 */
function isElementType(actual: ApexType, wanted: ApexType): boolean {
  if (actual === wanted || wanted === OBJECT) return true;
  if (actual.kind === 'sobject' && wanted.kind === 'sobject') return actual === SOBJECT || wanted === SOBJECT;
  if (actual.kind !== wanted.kind && !(actual.kind === 'user' && wanted.kind === 'platform')) return false;
  if (actual.kind === 'list' || actual.kind === 'set' || actual.kind === 'map') {
    return actual.args.every((arg, index) => isElementType(arg, wanted.args[index] ?? OBJECT));
  }
  return superTypes(actual).has(wanted.key);
}

type TypesOf = (type: ApexType) => ReadonlySet<string> | null;
let userTypes: TypesOf = () => null;

/** The linker says what a class of the org extends and implements. */
export function configureUserTypes(reader: TypesOf): void {
  userTypes = reader;
}

/** Keys of a type and of everything it extends or implements. */
export function superTypes(type: ApexType): ReadonlySet<string> {
  return (type.kind === 'user' ? userTypes(type) : null) ?? platformSuperTypes(type);
}

const platformTypes = new Map<ApexType, ReadonlySet<string>>();

function platformSuperTypes(type: ApexType): ReadonlySet<string> {
  const known = platformTypes.get(type);
  if (known) return known;
  const keys = new Set<string>([type.key]);
  platformTypes.set(type, keys);
  const info = platformRegistry().of(type);
  for (const parent of [info?.superclass, ...(info?.interfaces ?? [])]) {
    if (parent) for (const key of platformSuperTypes(parent)) keys.add(key);
  }
  if (info?.kind === 'exception') keys.add('system.exception');
  return keys;
}

const bare = (key: string): string => key.replace(/<.*$/, '');

function isOfClass(value: object, type: ApexType): boolean {
  if (hasTypes(value)) return value.$types.has(type.key) || (type.args.length > 0 && hasGeneric(value.$types, type));
  if (value instanceof EnumValue) return value.type === type;
  if (value instanceof ApexList || value instanceof ApexSet) {
    return bare(type.key) === 'system.iterable' && isElementType(value.elementType, type.args[0] ?? OBJECT);
  }
  if (isTypedValue(value)) {
    const keys = superTypes(value.apexType);
    return keys.has(type.key) || (type.args.length > 0 && hasGeneric(keys, type));
  }
  return superTypes(typeOfValue(value)).has(type.key);
}

/** `Iterable<Account>` passes for `Iterable<SObject>` and `Iterable<Object>`; other arguments must be the same. */
function hasGeneric(keys: ReadonlySet<string>, type: ApexType): boolean {
  const wanted = bare(type.key);
  const loose = type.args.every((arg) => arg === OBJECT || arg === SOBJECT);
  return loose && [...keys].some((key) => key === wanted || key.startsWith(`${wanted}<`));
}
