/** Who may use a member. Source: Apex Developer Guide, "Access Modifiers" and "@TestVisible". */
import { isSubtype } from './relations.js';
import type { Access, TypeSymbol } from './symbols.js';
import { topLevelKey, type World } from './world.js';
import type { ApexType } from '../../values/type.js';

interface Member {
  readonly owner: ApexType;
  readonly access: Access;
  readonly isTestVisible: boolean;
}

/** Whether code in `from` may use the member: private ones within the same top-level class, protected ones in subclasses too. */
export function isVisible(world: World, from: TypeSymbol, member: Member): boolean {
  if (member.access === 'public' || member.access === 'global') return true;
  const owner = world.symbols.of(member.owner);
  if (!owner || topLevelKey(owner) === topLevelKey(from)) return true;
  if (member.isTestVisible && from.isTest) return true;
  return member.access === 'protected' && inheritsFrom(world, from, member.owner);
}

/** A class, or the class that it is inside of, extends the type. */
function inheritsFrom(world: World, from: TypeSymbol, type: ApexType): boolean {
  if (isSubtype(world, from.type, type)) return true;
  const outer = from.outer ? world.symbols.get(from.outer.toLowerCase()) : null;
  return outer !== null && isSubtype(world, outer.type, type);
}

/** Whether code in `from` may name the type. */
export function isTypeVisible(world: World, from: TypeSymbol | null, type: ApexType): boolean {
  const symbol = world.symbols.of(type);
  if (!symbol || !from || symbol.outer === null) return true;
  return isVisible(world, from, { ...symbol, owner: symbol.type });
}
