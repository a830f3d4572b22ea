/**
 * Uses of what does not compile elsewhere. The class at fault has its own problem; a unit that needs the faulty part cannot
 * be bound either, and says so, as a deployment does for invalid dependents.
 */
import type { Position } from '../ast/nodes.js';
import { firstIncomplete, topLevelKey } from '../binder/world.js';
import type { ApexType } from '../../values/type.js';
import { UNKNOWN, type BodyContext } from './context.js';

/** Reports when one of the types of a member of `owner` could not be resolved where it is declared. */
export function checkMemberTypes(ctx: BodyContext, owner: ApexType, types: readonly ApexType[], pos: Position): void {
  if (types.includes(UNKNOWN)) reportInvalid(ctx, owner, pos);
}

/**
 * Whether a member that was not found may belong to a supertype that is not known. Reports the class at fault when it is
 * another unit's; within the unit it has been reported already.
 */
export function mayBeInherited(ctx: BodyContext, type: ApexType, pos: Position): boolean {
  const faulty = firstIncomplete(ctx.world, type);
  if (!faulty) return false;
  reportInvalid(ctx, faulty.type, pos);
  return true;
}

function reportInvalid(ctx: BodyContext, owner: ApexType, pos: Position): void {
  const symbol = ctx.world.symbols.of(owner);
  if (symbol && topLevelKey(symbol) !== topLevelKey(ctx.owner)) {
    ctx.problems.report(pos, 'dependent-invalid', symbol.outer ?? symbol.name);
  }
}
