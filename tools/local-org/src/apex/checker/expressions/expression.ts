/** Binds any expression. */
import type { Expression } from '../../ast/nodes.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { isUnknown, type BodyContext } from '../context.js';
import { bindAssign } from './assign.js';
import { bindBinary } from './binary.js';
import { bindCall } from './calls.js';
import { bindCast, bindInstanceOf } from './casts.js';
import { bindNewArray, bindNewCollection } from './collections.js';
import { bindReference } from './field-access.js';
import { bindIndex } from './index-access.js';
import { bindLiteral } from './literals.js';
import { bindNew } from './new-object.js';
import { bindSoql, bindSosl } from './queries.js';
import { bindClassLiteral, bindSuper, bindThis } from './self.js';
import { checkReadable } from './targets.js';
import { bindTernary } from './ternary.js';
import { bindPostfix, bindUnary } from './unary.js';

export function bindExpression(ctx: BodyContext, node: Expression): BoundExpression {
  const value = bindKind(ctx, node);
  if (isUnknown(value.type)) ctx.problems.needs(value.type.name);
  return value;
}

function bindKind(ctx: BodyContext, node: Expression): BoundExpression {
  switch (node.kind) {
    case 'literal':
      return bindLiteral(ctx, node, false);
    case 'name':
    case 'field-access': {
      const value = bindReference(ctx, node);
      checkReadable(ctx, value, node);
      return value;
    }
    case 'index':
      return bindIndex(ctx, node);
    case 'call':
      return bindCall(ctx, node);
    case 'new':
      return bindNew(ctx, node);
    case 'new-collection':
      return bindNewCollection(ctx, node);
    case 'new-array':
      return bindNewArray(ctx, node);
    case 'cast':
      return bindCast(ctx, node);
    case 'instanceof':
      return bindInstanceOf(ctx, node);
    case 'unary':
      return bindUnary(ctx, node);
    case 'postfix':
      return bindPostfix(ctx, node);
    case 'binary':
      return bindBinary(ctx, node);
    case 'assign':
      return bindAssign(ctx, node);
    case 'ternary':
      return bindTernary(ctx, node);
    case 'this':
      return bindThis(ctx, node);
    case 'super':
      return bindSuper(ctx, node);
    case 'class-literal':
      return bindClassLiteral(ctx, node);
    case 'soql':
      return bindSoql(ctx, node);
    case 'sosl':
      return bindSosl(ctx, node);
    default:
      return unhandled(node);
  }
}

function unhandled(node: never): never {
  throw new Error(`the checker met an expression it does not know: ${JSON.stringify(node)}`);
}
