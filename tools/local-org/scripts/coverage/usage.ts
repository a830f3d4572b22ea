import type { PlatformRegistry, PlatformTypeInfo } from '../../src/stdlib/registry.js';
import usage from '../data/platform-usage.json' with { type: 'json' };

/** Members that the compiler knows, not the library. */
const LANGUAGE =
  /^(?:SObject#<field>|SObjectType\.field token.*|Schema\.<Name>.*|Schema\.SObjectType\.<Name>|Trigger\..*)$/;

type Support = 'supported' | 'missing' | 'language';

/** `Map#get()`, `new List`, `LoggingLevel.ERROR`, `Database.DMLOptions#optAllOrNone`. */
function supportOf(registry: PlatformRegistry, member: string): Support {
  if (LANGUAGE.test(member)) return 'language';
  const constructor = /^new (\S+)$/.exec(member);
  if (constructor) return (registry.type(constructor[1]!)?.constructors.length ?? 0) > 0 ? 'supported' : 'missing';
  const parts = /^(.*)[#.](\w+)(?:\(\))?$/.exec(member);
  const type = parts && typeOf(registry, parts[1]!);
  return type && hasMember(registry, type, parts[2]!) ? 'supported' : 'missing';
}

/** A static call of `Database.query()` names the class of System, not the namespace. */
const typeOf = (registry: PlatformRegistry, name: string): PlatformTypeInfo | null =>
  registry.type(name) ?? registry.type(`System.${name}`);

export function hasMember(registry: PlatformRegistry, type: PlatformTypeInfo, name: string): boolean {
  const wanted = name.toLowerCase();
  if (type.members.has(wanted) || type.enumValues.some((value) => value.toLowerCase() === wanted)) return true;
  if (type.kind === 'enum' && registry.type('System.Enum')?.members.has(wanted)) return true;
  const parent = type.superclass && registry.of(type.superclass);
  return parent ? hasMember(registry, parent, name) : false;
}

/** What of the members that public code uses most is there. */
export interface UsageCoverage {
  readonly members: number;
  readonly missing: readonly { readonly member: string; readonly weight: number }[];
  /** Weight of the members that are there, out of all: 0 to 1. */
  readonly covered: number;
}

/** @param registry the library of the local org. */
export function usageCoverage(registry: PlatformRegistry): UsageCoverage {
  const weightOf = (rows: readonly { weight: number }[]): number => rows.reduce((sum, { weight }) => sum + weight, 0);
  const missing = usage.filter(({ member }) => supportOf(registry, member) === 'missing');
  return { members: usage.length, missing, covered: 1 - weightOf(missing) / weightOf(usage) };
}
