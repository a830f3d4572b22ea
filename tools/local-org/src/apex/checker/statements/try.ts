import { platformType } from '../../../values/type.js';
import type { TryStatement } from '../../ast/nodes.js';
import { isExceptionType, isSubtype } from '../../binder/relations.js';
import { resolveType } from '../../binder/type-names.js';
import type { ApexType } from '../../../values/type.js';
import { isUnknown, type BodyContext } from '../context.js';
import { either, type Completion } from './completion.js';
import { bindBlock, bindStatements, type Bound } from './statement.js';

const EXCEPTION = platformType('System', 'Exception');

export function bindTry(ctx: BodyContext, node: TryStatement): Bound {
  if (node.catches.length === 0 && !node.finallyBody) ctx.problems.report(node.pos, 'try-alone');
  const body = bindBlock(ctx, node.body);
  let completion: Completion = body.completion;
  const caught: ApexType[] = [];
  const catches = node.catches.flatMap((clause) => {
    // An exception that the local org has not is never thrown here: its handler is left out.
    const { value: type } = ctx.problems.watch(() => resolveType(ctx.typeScope, clause.type));
    const isMissing = type !== null && isUnknown(type);
    if (type && !isMissing && !isExceptionType(ctx.world, type))
      ctx.problems.report(clause.pos, 'catch-type', type.name);
    if (type && caught.some((earlier) => isSubtype(ctx.world, type, earlier))) {
      ctx.problems.report(clause.pos, 'catch-twice', type.name);
    }
    if (type) caught.push(type);
    return ctx.inScope(() => {
      const local = ctx.declare(clause.name, type ?? EXCEPTION, clause.pos);
      const handler = bindStatements(ctx, clause.body);
      completion = either(completion, handler.completion);
      return isMissing ? [] : [{ local, body: handler.statement, pos: clause.pos }];
    });
  });
  const last = node.finallyBody ? bindBlock(ctx, node.finallyBody) : null;
  if (last && last.completion !== 'yes') ({ completion } = last);
  if (catches.length === 0 && !last && node.catches.length > 0) return { statement: body.statement, completion };
  return {
    statement: { kind: 'try', body: body.statement, catches, finallyBody: last?.statement ?? null, pos: node.pos },
    completion
  };
}
