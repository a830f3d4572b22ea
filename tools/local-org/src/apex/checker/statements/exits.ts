/** `return` and `throw`. */
import { VOID } from '../../../values/type.js';
import type { ReturnStatement, ThrowStatement } from '../../ast/nodes.js';
import { isExceptionType } from '../../binder/relations.js';
import { isUnknown, type BodyContext } from '../context.js';
import { convert } from '../convert.js';
import { bindExpression } from '../expressions/expression.js';
import type { Bound } from './statement.js';

export function bindReturn(ctx: BodyContext, node: ReturnStatement): Bound {
  const { pos } = node;
  const { kind, returnType } = ctx.body;
  const value = node.expression ? bindExpression(ctx, node.expression) : null;
  if (kind === 'initializer') ctx.problems.report(pos, 'return-place');
  const wanted = returnType === VOID ? null : returnType;
  if (!value) {
    if (wanted) ctx.problems.report(pos, 'return-missing', wanted.name);
    return { statement: { kind: 'return', value: null, pos }, completion: 'no' };
  }
  if (!wanted) {
    if (kind === 'constructor') ctx.problems.report(pos, 'return-constructor');
    else if (kind === 'trigger') ctx.problems.report(pos, 'return-trigger');
    else if (kind !== 'anonymous') ctx.problems.report(pos, 'return-void');
    return { statement: { kind: 'return', value: null, pos }, completion: 'no' };
  }
  const converted = convert(ctx, value, wanted, value.pos, (from, to) =>
    ctx.problems.report(pos, 'conversion-illegal', from, to)
  );
  return { statement: { kind: 'return', value: converted, pos }, completion: 'no' };
}

export function bindThrow(ctx: BodyContext, node: ThrowStatement): Bound {
  const value = bindExpression(ctx, node.expression);
  if (!isUnknown(value.type) && !isExceptionType(ctx.world, value.type)) {
    ctx.problems.report(node.pos, 'throw-type', value.type.name);
  }
  return { statement: { kind: 'throw', value, pos: node.pos }, completion: 'no' };
}
