/** Choice between overloads. Source: Apex Developer Guide, "Method Overloading" and the conversions of conversions.ts. */
import type { ApexType } from '../../values/type.js';
import type { BoundExpression } from '../bound/nodes.js';
import { isUnknown, type BodyContext } from './context.js';
import { convert, conversionCost } from './convert.js';
import { implicitConversion } from './conversions.js';

interface Overload {
  readonly parameters: readonly ApexType[];
}

export type Choice<T> =
  | { readonly kind: 'one'; readonly overload: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'ambiguous'; readonly overload: T };

export function chooseOverload<T extends Overload>(
  ctx: BodyContext,
  overloads: readonly T[],
  args: readonly BoundExpression[]
): Choice<T> {
  const known = overloads.filter((overload) => !overload.parameters.some(isUnknown));
  if (known.length < overloads.length) {
    // A parameter whose type could not be resolved would take anything: such overloads come last.
    const choice = known.length > 0 ? chooseOverload(ctx, known, args) : null;
    if (choice && choice.kind !== 'none') return choice;
  }
  const fitting = overloads
    .map((overload) => ({ overload, costs: costsOf(ctx, overload, args) }))
    .filter((candidate): candidate is { overload: T; costs: number[] } => candidate.costs !== null);
  const [first] = fitting;
  if (!first) return { kind: 'none' };
  if (fitting.length === 1) return { kind: 'one', overload: first.overload };
  const best = fitting.filter((candidate) =>
    fitting.every((other) => other === candidate || isBetter(ctx, candidate, other))
  );
  if (best[0]) return { kind: 'one', overload: best[0].overload };
  const total = (costs: readonly number[]): number => costs.reduce((sum, cost) => sum + cost, 0);
  const sorted = [...fitting].sort((a, b) => total(a.costs) - total(b.costs));
  const [cheapest, second] = sorted;
  if (!cheapest) return { kind: 'none' };
  const isTie = second !== undefined && total(second.costs) === total(cheapest.costs);
  return { kind: isTie ? 'ambiguous' : 'one', overload: cheapest.overload };
}

function costsOf(ctx: BodyContext, overload: Overload, args: readonly BoundExpression[]): number[] | null {
  if (overload.parameters.length !== args.length) return null;
  const costs: number[] = [];
  for (const [index, arg] of args.entries()) {
    const parameter = overload.parameters[index];
    const cost = parameter ? conversionCost(ctx, arg, parameter) : null;
    if (cost === null) return null;
    costs.push(cost);
  }
  return costs;
}

/** No argument fits worse, and one fits better or has the narrower parameter. */
function isBetter(
  ctx: BodyContext,
  left: { readonly overload: Overload; readonly costs: readonly number[] },
  right: { readonly overload: Overload; readonly costs: readonly number[] }
): boolean {
  let better = false;
  for (const [index, cost] of left.costs.entries()) {
    const other = right.costs[index] ?? 0;
    if (cost > other) return false;
    if (cost < other) better = true;
    else if (isNarrower(ctx, left.overload.parameters[index], right.overload.parameters[index])) better = true;
  }
  return better;
}

function isNarrower(ctx: BodyContext, left: ApexType | undefined, right: ApexType | undefined): boolean {
  if (!left || !right || left === right) return false;
  return implicitConversion(ctx.world, left, right) !== null && implicitConversion(ctx.world, right, left) === null;
}

/** The arguments as the chosen overload wants them. */
export const convertArguments = (
  ctx: BodyContext,
  args: readonly BoundExpression[],
  parameters: readonly ApexType[]
): readonly BoundExpression[] =>
  args.map((arg, index) => {
    const parameter = parameters[index];
    return parameter ? convert(ctx, arg, parameter, arg.pos) : arg;
  });
