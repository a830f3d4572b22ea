/** Binary operators. Source: Apex Developer Guide, "Expression Operators". */
import {
  BOOLEAN,
  DATE,
  DATETIME,
  DECIMAL,
  DOUBLE,
  ID,
  INTEGER,
  LONG,
  NULL,
  OBJECT,
  STRING,
  TIME,
  VOID,
  type ApexType
} from '../../../values/type.js';
import type { BinaryExpression, BinaryOperator, Position } from '../../ast/nodes.js';
import { isInterface } from '../../binder/relations.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { isUnknown, unknown, type BodyContext } from '../context.js';
import { asObject, asSingleRow, asText, convert } from '../convert.js';
import { commonType, implicitConversion, isNumeric, widerNumber } from '../conversions.js';
import { bindExpression } from './expression.js';
import { operandKind } from './operands.js';

export function bindBinary(ctx: BodyContext, node: BinaryExpression): BoundExpression {
  const left = bindExpression(ctx, node.left);
  const right = bindExpression(ctx, node.right);
  if (node.operator === '??') return coalesce(ctx, left, right, node.pos);
  if (isUnknown(left.type) || isUnknown(right.type)) {
    return { ...unknown(node.pos), type: resultOfUnknown(node.operator) ?? unknown(node.pos).type };
  }
  return combine(ctx, node.operator, left, right, node.pos);
}

/** Type of an operation with an unknown operand, where the operator alone tells it. */
function resultOfUnknown(operator: BinaryOperator): ApexType | null {
  return ['==', '!=', '===', '!==', '<>', '<', '<=', '>', '>=', '&&', '||'].includes(operator) ? BOOLEAN : null;
}

/** The operation on two bound operands; reports what does not fit. Used by `a op b` and `a op= b`. */
export function combine(
  ctx: BodyContext,
  operator: Exclude<BinaryOperator, '??'>,
  left: BoundExpression,
  right: BoundExpression,
  pos: Position
): BoundExpression {
  switch (operator) {
    case '&&':
    case '||':
      return logical(ctx, operator, left, right, pos);
    case '==':
    case '!=':
    case '<>':
    case '===':
    case '!==':
      return equality(ctx, operator === '<>' ? '!=' : operator, left, right, pos);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return inequality(ctx, operator, left, right, pos);
    case '+':
    case '-':
    case '*':
    case '/':
      return arithmetic(ctx, operator, left, right, pos);
    case '&':
    case '|':
    case '^':
      return bitwise(ctx, operator, left, right, pos);
    case '<<':
    case '>>':
    case '>>>':
      return shift(ctx, operator, left, right, pos);
  }
}

function coalesce(ctx: BodyContext, left: BoundExpression, right: BoundExpression, pos: Position): BoundExpression {
  // A query that finds no row counts as null here, where elsewhere it would throw.
  const row = right.type.kind === 'sobject' ? asSingleRow(left, null, true) : null;
  const first = row ?? left;
  const type = commonType(ctx.world, first.type, right.type);
  if (!type) {
    ctx.problems.report(pos, 'coalesce-types', left.type.name, right.type.name);
    return unknown(pos);
  }
  return {
    kind: 'logical',
    operator: '??',
    left: convert(ctx, first, type, first.pos),
    right: convert(ctx, right, type, right.pos),
    type,
    pos
  };
}

function logical(
  ctx: BodyContext,
  operator: '&&' | '||',
  left: BoundExpression,
  right: BoundExpression,
  pos: Position
): BoundExpression {
  const operand = (value: BoundExpression): BoundExpression =>
    convert(ctx, value, BOOLEAN, value.pos, () => ctx.problems.report(pos, 'logical-type', BOOLEAN.name));
  return { kind: 'logical', operator, left: operand(left), right: operand(right), type: BOOLEAN, pos };
}

function equality(
  ctx: BodyContext,
  operator: '==' | '!=' | '===' | '!==',
  left: BoundExpression,
  right: BoundExpression,
  pos: Position
): BoundExpression {
  const exact = operator === '===' || operator === '!==';
  if (exact && isNumberOrBoolean(left.type) && isNumberOrBoolean(right.type)) {
    ctx.problems.report(pos, 'exact-equality', left.type.name);
  }
  const type = comparisonType(ctx, left.type, right.type);
  if (!type) {
    ctx.problems.report(pos, 'comparison-types', left.type.name, right.type.name);
    return { ...unknown(pos), type: BOOLEAN };
  }
  return {
    kind: 'binary',
    operator,
    operands: operandKind(type),
    left: type === OBJECT ? asObject(left) : convert(ctx, left, type, left.pos),
    right: type === OBJECT ? asObject(right) : convert(ctx, right, type, right.pos),
    type: BOOLEAN,
    pos
  };
}

const isNumberOrBoolean = (type: ApexType): boolean => isNumeric(type) || type === BOOLEAN;

/** The type in which two operands are compared; null when the platform refuses to compare them. */
function comparisonType(ctx: BodyContext, left: ApexType, right: ApexType): ApexType | null {
  if (left === VOID || right === VOID) return null;
  if (left === NULL && right === NULL) return OBJECT;
  if ((left === ID && right === STRING) || (left === STRING && right === ID)) return ID;
  if (left === OBJECT || right === OBJECT) return OBJECT;
  const common = commonType(ctx.world, left, right);
  if (common) return common;
  // Two interfaces, or a class and an interface, may meet in one object.
  return isInterface(ctx.world, left) || isInterface(ctx.world, right) ? OBJECT : null;
}

const ORDERED: readonly ApexType[] = [STRING, ID, DATE, DATETIME, TIME];

function inequality(
  ctx: BodyContext,
  operator: '<' | '<=' | '>' | '>=',
  left: BoundExpression,
  right: BoundExpression,
  pos: Position
): BoundExpression {
  const type = comparisonType(ctx, left.type, right.type);
  if (!type) {
    ctx.problems.report(pos, 'comparison-types', left.type.name, right.type.name);
    return { ...unknown(pos), type: BOOLEAN };
  }
  if (!isNumeric(type) && !ORDERED.includes(type)) {
    ctx.problems.report(pos, 'inequality-type', left.type === NULL ? right.type.name : left.type.name);
    return { ...unknown(pos), type: BOOLEAN };
  }
  return {
    kind: 'binary',
    operator,
    operands: operandKind(type),
    left: convert(ctx, left, type, left.pos),
    right: convert(ctx, right, type, right.pos),
    type: BOOLEAN,
    pos
  };
}

function arithmetic(
  ctx: BodyContext,
  operator: '+' | '-' | '*' | '/',
  left: BoundExpression,
  right: BoundExpression,
  pos: Position
): BoundExpression {
  if (left.type === VOID || right.type === VOID) {
    ctx.problems.report(pos, 'arithmetic-void');
    return unknown(pos);
  }
  if (operator === '+' && (isText(left.type) || isText(right.type))) {
    return {
      kind: 'binary',
      operator,
      operands: 'string',
      left: asText(left),
      right: asText(right),
      type: STRING,
      pos
    };
  }
  if ((operator === '+' || operator === '-') && (isCalendar(left.type) || isCalendar(right.type))) {
    return dateArithmetic(ctx, operator, left, right, pos);
  }
  const type = arithmeticType(left.type, right.type);
  if (!type) {
    ctx.problems.report(pos, 'arithmetic-type');
    return unknown(pos);
  }
  return {
    kind: 'binary',
    operator,
    operands: operandKind(type),
    left: convert(ctx, left, type, left.pos),
    right: convert(ctx, right, type, right.pos),
    type,
    pos
  };
}

const isText = (type: ApexType): boolean => type === STRING || type === ID;

const isCalendar = (type: ApexType): boolean => type === DATE || type === DATETIME || type === TIME;

function arithmeticType(left: ApexType, right: ApexType): ApexType | null {
  if (isNumeric(left) && isNumeric(right)) return widerNumber(left, right);
  if (isNumeric(left) && right === NULL) return left;
  return left === NULL && isNumeric(right) ? right : null;
}

function dateArithmetic(
  ctx: BodyContext,
  operator: '+' | '-',
  left: BoundExpression,
  right: BoundExpression,
  pos: Position
): BoundExpression {
  const days = right.type;
  if (left.type === DATE && (days === INTEGER || days === LONG)) {
    return { kind: 'date-arithmetic', operator, left, right, type: DATE, pos };
  }
  if (left.type === DATETIME && (days === INTEGER || days === LONG || days === DOUBLE || days === DECIMAL)) {
    return { kind: 'date-arithmetic', operator, left, right, type: DATETIME, pos };
  }
  if (left.type === TIME && (days === INTEGER || days === LONG)) {
    ctx.problems.report(pos, 'not-supported', `Time ${operator} ${days.name}`);
  } else if (isCalendar(left.type)) {
    ctx.problems.report(pos, left.type === DATETIME ? 'datetime-operand' : 'date-operand');
  } else {
    ctx.problems.report(pos, 'arithmetic-type');
  }
  return unknown(pos);
}

function bitwise(
  ctx: BodyContext,
  operator: '&' | '|' | '^',
  left: BoundExpression,
  right: BoundExpression,
  pos: Position
): BoundExpression {
  const type = left.type === BOOLEAN && right.type === BOOLEAN ? BOOLEAN : wholeNumber(left.type, right.type);
  if (!type) {
    ctx.problems.report(pos, 'bitwise-type', operator);
    return unknown(pos);
  }
  return {
    kind: 'binary',
    operator,
    operands: operandKind(type),
    left: convert(ctx, left, type, left.pos),
    right: convert(ctx, right, type, right.pos),
    type,
    pos
  };
}

const isWhole = (type: ApexType): boolean => type === INTEGER || type === LONG;

const wholeNumber = (left: ApexType, right: ApexType): ApexType | null =>
  isWhole(left) && isWhole(right) ? widerNumber(left, right) : null;

function shift(
  ctx: BodyContext,
  operator: '<<' | '>>' | '>>>',
  left: BoundExpression,
  right: BoundExpression,
  pos: Position
): BoundExpression {
  if (!isWhole(left.type) || !isWhole(right.type)) {
    ctx.problems.report(pos, 'shift-type', operator);
    return unknown(pos);
  }
  const { type } = left;
  // The distance has its own type; both operands travel as the left one's.
  const distance = implicitConversion(ctx.world, right.type, type)
    ? convert(ctx, right, type, right.pos)
    : ({ kind: 'convert', conversion: 'long-to-integer', operand: right, type, pos: right.pos } as const);
  return { kind: 'binary', operator, operands: operandKind(type), left, right: distance, type, pos };
}
