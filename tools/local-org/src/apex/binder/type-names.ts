/** What a type reference means: types of the org first, then the platform's, then objects. */
import { languageType, missingType, OBJECT, SOBJECT, sobjectType } from '../../values/type.js';
import type { ApexType } from '../../values/type.js';
import { withArguments } from '../../stdlib/registry-impl/substitute.js';
import type { TypeReference } from '../ast/nodes.js';
import type { Problems } from '../diagnostics.js';
import type { TypeSymbol } from './symbols.js';
import { isTypeVisible } from './visibility.js';
import { classChain, firstIncomplete, topLevelKey, type World } from './world.js';

/** Names that a query over several rows and an aggregate query bring, though the schema holds no such object. */
const AGGREGATE_RESULT = 'aggregateresult';

/**
 * A user type by simple name as code in `scope` sees it: inner types of the class and its superclasses, then those of the
 * outer class, then top-level types.
 */
export function userTypeNamed(world: World, scope: TypeSymbol | null, name: string): TypeSymbol | null {
  const key = name.toLowerCase();
  if (scope) {
    const outer = scope.outer ? world.symbols.get(scope.outer.toLowerCase()) : null;
    for (const start of outer ? [scope, outer] : [scope]) {
      for (const type of classChain(world, start)) {
        const inner = type.inner.get(key);
        if (inner) return inner;
        // An inner type of a superclass's outer type is in reach when the superclass is itself an inner type.
      }
    }
  }
  const found = world.symbols.get(key);
  return found && found.outer === null ? found : null;
}

/** A type by its dotted name without arguments; null when there is none. */
export function typeNamed(world: World, scope: TypeSymbol | null, parts: readonly string[]): ApexType | null {
  const [first = '', second] = parts;
  const user = userTypeNamed(world, scope, first);
  if (user && parts.length === 1) return user.type;
  if (user && parts.length === 2 && second !== undefined) {
    for (const type of classChain(world, user)) {
      const inner = type.inner.get(second.toLowerCase());
      if (inner) return inner.type;
    }
  }
  if (parts.length === 1) return simpleName(world, first);
  return qualifiedName(world, parts);
}

function simpleName(world: World, name: string): ApexType | null {
  const own = languageType(name.toLowerCase());
  if (own) return own;
  const system = world.platform.type(`System.${name}`);
  if (system) return system.type;
  return objectNamed(world, name) ?? world.platform.type(`Schema.${name}`)?.type ?? null;
}

export function objectNamed(world: World, name: string): ApexType | null {
  if (name.toLowerCase() === AGGREGATE_RESULT) return sobjectType('AggregateResult');
  const object = world.schema.object(name);
  return object ? sobjectType(object.name) : null;
}

function qualifiedName(world: World, parts: readonly string[]): ApexType | null {
  const [first = '', ...rest] = parts;
  const namespace = first.toLowerCase();
  const full = parts.join('.');
  // An inner type of a System class needs no namespace: `QueueableDuplicateSignature.Builder`.
  const found =
    world.platform.type(full) ?? world.platform.type(`System.${full}`) ?? world.platform.type(`Schema.${full}`);
  if (found) return found.type;
  if (rest.length !== 1) return null;
  const [name = ''] = rest;
  if (namespace === 'schema') return objectNamed(world, name) ?? (name.toLowerCase() === 'sobject' ? SOBJECT : null);
  if (namespace === 'system') return simpleName(world, name);
  return null;
}

/** Where a type reference stands, and who wants to know. */
export interface TypeScope {
  readonly world: World;
  readonly owner: TypeSymbol | null;
  readonly problems: Problems;
  /** Keys of what the unit depends on: `type:foo`, `object:account`, `label:x`. */
  readonly dependencies: Set<string>;
}

/** Notes that the unit depends on the type, arguments included. */
export function dependOn(scope: TypeScope, type: ApexType): void {
  if (type.kind === 'user') {
    const symbol = scope.world.symbols.of(type);
    scope.dependencies.add(`type:${(symbol?.outer ?? type.name).toLowerCase()}`);
  } else if (type.kind === 'sobject' && type !== SOBJECT) {
    scope.dependencies.add(`object:${type.key}`);
  }
  for (const arg of type.args) dependOn(scope, arg);
}

/**
 * Whether a simple name may be an inner type of a superclass that is not known. Within one unit that has been reported; of
 * another unit's class it is reported here.
 */
function mayBeInherited(scope: TypeScope, reference: TypeReference): boolean {
  const { world, owner } = scope;
  if (!owner || reference.name.length > 1) return false;
  const outer = owner.outer ? world.symbols.get(owner.outer.toLowerCase()) : null;
  const faulty = firstIncomplete(world, owner.type) ?? (outer ? firstIncomplete(world, outer.type) : null);
  if (!faulty) return false;
  if (topLevelKey(faulty) !== topLevelKey(owner)) {
    scope.problems.report(reference.pos, 'dependent-invalid', faulty.outer ?? faulty.name);
  }
  return true;
}

/** The type, or null after reporting why there is none. */
export function resolveType(scope: TypeScope, reference: TypeReference): ApexType | null {
  const name = reference.name.join('.');
  const args = reference.args.map((arg) => resolveType(scope, arg));
  const base = typeNamed(scope.world, scope.owner, reference.name);
  if (!base) {
    if (mayBeInherited(scope, reference)) return null;
    if (scope.world.platform.knownElsewhere(name)) {
      scope.problems.report(reference.pos, 'not-supported', name);
      return scope.problems.defers ? missingType(name) : null;
    }
    scope.problems.report(reference.pos, 'type-unknown', displayOf(reference));
    return null;
  }
  if (args.includes(null)) return null;
  const type = applyArguments(scope, base, args as ApexType[], reference);
  if (!type) return null;
  if (!isTypeVisible(scope.world, scope.owner, type)) {
    scope.problems.report(reference.pos, 'type-not-visible', type.name);
  }
  dependOn(scope, type);
  return type;
}

function applyArguments(
  scope: TypeScope,
  base: ApexType,
  args: readonly ApexType[],
  reference: TypeReference
): ApexType | null {
  const expected =
    base.kind === 'platform' ? (scope.world.platform.of(base)?.parameters.length ?? 0) : base.args.length;
  if (expected === 0) {
    if (args.length === 0) return base;
    scope.problems.report(reference.pos, 'type-not-generic', base.name);
    return null;
  }
  if (args.length === 0) {
    // The platform takes `Iterator` without arguments as an iterator over Object.
    if (base.kind === 'platform')
      return withArguments(
        base,
        Array.from({ length: expected }, () => OBJECT)
      );
    scope.problems.report(reference.pos, 'type-generic', reference.name.join('.'));
    return null;
  }
  if (args.length !== expected) {
    scope.problems.report(reference.pos, 'type-arguments', base.name, String(expected), String(args.length));
    return null;
  }
  return withArguments(base, args);
}

const displayOf = (reference: TypeReference): string =>
  reference.name.join('.') + (reference.args.length > 0 ? `<${reference.args.map(displayOf).join(',')}>` : '');
