import { analyzeQuery } from '../../soql/index.js';
import type { OrgSchema } from '../../schema/definitions.js';
import type { PlatformRegistry } from '../../stdlib/registry.js';
import { declareMembers } from '../binder/declare-members.js';
import { declareTypes, unitTypeName } from '../binder/declare-types.js';
import { checkInheritance } from '../binder/inheritance.js';
import type { SymbolTable } from '../binder/symbols.js';
import type { DeclaredUnit, SourceUnit } from '../binder/units.js';
import type { SoqlAnalyzer, World } from '../binder/world.js';
import type { BoundUnit } from '../bound/nodes.js';
import type { Problem } from '../diagnostics.js';
import { bindUnit } from './bound-units.js';

export interface CheckEnvironment {
  readonly schema: OrgSchema;
  readonly platform: PlatformRegistry;
  /** Types of the org that are not among the units; a unit that declares one of them again replaces it. */
  readonly existing: SymbolTable;
  /** Declared names of custom labels. */
  readonly labels: Iterable<string>;
  /** Names of Visualforce pages. */
  readonly pages?: Iterable<string>;
  /** What the local org has not fails no unit: the statement that needs it throws when it is reached. */
  readonly defersMissing?: boolean;
  /** Left out: the local org's own. */
  readonly analyzeSoql?: SoqlAnalyzer;
}

export interface CheckResult {
  /** The units without problems, in the order they were given. */
  readonly bound: readonly BoundUnit[];
  /** By unit in the order they were given, then by place. */
  readonly problems: readonly Problem[];
  /** What units need that the local org has not, when that was deferred. */
  readonly deferred: readonly Problem[];
  /** `existing` with what the units declare: the `existing` of the next check. */
  readonly symbols: SymbolTable;
}

/**
 * Type-checks units together: declares their types, then their members, then binds bodies. A unit with a problem yields all
 * of its problems and no bound unit; the others are bound as if it had none.
 */
export function checkUnits(units: readonly SourceUnit[], environment: CheckEnvironment): CheckResult {
  const { declared, world, symbols } = declareAll(units, environment);
  const results = declared.map((unit) => ({ unit, bound: guarded(unit, world) }));
  return {
    bound: results.flatMap(({ unit, bound }) => (bound && unit.problems.isEmpty ? [bound] : [])),
    problems: results.flatMap(({ unit }) => unit.problems.list()),
    deferred: results.flatMap(({ unit }) => unit.problems.deferred()),
    symbols
  };
}

/**
 * Types and members of units that are known to be right, without looking into bodies: the `existing` of further checks
 * (an anonymous block against the org's classes).
 */
export const declareUnits = (units: readonly SourceUnit[], environment: CheckEnvironment): SymbolTable =>
  declareAll(units, environment).symbols;

function declareAll(
  units: readonly SourceUnit[],
  environment: CheckEnvironment
): { readonly declared: readonly DeclaredUnit[]; readonly world: World; readonly symbols: SymbolTable } {
  const symbols = environment.existing.without(units.map(unitTypeName));
  const declared = units.map((unit) => declareTypes(unit, symbols, environment.defersMissing ?? false));
  const world: World = {
    schema: environment.schema,
    platform: environment.platform,
    symbols,
    labels: byLowerCase(environment.labels),
    pages: byLowerCase(environment.pages ?? []),
    analyzeSoql: environment.analyzeSoql ?? analyzeQuery,
    methodCache: new Map()
  };
  const types = declared.flatMap((unit) => unit.types);
  declareMembers(types, world);
  for (const type of types) checkInheritance(type, world);
  return { declared, world, symbols };
}

const byLowerCase = (names: Iterable<string>): ReadonlyMap<string, string> =>
  new Map([...names].map((name) => [name.toLowerCase(), name]));

/**
 * Code nested too deeply for this thread's stack is the code's problem. Everything else that is thrown is a bug of the
 * local org, and names the file.
 */
function guarded(unit: DeclaredUnit, world: World): BoundUnit | null {
  try {
    return bindUnit(unit, world);
  } catch (error) {
    if (error instanceof RangeError) {
      unit.problems.report({ line: 1, column: 1, offset: 0 }, 'expression-too-long');
      return null;
    }
    throw new Error(`the Apex checker failed on ${unit.source.fileName}: ${(error as Error).message}`, {
      cause: error
    });
  }
}
