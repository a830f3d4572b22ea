import type { ObjectDefinition, OrgSchema } from '../../schema/definitions.js';
import type { PlatformRegistry, PlatformTypeInfo } from '../../stdlib/registry.js';
import type { ApexType } from '../../values/type.js';
import type { MethodCandidate } from './members.js';
import type { SymbolTable, TypeSymbol } from './symbols.js';

/** What a query text says about its result, from the owner of SOQL. */
export interface SoqlAnalysis {
  /** Object of the FROM clause in its declared spelling; null when the text could not be read. */
  readonly objectName: string | null;
  /** `SELECT COUNT() FROM …`: the result is an Integer. */
  readonly isCount: boolean;
  /** Rows are AggregateResults. */
  readonly isAggregate: boolean;
  /** Problems in the platform's words. */
  readonly problems: readonly { readonly message: string }[];
}

export type SoqlAnalyzer = (text: string, schema: OrgSchema) => SoqlAnalysis;

/** Everything that a name in a unit can mean, besides the unit itself. */
export interface World {
  readonly schema: OrgSchema;
  readonly platform: PlatformRegistry;
  readonly symbols: SymbolTable;
  /** Custom labels: lower-case name to declared name. */
  readonly labels: ReadonlyMap<string, string>;
  /** Visualforce pages: lower-case name to declared name. */
  readonly pages: ReadonlyMap<string, string>;
  readonly analyzeSoql: SoqlAnalyzer;
  /** Methods found before, by type and lower-case name. */
  readonly methodCache: Map<ApexType, Map<string, readonly MethodCandidate[]>>;
}

export function objectOf(world: World, type: ApexType): ObjectDefinition | null {
  return type.kind === 'sobject' && type.key !== 'sobject' ? world.schema.object(type.name) : null;
}

export const symbolOf = (world: World, type: ApexType): TypeSymbol | null => world.symbols.of(type);

export const platformOf = (world: World, type: ApexType): PlatformTypeInfo | null => world.platform.of(type);

/** The top-level type that holds the symbol: itself or its outer type. */
export const topLevelKey = (symbol: TypeSymbol): string => (symbol.outer ?? symbol.type.name).toLowerCase();

/** The type itself or the supertype of it whose own supertypes are not all known; null when everything is known. */
export function firstIncomplete(world: World, type: ApexType): TypeSymbol | null {
  const pending = [type];
  const seen = new Set<ApexType>();
  for (let current = pending.pop(); current; current = pending.pop()) {
    const symbol = world.symbols.of(current);
    if (!symbol || seen.has(current)) continue;
    seen.add(current);
    if (symbol.isIncomplete) return symbol;
    pending.push(...symbol.interfaces, ...(symbol.superclass ? [symbol.superclass] : []));
  }
  return null;
}

/** The class chain of the org's classes, the symbol first. Safe on cyclic declarations. */
export function* classChain(world: World, symbol: TypeSymbol): Generator<TypeSymbol> {
  const seen = new Set<TypeSymbol>();
  let current: TypeSymbol | null = symbol;
  while (current && !seen.has(current)) {
    seen.add(current);
    yield current;
    current = current.superclass ? world.symbols.of(current.superclass) : null;
  }
}
