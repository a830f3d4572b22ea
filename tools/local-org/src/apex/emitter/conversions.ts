import type { ApexType } from '../../values/type.js';
import type { BoundExpression, Conversion } from '../bound/nodes.js';
import { expression } from './expressions.js';
import { isNonNull } from './nullness.js';
import { classVariable, type FunctionScope } from './scope.js';

type Node<K extends BoundExpression['kind']> = Extract<BoundExpression, { kind: K }>;

/** Helpers of the run time, all of which leave null alone. */
const HELPERS: Readonly<Partial<Record<Conversion, string>>> = {
  'integer-to-long': '$integerToLong',
  'integer-to-decimal': '$integerToDecimal',
  'long-to-integer': '$longToInteger',
  'long-to-double': '$longToDouble',
  'long-to-decimal': '$longToDecimal',
  'double-to-decimal': '$doubleToDecimal',
  'double-to-integer': '$doubleToInteger',
  'double-to-long': '$doubleToLong',
  'decimal-to-integer': '$decimalToInteger',
  'decimal-to-long': '$decimalToLong',
  'decimal-to-double': '$decimalToDouble',
  'string-to-id': '$toId',
  'date-to-datetime': '$dateToDatetime',
  'datetime-to-date': '$datetimeToDate',
  'double-to-object': '$doubleToObject',
  'object-to-double': '$objectToDouble'
};

/** Types whose JavaScript values turn into Apex's text by JavaScript's own concatenation. */
const PLAIN_TEXT: ReadonlySet<string> = new Set(['string', 'id', 'integer', 'long', 'boolean', 'decimal']);

export const isPlainText = (type: ApexType): boolean => type.kind === 'primitive' && PLAIN_TEXT.has(type.key);

export function conversion(node: Node<'convert'>, scope: FunctionScope): string {
  const { conversion: kind, operand } = node;
  if (kind === 'to-string') return text(operand, scope);
  if (kind === 'integer-to-long' && operand.kind === 'literal' && typeof operand.value === 'number') {
    return expression({ ...operand, value: BigInt(operand.value) }, scope);
  }
  return converted(kind, expression(operand, scope));
}

/** Text of a conversion applied to the text of a value; `to-string` needs the type and is not among them. */
export function converted(kind: Conversion, value: string): string {
  const helper = HELPERS[kind];
  if (helper) return `${helper}(${value})`;
  if (kind === 'to-string') return `$text(${value})`;
  return value;
}

function text(operand: BoundExpression, scope: FunctionScope): string {
  const value = expression(operand, scope);
  if (isPlainText(operand.type)) {
    return isString(operand) && isNonNull(operand, scope.nonNull) ? value : `(""+${value})`;
  }
  return operand.type.key === 'double' ? `$doubleText(${value})` : `$text(${value})`;
}

const isString = (node: BoundExpression): boolean => node.type.key === 'string' || node.type.key === 'id';

/** `(T) x`, checked at run time. */
export function cast(node: Node<'cast'>, scope: FunctionScope): string {
  const value = expression(node.operand, scope);
  if (node.type.kind === 'user') return `$castUser(${value},${scope.unit.typeConstant(node.type)})`;
  return `$cast(${value},${scope.unit.typeConstant(node.type)})`;
}

export function instanceOf(node: Node<'instanceof'>, scope: FunctionScope): string {
  return typeTest(expression(node.operand, scope), node.test, scope);
}

/** Whether a value, given as text, is an instance of a type. */
export function typeTest(value: string, type: ApexType, scope: FunctionScope): string {
  const own = scope.unit.ownType(type);
  if (own?.kind === 'class') return `(${value} instanceof ${classVariable(type)})`;
  return `$isInstance(${value},${scope.unit.typeConstant(type)})`;
}
