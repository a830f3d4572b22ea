/** `a = b` and `a op= b`. */
import type { AssignExpression } from '../../ast/nodes.js';
import type { BoundExpression, Conversion } from '../../bound/nodes.js';
import { isUnknown, unknown, type BodyContext } from '../context.js';
import { convert } from '../convert.js';
import { implicitConversion } from '../conversions.js';
import { combine } from './binary.js';
import { bindExpression } from './expression.js';
import { bindReference } from './field-access.js';
import { checkAssignable } from './targets.js';

export function bindAssign(ctx: BodyContext, node: AssignExpression): BoundExpression {
  const target = bindTarget(ctx, node);
  const value = bindExpression(ctx, node.value);
  checkAssignable(ctx, target, node.target);
  if (isUnknown(target.type) || isUnknown(value.type)) return { ...unknown(node.pos), type: target.type };
  if (node.operator === null) {
    return {
      kind: 'assign',
      target,
      value: convert(ctx, value, target.type, node.pos),
      type: target.type,
      pos: node.pos
    };
  }
  if (node.operator === '??') throw new Error('the parser made a compound assignment of ??');
  return compound(ctx, node, node.operator, target, value);
}

/** Only `=` leaves the target unread. */
function bindTarget(ctx: BodyContext, { operator, target }: AssignExpression): BoundExpression {
  const isReference = target.kind === 'name' || target.kind === 'field-access';
  return operator === null && isReference ? bindReference(ctx, target) : bindExpression(ctx, target);
}

function compound(
  ctx: BodyContext,
  node: AssignExpression,
  operator: Exclude<NonNullable<AssignExpression['operator']>, '??'>,
  target: BoundExpression,
  value: BoundExpression
): BoundExpression {
  const result = combine(ctx, operator, target, value, node.pos);
  if (isUnknown(result.type)) return unknown(node.pos);
  let conversions: readonly Conversion[] = [];
  const back = implicitConversion(ctx.world, result.type, target.type);
  if (back) conversions = back.steps;
  else ctx.problems.report(node.pos, 'assignment-type', result.type.name, target.type.name);
  const base = {
    kind: 'compound-assign',
    operator,
    target,
    convert: conversions,
    type: target.type,
    pos: node.pos
  } as const;
  // `value` is the right operand as `combine` converted it; the target is converted by `operands` when it is read.
  if (result.kind === 'date-arithmetic') return { ...base, operands: 'date-arithmetic', value: result.right };
  if (result.kind === 'binary') return { ...base, operands: result.operands, value: result.right };
  return unknown(node.pos);
}
