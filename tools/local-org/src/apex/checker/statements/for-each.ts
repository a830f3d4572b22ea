/** `for (T x : …)` over lists, sets, iterables and queries. */
import { OBJECT, type ApexType } from '../../../values/type.js';
import type { ForEachStatement } from '../../ast/nodes.js';
import { isReservedName } from '../../binder/reserved.js';
import { allSupertypes } from '../../binder/relations.js';
import { resolveType } from '../../binder/type-names.js';
import type { BoundExpression, BoundStatement } from '../../bound/nodes.js';
import { isUnknown, UNKNOWN, type BodyContext } from '../context.js';
import { castPossible, implicitConversion } from '../conversions.js';
import { bindExpression } from '../expressions/expression.js';
import { inLoop } from './loops.js';
import type { Bound } from './statement.js';

type Source = Extract<BoundStatement, { kind: 'for-each' }>['source'];

interface Iteration {
  readonly source: Source;
  readonly element: ApexType;
}

export function bindForEach(ctx: BodyContext, node: ForEachStatement): Bound {
  return ctx.inScope(() => {
    const iterable = bindExpression(ctx, node.iterable);
    const type = resolveType(ctx.typeScope, node.type);
    if (isReservedName(node.name)) ctx.problems.report(node.pos, 'identifier-reserved', node.name);
    const iteration = iterationOf(ctx, iterable, type);
    if (!iteration && !isUnknown(iterable.type)) {
      ctx.problems.report(node.iterable.pos, 'loop-collection', iterable.type.name);
    }
    const element = iteration?.element ?? type;
    if (type && element) checkVariable(ctx, node, type, element);
    const local = ctx.declare(node.name, type ?? UNKNOWN, node.pos);
    const body = inLoop(ctx, node.body);
    return {
      statement: {
        kind: 'for-each',
        local,
        iterable,
        source: iteration?.source ?? 'list',
        body: body.statement,
        pos: node.pos
      },
      completion: 'yes'
    };
  });
}

function checkVariable(ctx: BodyContext, node: ForEachStatement, type: ApexType, element: ApexType): void {
  const conversion = implicitConversion(ctx.world, element, type);
  // Elements keep their representation, so the variable's type may be wider but not another one; records may be narrower.
  const fits =
    conversion !== null &&
    conversion.steps.every((step) => step === 'id-to-string' || step === 'string-to-id' || step === 'double-to-object');
  const isRecord = type.kind === 'sobject' && element.kind === 'sobject' && castPossible(ctx.world, element, type);
  if (!fits && !isRecord) ctx.problems.report(node.pos, 'loop-variable', element.name, type.name);
}

function iterationOf(ctx: BodyContext, iterable: BoundExpression, variable: ApexType | null): Iteration | null {
  const { type } = iterable;
  const [first] = type.args;
  if (iterable.kind === 'soql' && iterable.result === 'list') {
    return variable?.kind === 'list'
      ? { source: 'soql-chunks', element: type }
      : { source: 'soql-rows', element: first ?? OBJECT };
  }
  if (type.kind === 'list') return { source: 'list', element: first ?? OBJECT };
  if (type.kind === 'set') return { source: 'set', element: first ?? OBJECT };
  const base = [type, ...allSupertypes(ctx.world, type)].find((candidate) =>
    candidate.key.startsWith('system.iterable')
  );
  return base ? { source: 'iterable', element: base.args[0] ?? OBJECT } : null;
}
