import { INTEGER } from '../../../values/type.js';
import type { IndexExpression } from '../../ast/nodes.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { isUnknown, unknown, type BodyContext } from '../context.js';
import { convert } from '../convert.js';
import { bindExpression } from './expression.js';

export function bindIndex(ctx: BodyContext, node: IndexExpression): BoundExpression {
  const target = bindExpression(ctx, node.target);
  const index = convert(ctx, bindExpression(ctx, node.index), INTEGER, node.index.pos, (from) =>
    ctx.problems.report(node.index.pos, 'index-type', INTEGER.name, from)
  );
  if (isUnknown(target.type)) return unknown(node.pos);
  const [element] = target.type.args;
  if (target.type.kind !== 'list' || !element) {
    ctx.problems.report(node.pos, 'index-target', target.type.name);
    return unknown(node.pos);
  }
  return { kind: 'index', target, index, type: element, pos: node.pos };
}
