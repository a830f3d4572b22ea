/** `(T) x` and `x instanceof T`. */
import { BOOLEAN, ID, NULL, OBJECT, STRING, VOID, type ApexType } from '../../../values/type.js';
import type { CastExpression, InstanceOfExpression } from '../../ast/nodes.js';
import { supertypeDistance } from '../../binder/relations.js';
import { resolveType } from '../../binder/type-names.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { isUnknown, unknown, type BodyContext } from '../context.js';
import { tryConvert } from '../convert.js';
import { castPossible, isNumeric, numberConversion } from '../conversions.js';
import { bindExpression } from './expression.js';

export function bindCast(ctx: BodyContext, node: CastExpression): BoundExpression {
  const type = resolveType(ctx.typeScope, node.type);
  const operand = bindExpression(ctx, node.operand);
  if (!type || isUnknown(operand.type)) return type ? { ...unknown(node.pos), type } : unknown(node.pos);
  if (type === VOID) {
    ctx.problems.report(node.pos, 'cast-type', type.name);
    return unknown(node.pos);
  }
  // Lists may hold elements of another runtime type: only the run time can tell.
  const implicit =
    operand.type.kind === 'list' && type !== operand.type && type !== OBJECT ? null : tryConvert(ctx, operand, type);
  if (implicit) return implicit;
  if (!castPossible(ctx.world, operand.type, type)) {
    const converted = tryConvert(ctx, operand, type);
    if (converted) return converted;
    ctx.problems.report(node.pos, 'cast-impossible', operand.type.name, type.name);
    return { kind: 'cast', operand, type, pos: node.pos };
  }
  if (isNumeric(operand.type) && isNumeric(type)) {
    return { kind: 'convert', conversion: numberConversion(operand.type, type), operand, type, pos: node.pos };
  }
  return { kind: 'cast', operand, type, pos: node.pos };
}

/** Values of the type are instances of the tested one whenever they are not null. */
const isAlways = (ctx: BodyContext, type: ApexType, test: ApexType): boolean =>
  type.args.length === 0 && test !== OBJECT && supertypeDistance(ctx.world, type, test) !== null;

export function bindInstanceOf(ctx: BodyContext, node: InstanceOfExpression): BoundExpression {
  const operand = bindExpression(ctx, node.operand);
  const test = resolveType(ctx.typeScope, node.type);
  if (!test || isUnknown(operand.type)) return { ...unknown(node.pos), type: BOOLEAN };
  // `text instanceof Id` asks whether the text is an id, so it is never known before.
  const isIdTest = operand.type === STRING && test === ID;
  if (test === VOID) ctx.problems.report(node.pos, 'instanceof-type', test.name);
  else if (!isIdTest && operand.type !== NULL && !castPossible(ctx.world, operand.type, test)) {
    ctx.problems.report(node.pos, 'instanceof-never', operand.type.name, test.name);
  } else if (isAlways(ctx, operand.type, test)) {
    ctx.problems.report(node.pos, 'instanceof-always', operand.type.name, test.name);
  }
  return { kind: 'instanceof', operand, test, type: BOOLEAN, pos: node.pos };
}
