import type { BoundExpression, OperandKind } from '../bound/nodes.js';
import { converted } from './conversions.js';
import { expression, quoted } from './expressions.js';
import { fieldHolder, fieldText, getterName, setterName, sobjectField } from './fields.js';
import { isNonNull } from './nullness.js';
import { arithmetic, concatenated, textOperand } from './operators.js';
import type { FunctionScope } from './scope.js';

type Node<K extends BoundExpression['kind']> = Extract<BoundExpression, { kind: K }>;

/** Something that can be assigned to, with its receiver (and index) evaluated once at most. */
interface Place {
  /** Evaluates receiver and index into temporaries; empty when there is nothing to evaluate. */
  readonly setup: string;
  readonly read: string;
  /** Text that stores; its value is the stored value only where `givesValue`. */
  write(value: string): string;
  readonly givesValue: boolean;
}

const plainPlace = (text: string): Place => ({
  setup: '',
  read: text,
  write: (value) => `${text}=${value}`,
  givesValue: true
});

/** @param once whether the place is both read and written, so that its receiver must not be evaluated twice. */
function placeOf(node: BoundExpression, scope: FunctionScope, once: boolean): Place {
  switch (node.kind) {
    case 'local':
      return plainPlace(node.local.jsName);
    case 'field':
      return fieldPlace(node, scope, once);
    case 'index': {
      const target = held(node.target, scope, once);
      const at = held(node.index, scope, once);
      return {
        setup: target.setup + at.setup,
        read: `${target.text}.get(${at.text})`,
        write: (value) => `${target.text}.set(${at.text},${value})`,
        givesValue: false
      };
    }
    case 'sobject-field': {
      const target = held(node.target, scope, once);
      const helper = node.role === 'parent' ? '$setParent' : '$setField';
      return {
        setup: target.setup,
        read: sobjectField(node, target.text, scope),
        write: (value) => `${helper}(${target.text},${quoted(node.field.toLowerCase())},${value})`,
        givesValue: true
      };
    }
    case 'platform-property': {
      const setter = scope.unit.setterConstant(node.member);
      const getter = scope.unit.memberConstant(node.member);
      if (node.target === null) {
        return { setup: '', read: `${getter}()`, write: (value) => `${setter}(${value})`, givesValue: false };
      }
      const target = held(node.target, scope, once);
      return {
        setup: target.setup,
        read: `${getter}(${target.text}??$npe())`,
        write: (value) => `${setter}(${target.text}??$npe(),${value})`,
        givesValue: false
      };
    }
    case 'convert':
      return placeOf(node.operand, scope, once);
    default:
      throw new Error(`the emitter cannot assign to ${node.kind}`);
  }
}

function fieldPlace(node: Node<'field'>, scope: FunctionScope, once: boolean): Place {
  const target = node.target && !node.field.isStatic ? held(node.target, scope, once) : { setup: '', text: 'this' };
  const holder = fieldHolder(node.field, target.text, scope);
  if (!node.viaAccessor) return { ...plainPlace(fieldText(node.field, target.text, scope)), setup: target.setup };
  return {
    setup: target.setup,
    read: `${holder}.${getterName(node.field)}()`,
    write: (value) => `${holder}.${setterName(node.field)}(${value})`,
    givesValue: false
  };
}

/** Text that may be evaluated twice: through a temporary unless it is a variable or a constant. */
function held(node: BoundExpression, scope: FunctionScope, once: boolean): { setup: string; text: string } {
  const text = expression(node, scope);
  if (!once || node.kind === 'local' || node.kind === 'this' || node.kind === 'literal') return { setup: '', text };
  const temporary = scope.temporary();
  return { setup: `${temporary}=${text},`, text: temporary };
}

/** Stores a value; as an expression it must give the value, which setters do not. */
function store(place: Place, value: string, scope: FunctionScope, discard: boolean): string {
  if (place.givesValue || discard) return `(${place.setup}${place.write(value)})`;
  const temporary = scope.temporary();
  return `(${place.setup}${temporary}=${value},${place.write(temporary)},${temporary})`;
}

export function assignment(node: Node<'assign'>, scope: FunctionScope, discard: boolean): string {
  return store(placeOf(node.target, scope, false), expression(node.value, scope), scope, discard);
}

/** Representation of the target's type on the way into an operation on `operands`. */
function lifted(text: string, key: string, operands: OperandKind): string {
  if (operands === 'decimal') {
    if (key === 'integer') return converted('integer-to-decimal', text);
    if (key === 'long') return converted('long-to-decimal', text);
    if (key === 'double') return converted('double-to-decimal', text);
  }
  if (operands === 'double') {
    if (key === 'long') return converted('long-to-double', text);
    if (key === 'decimal') return converted('decimal-to-double', text);
  }
  if (operands === 'long' && key === 'integer') return converted('integer-to-long', text);
  return text;
}

export function compoundAssignment(node: Node<'compound-assign'>, scope: FunctionScope, discard: boolean): string {
  const place = placeOf(node.target, scope, true);
  let value = combined(node, place, scope);
  for (const conversion of node.convert) value = converted(conversion, value);
  return store(place, value, scope, discard);
}

function combined(node: Node<'compound-assign'>, place: Place, scope: FunctionScope): string {
  const { operands, operator } = node;
  if (operands === 'string') {
    const left = { text: place.read, isText: isNonNull(node.target, scope.nonNull) };
    return concatenated(left, textOperand(node.value, scope));
  }
  const right = expression(node.value, scope);
  const check = (text: string, operand: BoundExpression): string =>
    isNonNull(operand, scope.nonNull) ? text : `(${text}??$npe())`;
  const left = check(place.read, node.target);
  const second = check(right, node.value);
  if (operands === 'date-arithmetic') return `$addDays(${left},${second},${operator === '+' ? 1 : -1})`;
  return arithmetic(operator, operands, lifted(left, node.target.type.key, operands), second);
}

/** `++` and `--`. */
export function increment(node: Node<'increment'>, scope: FunctionScope, discard: boolean): string {
  const place = placeOf(node.target, scope, true);
  const old = isNonNull(node.target, scope.nonNull) ? place.read : `(${place.read}??$npe())`;
  if (node.prefix || discard) return store(place, stepped(old, node.operands, node.delta), scope, discard);
  const temporary = scope.temporary();
  const write = place.write(stepped(temporary, node.operands, node.delta));
  return `(${place.setup}${temporary}=${old},${write},${temporary})`;
}

function stepped(value: string, operands: OperandKind, delta: 1 | -1): string {
  const operator = delta === 1 ? '+' : '-';
  const one = { long: '1n', decimal: '$Decimal.ONE' }[operands as string] ?? '1';
  return arithmetic(operator, operands, value, one);
}
