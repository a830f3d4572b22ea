/** Local variables and expressions as statements. */
import { VOID } from '../../../values/type.js';
import type { ExpressionStatement, LocalVariableStatement } from '../../ast/nodes.js';
import { isReservedName } from '../../binder/reserved.js';
import { resolveType } from '../../binder/type-names.js';
import type { BoundStatement } from '../../bound/nodes.js';
import { UNKNOWN, type BodyContext } from '../context.js';
import { convert } from '../convert.js';
import { bindExpression } from '../expressions/expression.js';
import type { Bound } from './statement.js';

export function bindLocals(ctx: BodyContext, node: LocalVariableStatement): readonly BoundStatement[] {
  const type = resolveType(ctx.typeScope, node.type);
  if (type === VOID) ctx.problems.report(node.pos, 'void-variable');
  return node.declarators.map((declarator) => {
    const { name, pos } = declarator;
    if (isReservedName(name)) ctx.problems.report(pos, 'identifier-reserved', name);
    // The initialiser cannot see the variable itself.
    const initial = declarator.initializer ? bindExpression(ctx, declarator.initializer) : null;
    if (initial) ctx.executable(pos);
    const local = ctx.declare(name, type ?? UNKNOWN, pos, node.isFinal && initial !== null);
    const value = initial && type ? convert(ctx, initial, type, pos) : initial;
    return { kind: 'local', local, value, pos };
  });
}

const STATEMENT_EXPRESSIONS = new Set(['call', 'new', 'assign', 'postfix', 'unary']);

export function bindExpressionStatement(ctx: BodyContext, node: ExpressionStatement): Bound {
  const { expression: syntax, pos } = node;
  const isStatement =
    STATEMENT_EXPRESSIONS.has(syntax.kind) &&
    (syntax.kind !== 'unary' || syntax.operator === '++' || syntax.operator === '--');
  if (!isStatement) ctx.problems.report(pos, 'statement-expression');
  return { statement: { kind: 'expression', expression: bindExpression(ctx, syntax), pos }, completion: 'yes' };
}
