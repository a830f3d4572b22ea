import type {
  BreakStatement,
  ContinueStatement,
  DoWhileStatement,
  Expression,
  ForStatement,
  Statement,
  WhileStatement
} from '../../ast/nodes.js';
import type { BodyContext } from '../context.js';
import { bindExpression } from '../expressions/expression.js';
import type { Completion } from './completion.js';
import { bindCondition } from './conditionals.js';
import { bindLocals } from './simple.js';
import { bindBody, type Bound } from './statement.js';

/** Binds the body of a loop, in which break and continue are legal. */
export function inLoop(ctx: BodyContext, body: Statement): Bound {
  ctx.loops++;
  try {
    return ctx.inScope(() => bindBody(ctx, body));
  } finally {
    ctx.loops--;
  }
}

const isTrue = (node: Expression | null): boolean =>
  node === null || (node.kind === 'literal' && node.type === 'Boolean' && node.value.toLowerCase() === 'true');

/** An endless loop without a break is left only by return or throw. */
const completionOf = (condition: Expression | null, body: Statement): Completion =>
  isTrue(condition) && !breaksOut(body) ? 'loops' : 'yes';

/** Whether a break in the statement leaves the loop around it. */
function breaksOut(node: Statement): boolean {
  switch (node.kind) {
    case 'break':
      return true;
    case 'block':
      return node.statements.some(breaksOut);
    case 'if':
      return breaksOut(node.then) || (node.otherwise !== null && breaksOut(node.otherwise));
    case 'switch':
      return node.cases.some((clause) => breaksOut(clause.body));
    case 'try':
      return (
        breaksOut(node.body) ||
        node.catches.some((clause) => breaksOut(clause.body)) ||
        (node.finallyBody !== null && breaksOut(node.finallyBody))
      );
    case 'run-as':
      return breaksOut(node.body);
    default:
      return false;
  }
}

export function bindWhile(ctx: BodyContext, node: WhileStatement): Bound {
  const condition = bindCondition(ctx, node.condition);
  const body = inLoop(ctx, node.body);
  return {
    statement: { kind: 'while', condition, body: body.statement, pos: node.pos },
    completion: completionOf(node.condition, node.body)
  };
}

export function bindDoWhile(ctx: BodyContext, node: DoWhileStatement): Bound {
  const body = inLoop(ctx, node.body);
  const condition = bindCondition(ctx, node.condition);
  return {
    statement: { kind: 'do-while', condition, body: body.statement, pos: node.pos },
    completion: completionOf(node.condition, node.body)
  };
}

export function bindFor(ctx: BodyContext, node: ForStatement): Bound {
  return ctx.inScope(() => {
    const init =
      'kind' in node.init
        ? bindLocals(ctx, node.init)
        : node.init.map((expression) => ({
            kind: 'expression' as const,
            expression: bindExpression(ctx, expression),
            pos: expression.pos
          }));
    const condition = node.condition ? bindCondition(ctx, node.condition) : null;
    const update = node.update.map((expression) => bindExpression(ctx, expression));
    const body = inLoop(ctx, node.body);
    return {
      statement: { kind: 'for', init, condition, update, body: body.statement, pos: node.pos },
      completion: completionOf(node.condition, node.body)
    };
  });
}

export function bindBreak(ctx: BodyContext, node: BreakStatement): Bound {
  if (ctx.loops === 0) ctx.problems.report(node.pos, 'break-place');
  return { statement: { kind: 'break', pos: node.pos }, completion: 'no' };
}

export function bindContinue(ctx: BodyContext, node: ContinueStatement): Bound {
  if (ctx.loops === 0) ctx.problems.report(node.pos, 'continue-place');
  return { statement: { kind: 'continue', pos: node.pos }, completion: 'no' };
}
