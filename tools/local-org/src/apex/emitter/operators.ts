import type { BoundExpression, OperandKind } from '../bound/nodes.js';
import { isPlainText } from './conversions.js';
import { condition, expression, required } from './expressions.js';
import { isNonNull } from './nullness.js';
import type { FunctionScope } from './scope.js';

type Node<K extends BoundExpression['kind']> = Extract<BoundExpression, { kind: K }>;
type Operator = Node<'binary'>['operator'];

const RELATIONAL: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const EQUALITY: ReadonlySet<string> = new Set(['==', '!=', '===', '!==']);

export function binary(node: Node<'binary'>, scope: FunctionScope): string {
  const { operator, operands, left, right } = node;
  if (RELATIONAL.has(operator)) return relational(operator, operands, left, right, scope);
  if (EQUALITY.has(operator)) return equality(operator, operands, left, right, scope);
  if (operands === 'string' && operator === '+') return concatenation(left, right, scope);
  return arithmetic(operator, operands, required(left, scope), required(right, scope));
}

/**
 * Arithmetic on two values that are not null.
 * Integer and Long wrap at 32 and 64 bits: Apex Developer Guide, "Rules of Conversion".
 */
export function arithmetic(operator: string, operands: OperandKind, left: string, right: string): string {
  switch (operands) {
    case 'integer':
      return integerArithmetic(operator, left, right);
    case 'long':
      return longArithmetic(operator, left, right);
    case 'double':
      return operator === '/' ? `$divideDouble(${left},${right})` : `(${left}${operator}${right})`;
    case 'decimal':
      return `${left}.${decimalMethod(operator)}(${right})`;
    case 'boolean':
      // `&`, `|` and `^` of two truth values; JavaScript answers 0 or 1.
      return operator === '^' ? `(${left}!==${right})` : `((${left}${operator}${right})===1)`;
    default:
      throw new Error(`the emitter does not know the operator ${operator} on ${operands}`);
  }
}

function integerArithmetic(operator: string, left: string, right: string): string {
  if (operator === '*') return `Math.imul(${left},${right})`;
  if (operator === '/') return `$divideInteger(${left},${right})`;
  if (operator === '+' || operator === '-' || operator === '>>>') return `(${left}${operator}${right}|0)`;
  return `(${left}${operator}${right})`;
}

function longArithmetic(operator: string, left: string, right: string): string {
  switch (operator) {
    case '/':
      return `$divideLong(${left},${right})`;
    case '<<':
      return `BigInt.asIntN(64,${left}<<(${right}&63n))`;
    case '>>':
      return `(${left}>>(${right}&63n))`;
    case '>>>':
      return `BigInt.asIntN(64,BigInt.asUintN(64,${left})>>(${right}&63n))`;
    case '&':
    case '|':
    case '^':
      return `(${left}${operator}${right})`;
    default:
      return `BigInt.asIntN(64,${left}${operator}${right})`;
  }
}

function decimalMethod(operator: string): string {
  const method = ({ '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divideExact' } as const)[operator];
  if (!method) throw new Error(`the emitter does not know the operator ${operator} on Decimal`);
  return method;
}

/** Operands of a String `+`; a null operand reads `null`. */
export function concatenation(left: BoundExpression, right: BoundExpression, scope: FunctionScope): string {
  return concatenated(textOperand(left, scope), textOperand(right, scope));
}

/** One operand; `isText` when JavaScript surely has a string there. */
export interface TextOperand {
  readonly text: string;
  readonly isText: boolean;
}

/** JavaScript adds two nulls or numbers as numbers, so one side must be text. */
export const concatenated = (left: TextOperand, right: TextOperand): string =>
  `(${left.isText || right.isText ? '' : '""+'}${left.text}+${right.text})`;

/** What JavaScript turns into the right text by itself needs no conversion. */
export function textOperand(node: BoundExpression, scope: FunctionScope): TextOperand {
  if (node.kind === 'convert' && node.conversion === 'to-string' && isPlainText(node.operand.type)) {
    return { text: expression(node.operand, scope), isText: isText(node.operand, scope) };
  }
  return { text: expression(node, scope), isText: isText(node, scope) };
}

const isText = (node: BoundExpression, scope: FunctionScope): boolean =>
  (node.type.key === 'string' || node.type.key === 'id') && isNonNull(node, scope.nonNull);

function relational(
  operator: Operator,
  operands: OperandKind,
  left: BoundExpression,
  right: BoundExpression,
  scope: FunctionScope
): string {
  const [first, second] = [expression(left, scope), expression(right, scope)];
  switch (operands) {
    case 'integer':
    case 'long':
    case 'double':
      return numberComparison(operator, left, right, scope);
    case 'string':
      return `($compareText(${first},${second})${operator}0)`;
    case 'id':
      return `($compareIds(${first},${second})${operator}0)`;
    case 'decimal':
      return `($compareDecimals(${first},${second})${operator}0)`;
    case 'date':
    case 'datetime':
    case 'time':
      return `($compareTimes(${first},${second})${operator}0)`;
    default:
      return `($compareNumbers(${first},${second})${operator}0)`;
  }
}

/**
 * JavaScript takes null for 0; in Apex a comparison with null is false. The test is written out, not a function: one
 * function for all comparisons would see numbers and bigints, and V8 could compile it for neither.
 */
function numberComparison(
  operator: Operator,
  left: BoundExpression,
  right: BoundExpression,
  scope: FunctionScope
): string {
  const plain = isNonNull(left, scope.nonNull) && isNonNull(right, scope.nonNull);
  if (plain) return `(${expression(left, scope)}${operator}${expression(right, scope)})`;
  const simple = isSimple(left) && isSimple(right);
  const setup: string[] = [];
  const operands = [left, right].map((node) => {
    const text = expression(node, scope);
    if (simple) return text;
    const temporary = scope.temporary();
    setup.push(`${temporary}=${text},`);
    return temporary;
  });
  const tests = [left, right].map((node, index) =>
    isNonNull(node, scope.nonNull) ? '' : `${operands[index]}!==null&&`
  );
  return `(${setup.join('')}${tests.join('')}${operands.join(operator)})`;
}

/** Evaluating it changes nothing. */
const isSimple = (node: BoundExpression): boolean => node.kind === 'local' || node.kind === 'literal';

function equality(
  operator: Operator,
  operands: OperandKind,
  left: BoundExpression,
  right: BoundExpression,
  scope: FunctionScope
): string {
  const [first, second] = [expression(left, scope), expression(right, scope)];
  const negated = operator.startsWith('!');
  if (isNullLiteral(left) || isNullLiteral(right)) return `(${first}${negated ? '!==' : '==='}${second})`;
  const helper = equalityHelper(operands, operator.length === 3);
  if (helper === null) return `(${first}${negated ? '!==' : '==='}${second})`;
  return `${negated ? '!' : ''}${helper}(${first},${second})`;
}

const isNullLiteral = (node: BoundExpression): boolean =>
  (node.kind === 'literal' && node.value === null) || (node.kind === 'convert' && isNullLiteral(node.operand));

/** null: JavaScript's own `===` does. */
function equalityHelper(operands: OperandKind, exact: boolean): string | null {
  switch (operands) {
    case 'string':
      return exact ? null : '$equalText';
    case 'decimal':
      return '$equalDecimals';
    case 'date':
    case 'datetime':
    case 'time':
      return exact ? null : '$equal';
    case 'value':
      return exact ? '$identical' : '$equal';
    default:
      return null;
  }
}

export function unary(node: Node<'unary'>, scope: FunctionScope): string {
  const operand = required(node.operand, scope);
  switch (node.operator) {
    case '!':
      return `!${operand}`;
    case '+':
      return operand;
    case '~':
      return node.operands === 'long' ? `(~${operand})` : `(~${operand})`;
    case '-':
      return negation(node.operands, operand);
  }
}

function negation(operands: OperandKind, operand: string): string {
  switch (operands) {
    case 'integer':
      return `(-${operand}|0)`;
    case 'long':
      return `BigInt.asIntN(64,-${operand})`;
    case 'decimal':
      return `${operand}.negate()`;
    default:
      return `(-${operand})`;
  }
}

export function logical(node: Node<'logical'>, scope: FunctionScope): string {
  if (node.operator === '??') return `(${expression(node.left, scope)}??${expression(node.right, scope)})`;
  return `(${condition(node.left, scope)}${node.operator}${condition(node.right, scope)})`;
}

export function dateArithmetic(node: Node<'date-arithmetic'>, scope: FunctionScope): string {
  const sign = node.operator === '+' ? 1 : -1;
  return `$addDays(${required(node.left, scope)},${required(node.right, scope)},${sign})`;
}
