import type { RunAsStatement } from '../../ast/nodes.js';
import { isUnknown, type BodyContext } from '../context.js';
import { tryConvert } from '../convert.js';
import { bindExpression } from '../expressions/expression.js';
import { sobjectType } from '../../../values/type.js';
import { bindBlock, type Bound } from './statement.js';

export function bindRunAs(ctx: BodyContext, node: RunAsStatement): Bound {
  const value = bindExpression(ctx, node.user);
  const user = isUnknown(value.type) ? value : tryConvert(ctx, value, sobjectType('User'));
  if (!user) {
    if (value.type.key === 'system.version') ctx.problems.report(node.pos, 'not-supported', 'System.runAs(Version)');
    else ctx.problems.report(node.pos, 'run-as-argument');
  }
  const body = bindBlock(ctx, node.body);
  return {
    statement: { kind: 'run-as', user: user ?? value, body: body.statement, pos: node.pos },
    completion: body.completion
  };
}
