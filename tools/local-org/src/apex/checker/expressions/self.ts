/** `this`, `super` and `T.class`. */
import { OBJECT, platformType } from '../../../values/type.js';
import type { ClassLiteralExpression, SuperExpression, ThisExpression } from '../../ast/nodes.js';
import { resolveType } from '../../binder/type-names.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { unknown, type BodyContext } from '../context.js';

export function bindThis(ctx: BodyContext, node: ThisExpression): BoundExpression {
  if (ctx.body.isStatic) {
    ctx.problems.report(node.pos, 'this-in-static');
    return unknown(node.pos);
  }
  return { kind: 'this', type: ctx.owner.type, pos: node.pos };
}

/** `super` as the receiver of a call: this object, seen as its superclass. */
export function bindSuper(ctx: BodyContext, node: SuperExpression): BoundExpression {
  if (ctx.body.isStatic) {
    ctx.problems.report(node.pos, 'super-in-static');
    return unknown(node.pos);
  }
  return { kind: 'this', type: ctx.owner.superclass ?? OBJECT, pos: node.pos };
}

export function bindClassLiteral(ctx: BodyContext, node: ClassLiteralExpression): BoundExpression {
  const of = resolveType(ctx.typeScope, node.type);
  if (!of) return unknown(node.pos);
  return { kind: 'class-literal', of, type: platformType('System', 'Type'), pos: node.pos };
}
