import { BOOLEAN } from '../../../values/type.js';
import type { TernaryExpression } from '../../ast/nodes.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { unknown, type BodyContext } from '../context.js';
import { asSingleRow, convert } from '../convert.js';
import { commonType } from '../conversions.js';
import { bindExpression } from './expression.js';

export function bindTernary(ctx: BodyContext, node: TernaryExpression): BoundExpression {
  const condition = convert(ctx, bindExpression(ctx, node.condition), BOOLEAN, node.condition.pos, (from) =>
    ctx.problems.report(node.condition.pos, 'condition-type', from)
  );
  let then = bindExpression(ctx, node.then);
  let otherwise = bindExpression(ctx, node.otherwise);
  // A query beside a record is the one row it finds.
  if (otherwise.type.kind === 'sobject') then = asSingleRow(then, otherwise.type, false) ?? then;
  if (then.type.kind === 'sobject') otherwise = asSingleRow(otherwise, then.type, false) ?? otherwise;
  const type = commonType(ctx.world, then.type, otherwise.type);
  if (!type) {
    ctx.problems.report(node.pos, 'ternary-types', then.type.name, otherwise.type.name);
    return unknown(node.pos);
  }
  return {
    kind: 'ternary',
    condition,
    then: convert(ctx, then, type, node.then.pos),
    otherwise: convert(ctx, otherwise, type, node.otherwise.pos),
    type,
    pos: node.pos
  };
}
