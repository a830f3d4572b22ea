/** `this(…)` and `super(…)`. That they come first in a constructor is checked where constructors are bound. */
import { OBJECT, VOID, type ApexType } from '../../../values/type.js';
import type { MethodCallExpression, Position } from '../../ast/nodes.js';
import { platformConstructors, type ConstructorCandidate } from '../../binder/members.js';
import { parameterText } from '../../binder/signatures.js';
import { EXCEPTION_CONSTRUCTOR_SLOT, PLATFORM_CONSTRUCTOR_SLOT } from '../../binder/slots.js';
import { isExceptionType } from '../../binder/relations.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { isUnknown, unknown, type BodyContext } from '../context.js';
import { chooseOverload, convertArguments } from '../overloads.js';
import { isVisible } from '../../binder/visibility.js';
import { bindExpression } from './expression.js';
import { exceptionConstructors } from './exception-constructors.js';
import { constructorsOf } from './new-object.js';

export function bindConstructorCall(ctx: BodyContext, node: MethodCallExpression): BoundExpression {
  const which = node.name === 'this' ? 'this' : 'super';
  if (ctx.body.kind !== 'constructor') {
    ctx.problems.report(node.pos, which === 'this' ? 'this-call-place' : 'super-call-place');
    return unknown(node.pos);
  }
  ctx.inConstructorCall = true;
  const args = node.args.map((arg) => bindExpression(ctx, arg));
  ctx.inConstructorCall = false;
  return constructorCall(ctx, which, args, node.pos);
}

/** The call with its constructor chosen; reports when none fits. */
export function constructorCall(
  ctx: BodyContext,
  which: 'this' | 'super',
  args: readonly BoundExpression[],
  pos: Position
): BoundExpression {
  const type = which === 'this' ? ctx.owner.type : (ctx.owner.superclass ?? OBJECT);
  const choice = chooseOverload(ctx, candidates(ctx, type), args);
  if (choice.kind === 'none') {
    if (!args.some((arg) => isUnknown(arg.type))) {
      ctx.problems.report(pos, 'constructor-unknown', type.name, parameterText(args.map((arg) => arg.type)));
    }
    return unknown(pos);
  }
  const { overload } = choice;
  if (overload.symbol && which === 'super' && !isVisible(ctx.world, ctx.owner, overload.symbol)) {
    ctx.problems.report(pos, 'method-not-visible', `[${type.name}].<Constructor>${parameterText(overload.parameters)}`);
  }
  const slot =
    overload.symbol?.slot ??
    (isExceptionType(ctx.world, type) ? EXCEPTION_CONSTRUCTOR_SLOT : PLATFORM_CONSTRUCTOR_SLOT);
  return {
    kind: 'constructor-call',
    which,
    constructor: { owner: type, slot, member: overload.member },
    args: convertArguments(ctx, args, overload.parameters),
    type: VOID,
    pos
  };
}

function candidates(ctx: BodyContext, type: ApexType): readonly ConstructorCandidate[] {
  const symbol = ctx.world.symbols.of(type);
  if (symbol) return constructorsOf(ctx, symbol);
  if (isExceptionType(ctx.world, type)) return exceptionConstructors([]);
  const own = platformConstructors(ctx.world, type);
  return own.length > 0 ? own : [{ parameters: [], symbol: null, member: null }];
}
