/** SOQL and SOSL literals. A query is a list; `convert` makes it one record where the context asks for one. */
import { INTEGER, listOf, SOBJECT, sobjectType } from '../../../values/type.js';
import type { SoqlExpression, SoslExpression } from '../../ast/nodes.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { UNKNOWN, type BodyContext } from '../context.js';
import { bindExpression } from './expression.js';

export function bindSoql(ctx: BodyContext, node: SoqlExpression): BoundExpression {
  const { text, pos } = node;
  const binds = node.binds.map((bind) => bindExpression(ctx, bind));
  const analysis = ctx.world.analyzeSoql(text, ctx.world.schema);
  for (const { message } of analysis.problems) ctx.problems.report(pos, 'soql', message);
  if (analysis.objectName !== null) ctx.typeScope.dependencies.add(`object:${analysis.objectName.toLowerCase()}`);
  const base = { kind: 'soql', text, binds, access: ctx.access, pos } as const;
  if (analysis.isCount) return { ...base, result: 'count', type: INTEGER };
  const row = analysis.isAggregate
    ? sobjectType('AggregateResult')
    : analysis.objectName === null
      ? null
      : sobjectType(analysis.objectName);
  return { ...base, result: 'list', type: row ? listOf(row) : UNKNOWN };
}

export function bindSosl(ctx: BodyContext, node: SoslExpression): BoundExpression {
  return {
    kind: 'sosl',
    text: node.text,
    binds: node.binds.map((bind) => bindExpression(ctx, bind)),
    access: ctx.access,
    type: listOf(listOf(SOBJECT)),
    pos: node.pos
  };
}
