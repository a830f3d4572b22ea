/** Applies conversions to bound expressions. */
import { DECIMAL, DOUBLE, LONG, NULL, OBJECT, STRING, type ApexType } from '../../values/type.js';
import type { Position } from '../ast/nodes.js';
import type { BoundExpression, Conversion } from '../bound/nodes.js';
import type { BodyContext } from './context.js';
import { isUnknown } from './context.js';
import { implicitConversion, type ConversionPath } from './conversions.js';

const STEP_TYPES: Partial<Record<Conversion, ApexType>> = {
  'integer-to-long': LONG,
  'integer-to-double': DOUBLE,
  'integer-to-decimal': DECIMAL
};

/**
 * The expression as a value of the target type; null when it cannot be. A query whose context wants one record becomes a
 * query for one, and so do the branches of conditionals.
 */
export function tryConvert(ctx: BodyContext, value: BoundExpression, to: ApexType): BoundExpression | null {
  const found = implicitConversion(ctx.world, sourceType(value), to);
  if (found) return applySteps(value, to, found);
  if (isRowContext(to)) {
    const single = asSingleRow(value, to, false);
    if (single) return single;
  }
  if (value.kind === 'ternary') {
    const then = tryConvert(ctx, value.then, to);
    const otherwise = tryConvert(ctx, value.otherwise, to);
    return then && otherwise ? { ...value, then, otherwise, type: to } : null;
  }
  if (value.kind === 'logical' && value.operator === '??') {
    const left = (isRowContext(to) ? asSingleRow(value.left, to, true) : null) ?? tryConvert(ctx, value.left, to);
    const right = tryConvert(ctx, value.right, to);
    return left && right ? { ...value, left, right, type: to } : null;
  }
  return null;
}

/** A null that was given a type already (in a conditional) still fits everywhere. */
const sourceType = (value: BoundExpression): ApexType =>
  value.kind === 'literal' && value.value === null && !isUnknown(value.type) ? NULL : value.type;

/** Converts or reports; on a problem the expression comes back with the wanted type, so that nothing else is reported. */
export function convert(
  ctx: BodyContext,
  value: BoundExpression,
  to: ApexType,
  pos: Position,
  report: (from: string, to: string) => void = (from, target) =>
    ctx.problems.report(pos, 'assignment-type', from, target)
): BoundExpression {
  const converted = tryConvert(ctx, value, to);
  if (converted) return converted;
  report(value.type.name, to.name);
  return { kind: 'convert', conversion: 'none', operand: value, type: to, pos: value.pos };
}

/** Cost of passing the expression where the target type is expected; null when it does not fit. */
export function conversionCost(ctx: BodyContext, value: BoundExpression, to: ApexType): number | null {
  const found = implicitConversion(ctx.world, value.type, to);
  if (found) return found.cost;
  return tryConvert(ctx, value, to) ? 50 : null;
}

function applySteps(value: BoundExpression, to: ApexType, { steps }: ConversionPath): BoundExpression {
  if (value.type === to || isUnknown(value.type)) return value;
  if (steps.length === 0) {
    // null and supertypes: the same value under another static type.
    return value.kind === 'literal' && value.value === null
      ? { ...value, type: to }
      : { kind: 'convert', conversion: 'none', operand: value, type: to, pos: value.pos };
  }
  return steps.reduce<BoundExpression>(
    (operand, conversion, index) => ({
      kind: 'convert',
      conversion,
      operand,
      type: index === steps.length - 1 ? to : (STEP_TYPES[conversion] ?? to),
      pos: value.pos
    }),
    value
  );
}

/** Types for which a query means its single row. */
const isRowContext = (type: ApexType): boolean => type.kind === 'sobject';

/** The one row of a query; null when the expression is no query or its rows have another type. */
export function asSingleRow(value: BoundExpression, to: ApexType | null, orNull: boolean): BoundExpression | null {
  const [row] = value.type.args;
  if (!row) return null;
  const type = to ?? row;
  if (value.kind === 'soql' && value.result === 'list') {
    if (to && row !== to && to.key !== 'sobject') return null;
    return { ...value, result: orNull ? 'single-or-null' : 'single', type };
  }
  if (isDynamicQuery(value)) return { kind: 'single-row', list: value, orNull, type, pos: value.pos };
  return null;
}

const isDynamicQuery = (value: BoundExpression): boolean =>
  value.kind === 'platform-call' &&
  value.member.owner.type.key === 'system.database' &&
  (value.member.name === 'query' || value.member.name === 'queryWithBinds');

/** The expression as text in a concatenation. */
export const asText = (value: BoundExpression): BoundExpression =>
  value.type === STRING || isUnknown(value.type)
    ? value
    : { kind: 'convert', conversion: 'to-string', operand: value, type: STRING, pos: value.pos };

/** The expression as Object, boxed where the representation asks for it. */
export const asObject = (value: BoundExpression): BoundExpression =>
  value.type === OBJECT
    ? value
    : {
        kind: 'convert',
        conversion: value.type === DOUBLE ? 'double-to-object' : 'none',
        operand: value,
        type: OBJECT,
        pos: value.pos
      };
