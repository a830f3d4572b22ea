import { currentTransaction } from '../../apex/runtime/transaction.js';
import { toId18 } from '../../values/id.js';
import { isNumeric } from '../../values/equality.js';
import { typeOfValue } from '../../values/runtime-type.js';
import * as types from '../../values/type.js';
import type { ApexType } from '../../values/type.js';
import { substitute } from '../registry-impl/substitute.js';
import { platformRegistry } from './registry-access.js';

const NUMBERS: readonly ApexType[] = [types.INTEGER, types.LONG, types.DOUBLE, types.DECIMAL];

/** Whether a value of type `from` may stand where `to` is declared: subclasses, interfaces, element types. */
export function isAssignable(from: ApexType, to: ApexType): boolean {
  if (from === to || to === types.OBJECT || from === types.NULL) return true;
  if (from.kind === 'sobject') return to === types.SOBJECT;
  if (from.kind === to.kind && (from.kind === 'list' || from.kind === 'set' || from.kind === 'map')) {
    return from.args.every((arg, index) => isAssignable(arg, to.args[index]!));
  }
  return superTypes(from).some((parent) => sameShape(parent, to) || isAssignable(parent, to));
}

/** `Iterator<String>` against `Iterator<Object>`. */
const sameShape = (left: ApexType, right: ApexType): boolean =>
  left.kind === 'platform' &&
  right.kind === 'platform' &&
  left.key.replace(/<.*$/, '') === right.key.replace(/<.*$/, '') &&
  left.args.every((arg, index) => isAssignable(arg, right.args[index] ?? types.OBJECT));

function superTypes(type: ApexType): readonly ApexType[] {
  if (type.kind === 'user') {
    const runtime = currentTransaction().code.type(type.name);
    return runtime ? [...(runtime.superclass ? [runtime.superclass] : []), ...runtime.interfaces] : [];
  }
  const info = platformRegistry().of(type);
  if (!info) return [];
  return [...(info.superclass ? [info.superclass] : []), ...info.interfaces].map((parent) =>
    substitute(parent, info.parameters, type.args)
  );
}

/** `value instanceof type`, with the platform's freedoms: any number type for a number, Id for text that is an id. */
export function isInstance(value: unknown, type: ApexType): boolean {
  if (value === null) return false;
  if (isNumeric(value) && NUMBERS.includes(type)) return true;
  if (type === types.ID) return typeof value === 'string' && toId18(value) !== null;
  return isAssignable(typeOfValue(value), type);
}
