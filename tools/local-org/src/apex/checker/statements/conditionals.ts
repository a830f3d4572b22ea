import { BOOLEAN } from '../../../values/type.js';
import type { Expression, IfStatement } from '../../ast/nodes.js';
import type { BoundExpression } from '../../bound/nodes.js';
import type { BodyContext } from '../context.js';
import { convert } from '../convert.js';
import { bindExpression } from '../expressions/expression.js';
import { either } from './completion.js';
import { bindBody, type Bound } from './statement.js';

export function bindCondition(ctx: BodyContext, node: Expression): BoundExpression {
  return convert(ctx, bindExpression(ctx, node), BOOLEAN, node.pos, (from) =>
    ctx.problems.report(node.pos, 'condition-type', from)
  );
}

export function bindIf(ctx: BodyContext, node: IfStatement): Bound {
  const condition = bindCondition(ctx, node.condition);
  const then = bindBody(ctx, node.then);
  const otherwise = node.otherwise ? bindBody(ctx, node.otherwise) : null;
  return {
    statement: { kind: 'if', condition, then: then.statement, otherwise: otherwise?.statement ?? null, pos: node.pos },
    completion: either(then.completion, otherwise?.completion ?? 'yes')
  };
}
