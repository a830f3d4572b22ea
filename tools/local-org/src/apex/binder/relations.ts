/** Subtypes and supertypes of Apex types. */
import { platformType, OBJECT, SOBJECT } from '../../values/type.js';
import type { ApexType } from '../../values/type.js';
import { bareKey, substitute } from '../../stdlib/registry-impl/substitute.js';
import type { World } from './world.js';

const EXCEPTION_KEY = 'system.exception';

/** Direct supertypes, type arguments filled in. Object is left out. */
export function directSupertypes(world: World, type: ApexType): readonly ApexType[] {
  switch (type.kind) {
    case 'user': {
      const symbol = world.symbols.of(type);
      if (!symbol) return [];
      return symbol.superclass ? [symbol.superclass, ...symbol.interfaces] : symbol.interfaces;
    }
    case 'platform': {
      const info = world.platform.of(type);
      if (!info) return [];
      const supers = info.superclass ? [info.superclass, ...info.interfaces] : info.interfaces;
      return supers.map((base) => substitute(base, info.parameters, type.args));
    }
    case 'list':
    case 'set':
      return [platformType('System', 'Iterable', type.args)];
    case 'sobject':
      return type === SOBJECT ? [] : [SOBJECT];
    default:
      return [];
  }
}

/** All supertypes, nearest first, each once. */
export function allSupertypes(world: World, type: ApexType): readonly ApexType[] {
  const found: ApexType[] = [];
  let level: readonly ApexType[] = directSupertypes(world, type);
  while (level.length > 0) {
    const fresh = level.filter((base) => !found.includes(base) && base !== type);
    found.push(...new Set(fresh));
    level = fresh.flatMap((base) => directSupertypes(world, base));
  }
  return found;
}

/**
 * Steps up from `from` to `to`: 0 for the same type, null when `to` is no supertype. Arguments of generic platform
 * interfaces may widen: an Iterable<String> is an Iterable<Object>.
 */
export function supertypeDistance(world: World, from: ApexType, to: ApexType): number | null {
  if (from === to) return 0;
  if (to === OBJECT) return from.kind === 'void' ? null : 100;
  const seen = new Set<ApexType>([from]);
  let level: readonly ApexType[] = [from];
  for (let distance = 0; level.length > 0; distance++) {
    if (level.some((type) => matches(world, type, to))) return distance;
    const next = level.flatMap((type) => directSupertypes(world, type)).filter((type) => !seen.has(type));
    for (const type of next) seen.add(type);
    level = next;
  }
  return null;
}

function matches(world: World, type: ApexType, target: ApexType): boolean {
  if (type === target) return true;
  if (type.kind !== 'platform' || target.kind !== 'platform' || bareKey(type) !== bareKey(target)) return false;
  // A raw `Iterator` stands for any.
  if (type.args.length === 0 || target.args.length === 0) return true;
  return target.args.every((arg, index) => {
    const own = type.args[index];
    return own !== undefined && (arg === OBJECT || isSubtype(world, own, arg) || isSubtype(world, arg, own));
  });
}

export const isSubtype = (world: World, from: ApexType, to: ApexType): boolean =>
  supertypeDistance(world, from, to) !== null;

export function isExceptionType(world: World, type: ApexType): boolean {
  if (type.key === EXCEPTION_KEY) return true;
  return allSupertypes(world, type).some((base) => base.key === EXCEPTION_KEY);
}

export function isInterface(world: World, type: ApexType): boolean {
  if (type.kind === 'user') return world.symbols.of(type)?.kind === 'interface';
  return type.kind === 'platform' && world.platform.of(type)?.kind === 'interface';
}

export function isEnum(world: World, type: ApexType): boolean {
  if (type.kind === 'user') return world.symbols.of(type)?.kind === 'enum';
  return type.kind === 'platform' && world.platform.of(type)?.kind === 'enum';
}

export function enumValues(world: World, type: ApexType): readonly string[] {
  return (type.kind === 'user' ? world.symbols.of(type)?.enumValues : world.platform.of(type)?.enumValues) ?? [];
}
