/** Prefix and postfix operators. */
import { BOOLEAN, INTEGER, LONG, STRING } from '../../../values/type.js';
import type { PostfixExpression, UnaryExpression } from '../../ast/nodes.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { isUnknown, unknown, type BodyContext } from '../context.js';
import { isNumeric } from '../conversions.js';
import { bindExpression } from './expression.js';
import { bindLiteral } from './literals.js';
import { operandKind } from './operands.js';
import { checkAssignable } from './targets.js';

export function bindUnary(ctx: BodyContext, node: UnaryExpression): BoundExpression {
  const { operator, pos } = node;
  if (operator === '-' && node.operand.kind === 'literal' && isNumberLiteral(node.operand.type)) {
    return { ...bindLiteral(ctx, node.operand, true), pos };
  }
  const operand = bindExpression(ctx, node.operand);
  const { type } = operand;
  if (isUnknown(type)) return unknown(pos);
  switch (operator) {
    case '+':
      // A plus before text is nothing: `'a' + + 'b'` occurs in public code.
      if (type === STRING) return operand;
      if (!isNumeric(type)) {
        ctx.problems.report(pos, 'negate-type');
        return unknown(pos);
      }
      return { kind: 'unary', operator, operands: operandKind(type), operand, type, pos };
    case '-':
      if (!isNumeric(type)) {
        ctx.problems.report(pos, 'negate-type');
        return unknown(pos);
      }
      return { kind: 'unary', operator, operands: operandKind(type), operand, type, pos };
    case '!':
      if (type !== BOOLEAN) {
        ctx.problems.report(pos, 'not-type', operator);
        return { ...unknown(pos), type: BOOLEAN };
      }
      return { kind: 'unary', operator, operands: 'boolean', operand, type, pos };
    case '~':
      if (type !== INTEGER && type !== LONG) {
        ctx.problems.report(pos, 'complement-type', type.name);
        return unknown(pos);
      }
      return { kind: 'unary', operator, operands: operandKind(type), operand, type, pos };
    case '++':
    case '--':
      checkAssignable(ctx, operand, node.operand);
      if (!isNumeric(type)) {
        ctx.problems.report(pos, 'prefix-type', operator === '++' ? 'increment' : 'decrement', type.name);
        return unknown(pos);
      }
      return increment(operand, operator, true, pos);
  }
}

const isNumberLiteral = (type: string): boolean => ['Integer', 'Long', 'Double', 'Decimal'].includes(type);

export function bindPostfix(ctx: BodyContext, node: PostfixExpression): BoundExpression {
  const operand = bindExpression(ctx, node.operand);
  if (isUnknown(operand.type)) return unknown(node.pos);
  checkAssignable(ctx, operand, node.operand);
  if (!isNumeric(operand.type)) {
    ctx.problems.report(node.pos, 'postfix-type', operand.type.name);
    return unknown(node.pos);
  }
  return increment(operand, node.operator, false, node.pos);
}

const increment = (
  target: BoundExpression,
  operator: '++' | '--',
  prefix: boolean,
  pos: UnaryExpression['pos']
): BoundExpression => ({
  kind: 'increment',
  delta: operator === '++' ? 1 : -1,
  prefix,
  operands: operandKind(target.type),
  target,
  type: target.type,
  pos
});
