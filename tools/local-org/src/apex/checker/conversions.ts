/** Apex's conversions between types. Source: Apex Developer Guide, "Rules of Conversion". */
import {
  DATE,
  DATETIME,
  DECIMAL,
  DOUBLE,
  ID,
  INTEGER,
  LONG,
  NULL,
  OBJECT,
  SOBJECT,
  STRING,
  VOID,
  type ApexType
} from '../../values/type.js';
import { isUnknown } from '../binder/unknown.js';
import { isInterface, supertypeDistance } from '../binder/relations.js';
import type { World } from '../binder/world.js';
import type { Conversion } from '../bound/nodes.js';

export interface ConversionPath {
  readonly steps: readonly Conversion[];
  /** For the choice between overloads: 0 is the same type, larger is further. */
  readonly cost: number;
}

const NUMBERS: readonly ApexType[] = [INTEGER, LONG, DOUBLE, DECIMAL];

export const isNumeric = (type: ApexType): boolean => NUMBERS.includes(type);

/** The wider of two number types: Integer, Long, Double, Decimal in this order. */
export const widerNumber = (left: ApexType, right: ApexType): ApexType =>
  NUMBERS[Math.max(NUMBERS.indexOf(left), NUMBERS.indexOf(right))] ?? left;

const SAME: ConversionPath = { steps: [], cost: 0 };
const path = (cost: number, ...steps: Conversion[]): ConversionPath => ({ steps, cost });

/** Costs that keep an overload for Object behind every other one. */
const TO_OBJECT = 1000;

/** The implicit conversion from one type to another; null when there is none. */
export function implicitConversion(world: World, from: ApexType, to: ApexType): ConversionPath | null {
  if (from === to || isUnknown(from) || isUnknown(to)) return SAME;
  if (from === VOID || to === VOID) return null;
  if (from === NULL) return path(to === OBJECT ? 2 : 1);
  if (to === OBJECT) return from === DOUBLE ? path(TO_OBJECT, 'double-to-object') : path(TO_OBJECT);
  if (from.kind === 'primitive' && to.kind === 'primitive') return primitiveConversion(from, to);
  if (from.kind === 'list' && to.kind === 'list') return elementConversion(world, from, to, 'list');
  if (from.kind === 'set' && to.kind === 'set') return elementConversion(world, from, to, 'set');
  if (from.kind === 'map' && to.kind === 'map') return mapConversion(world, from, to);
  const distance = supertypeDistance(world, from, to);
  return distance === null ? null : path(distance);
}

function primitiveConversion(from: ApexType, to: ApexType): ConversionPath | null {
  const source = NUMBERS.indexOf(from);
  const target = NUMBERS.indexOf(to);
  if (source >= 0 && target >= 0) {
    const step = numberConversion(from, to);
    if (target > source) return path(target - source, step);
    // Decimal literals are assigned to Double everywhere: the platform takes that direction as well.
    return from === DECIMAL && to === DOUBLE ? path(5, step) : null;
  }
  if (from === STRING && to === ID) return path(5, 'string-to-id');
  if (from === ID && to === STRING) return path(2, 'id-to-string');
  if (from === DATE && to === DATETIME) return path(3, 'date-to-datetime');
  return null;
}

/** Name of the conversion between two different number types, widening or narrowing. */
export const numberConversion = (from: ApexType, to: ApexType): Conversion => `${from.key}-to-${to.key}` as Conversion;

/** Collections convert when their elements do without a change of representation. */
function elementConversion(world: World, from: ApexType, to: ApexType, kind: 'list' | 'set'): ConversionPath | null {
  const [source] = from.args;
  const [target] = to.args;
  if (!source || !target) return null;
  // `List<Account> accounts = genericRecords` is legal, though the single record would need a cast.
  if (kind === 'list' && source === SOBJECT && target.kind === 'sobject') return path(6);
  const element = contained(world, source, target);
  if (element === null) return null;
  // Only lists are covariant in Object. A list of objects is nearer to a list than any object is.
  return kind === 'set' && target === OBJECT ? null : path(Math.min(element, TO_OBJECT / 2) + 1);
}

function mapConversion(world: World, from: ApexType, to: ApexType): ConversionPath | null {
  const [fromKey, fromValue] = from.args;
  const [toKey, toValue] = to.args;
  if (!fromKey || !fromValue || !toKey || !toValue) return null;
  const key = contained(world, fromKey, toKey);
  const value = contained(world, fromValue, toValue);
  return key === null || value === null ? null : path(Math.min(key + value, TO_OBJECT / 2) + 1);
}

/** Cost when values of `from` may stand in a collection of `to` as they are. */
function contained(world: World, from: ApexType, to: ApexType): number | null {
  if ((from === ID && to === STRING) || (from === STRING && to === ID)) return 3;
  if (from === SOBJECT && to !== SOBJECT && to !== OBJECT) return null;
  const element = implicitConversion(world, from, to);
  if (!element) return null;
  return element.steps.every((step) => step === 'double-to-object') ? element.cost : null;
}

/** Whether an explicit cast from one type to the other can succeed at run time. */
export function castPossible(world: World, from: ApexType, to: ApexType): boolean {
  if (implicitConversion(world, from, to) || implicitConversion(world, to, from)) return true;
  if (isNumeric(from) && isNumeric(to)) return true;
  if (from.kind === 'primitive' || to.kind === 'primitive') return false;
  if (from.kind === to.kind && from.args.length > 0 && from.args.length === to.args.length) {
    return from.args.every((arg, index) => {
      const other = to.args[index];
      return other !== undefined && castPossible(world, arg, other);
    });
  }
  // A subclass of one type may implement the other.
  return isOpen(world, from) && isOpen(world, to) && (isInterface(world, from) || isInterface(world, to));
}

const isOpen = (world: World, type: ApexType): boolean =>
  isInterface(world, type) ||
  (type.kind === 'user' && world.symbols.of(type)?.kind === 'class') ||
  type.kind === 'platform';

/** The type that both operands of a conditional have; null when there is none. */
export function commonType(world: World, left: ApexType, right: ApexType): ApexType | null {
  if (left === right || isUnknown(left)) return left;
  if (isUnknown(right)) return right;
  if (left === NULL) return right;
  if (right === NULL) return left;
  if (isNumeric(left) && isNumeric(right)) return widerNumber(left, right);
  if ((left === ID && right === STRING) || (left === STRING && right === ID)) return STRING;
  const towardsRight = implicitConversion(world, left, right);
  const towardsLeft = implicitConversion(world, right, left);
  if (towardsRight && towardsLeft) return towardsRight.cost <= towardsLeft.cost ? right : left;
  if (towardsRight) return right;
  if (towardsLeft) return left;
  if (left.kind === 'sobject' && right.kind === 'sobject') return SOBJECT;
  return null;
}
