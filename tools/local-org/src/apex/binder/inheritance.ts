/** Third pass: overrides and interface implementations, once all signatures are known. */
import type { ApexType } from '../../values/type.js';
import { OBJECT, SOBJECT } from '../../values/type.js';
import type { MethodDeclaration } from '../ast/nodes.js';
import { sameTypes } from './declare-members.js';
import { methodsNamed, replacesObjectMethod, type MethodCandidate } from './members.js';
import { allSupertypes, isInterface, isSubtype } from './relations.js';
import { parameterText, qualifiedSignature } from './signatures.js';
import { platformSlot, qualifiedPlatformSlot } from './slots.js';
import type { Access, MethodSymbol } from './symbols.js';
import { isUnknown } from './unknown.js';
import type { DeclaredType } from './units.js';
import { classChain, firstIncomplete, type World } from './world.js';

/** Within one namespace public and global are equally wide. */
const RANK: Readonly<Record<Access, number>> = { private: 0, protected: 1, public: 2, global: 2 };

export function checkInheritance(declared: DeclaredType, world: World): void {
  const { symbol, syntax, unit } = declared;
  if (syntax?.kind !== 'class') return;
  if (symbol.isException !== /exception$/i.test(symbol.name) && !symbol.isIncomplete) {
    // A class may end in Exception without being one only when it extends nothing; the platform refuses that as well.
    unit.problems.report(syntax.pos, symbol.isException ? 'exception-name' : 'exception-super', symbol.name);
  }
  if (symbol.isException) {
    for (const [constructor, { parameters }] of declared.constructors) {
      if (parameters.length === 0)
        unit.problems.report(constructor.pos, 'exception-constructor', parameterText(parameters));
    }
  }
  for (const [method, methodSymbol] of declared.methods) checkOverride(declared, world, method, methodSymbol);
  if (!symbol.isAbstract) checkAbstractMethods(declared, world);
  checkInterfaces(declared, world);
}

/** What the method overrides in a superclass; null when nothing. */
export function overriddenBy(world: World, method: MethodSymbol): MethodCandidate | null {
  const symbol = world.symbols.of(method.owner);
  if (!symbol) return null;
  for (const type of classChain(world, symbol)) {
    if (type === symbol) continue;
    const base = type.methods
      .get(method.name.toLowerCase())
      ?.find((other) => sameTypes(other.parameters, method.parameters));
    if (base && !(base.access === 'private' && !base.isVirtual && !base.isOverride)) {
      return { ...base, symbol: base, member: null };
    }
  }
  const platformBase = [...classChain(world, symbol)].at(-1)?.superclass ?? null;
  return (
    methodsNamed(world, platformBase ?? OBJECT, method.name).find(
      (base) => !base.isStatic && base.member !== null && sameTypes(base.parameters, method.parameters)
    ) ?? null
  );
}

function checkOverride(declared: DeclaredType, world: World, syntax: MethodDeclaration, method: MethodSymbol): void {
  const { problems } = declared.unit;
  const base = overriddenBy(world, method);
  if (!base) {
    const isKnown = firstIncomplete(world, declared.symbol.type) === null;
    if (method.isOverride && isKnown && !implementsInterfaceMethod(world, method)) {
      problems.report(syntax.pos, 'override-nothing', qualifiedSignature(method));
    }
    return;
  }
  if (method.isStatic) {
    if (!base.isStatic && base.symbol) {
      problems.report(syntax.pos, 'override-static', qualifiedSignature(base), qualifiedSignature(method));
    }
    return;
  }
  // Object's and the platform's own methods may be replaced with or without the keyword.
  if (!base.symbol) return;
  if (base.isStatic) {
    problems.report(syntax.pos, 'override-static', qualifiedSignature(base), qualifiedSignature(method));
    return;
  }
  if (!base.symbol.isVirtual && !base.symbol.isOverride) {
    problems.report(syntax.pos, 'override-final', qualifiedSignature(method));
    return;
  }
  // Implementing an abstract method or replacing a private one needs no keyword (public code leaves it out).
  if (!method.isOverride && !base.isAbstract && base.access !== 'private')
    problems.report(syntax.pos, 'override-keyword', qualifiedSignature(method));
  if (!returnsFit(world, method.returnType, base.returnType)) {
    problems.report(
      syntax.pos,
      'override-return',
      qualifiedSignature(method),
      qualifiedSignature(base),
      declared.symbol.type.name
    );
  }
  if (RANK[method.access] < RANK[base.access]) {
    problems.report(syntax.pos, 'override-visibility', qualifiedSignature(method));
  }
}

/** An implementation may return a subtype of what it implements, also inside of collections. */
function returnsFit(world: World, own: ApexType, required: ApexType): boolean {
  if (own === required || isUnknown(own) || isUnknown(required)) return true;
  if (own.kind === required.kind && own.args.length > 0 && own.args.length === required.args.length) {
    return own.args.every((arg, index) => returnsFit(world, arg, required.args[index] ?? OBJECT));
  }
  return own.kind !== 'primitive' && own.kind !== 'void' && isSubtype(world, own, required);
}

const implementsInterfaceMethod = (world: World, method: MethodSymbol): boolean =>
  interfaceMethods(world, method.owner).some(
    (required) =>
      required.name.toLowerCase() === method.name.toLowerCase() && satisfies(method.parameters, required.parameters)
  );

function checkAbstractMethods(declared: DeclaredType, world: World): void {
  const { symbol, syntax, unit } = declared;
  if (!syntax) return;
  for (const type of classChain(world, symbol)) {
    for (const methods of type.methods.values()) {
      for (const method of methods) {
        if (!method.isAbstract) continue;
        const implementation = methodsNamed(world, symbol.type, method.name).find((other) =>
          sameTypes(other.parameters, method.parameters)
        );
        if (!implementation || implementation.isAbstract) {
          unit.problems.report(syntax.pos, 'abstract-method-missing', symbol.type.name, qualifiedSignature(method));
        }
      }
    }
  }
}

/** Methods of all interfaces of the type, inherited ones included. */
export function interfaceMethods(world: World, type: ApexType): readonly MethodCandidate[] {
  return allSupertypes(world, type)
    .filter((base) => isInterface(world, base))
    .flatMap((base) => {
      const names =
        base.kind === 'user'
          ? [...(world.symbols.of(base)?.methods.keys() ?? [])]
          : [...(world.platform.of(base)?.members.keys() ?? [])];
      return names.flatMap((name) =>
        methodsNamed(world, base, name).filter((method) => method.isAbstract && method.owner === base)
      );
    });
}

/** The method that implements an interface method for instances of the type; null when there is none. */
export function implementationOf(world: World, type: ApexType, required: MethodCandidate): MethodCandidate | null {
  const candidates = methodsNamed(world, type, required.name).filter((method) => method.owner !== required.owner);
  const exact = candidates.find((method) => sameTypes(method.parameters, required.parameters));
  return exact ?? candidates.find((method) => satisfies(method.parameters, required.parameters)) ?? null;
}

function checkInterfaces(declared: DeclaredType, world: World): void {
  const { symbol, syntax, unit } = declared;
  if (!syntax) return;
  for (const required of interfaceMethods(world, symbol.type)) {
    const method = implementationOf(world, symbol.type, required);
    const fits =
      method !== null && (required.member !== null || returnsFit(world, method.returnType, required.returnType));
    if (!method || (!fits && method.symbol !== null)) {
      if (!symbol.isAbstract) {
        unit.problems.report(syntax.pos, 'interface-method-missing', symbol.type.name, qualifiedSignature(required));
      }
    } else if (RANK[method.access] < RANK.public && method.owner === symbol.type) {
      unit.problems.report(syntax.pos, 'interface-method-hidden', symbol.type.name, qualifiedSignature(method));
    }
  }
}

/**
 * The parameters of an implementation against those of an interface: equal, or another list of sObjects where the
 * interface says `List<SObject>` (`Database.Batchable<SObject>` is implemented with `List<Account>`), or a collection of
 * Object where it says one of something narrower.
 */
function satisfies(own: readonly ApexType[], required: readonly ApexType[]): boolean {
  return (
    own.length === required.length &&
    own.every((type, index) => {
      const wanted = required[index];
      if (type === wanted || wanted === OBJECT) return type === wanted || wanted === OBJECT;
      if (takesMore(type, wanted)) return true;
      if (type.kind !== 'list' || wanted?.kind !== 'list') return false;
      const [element] = type.args;
      const [wantedElement] = wanted.args;
      return (
        wantedElement === OBJECT ||
        (wantedElement?.kind === 'sobject' && element?.kind === 'sobject') ||
        element === SOBJECT
      );
    })
  );
}

/** `Map<String, Object>` for `Map<String, Account>`: the implementation takes whatever the interface promises, and more. */
function takesMore(own: ApexType, wanted: ApexType | undefined): boolean {
  if (own.kind !== wanted?.kind || own.args.length === 0 || own.args.length !== wanted.args.length) return false;
  return own.args.every((arg, index) => arg === wanted.args[index] || arg === OBJECT);
}

export interface SlotBridge {
  /** Name under which the platform (or an interface) calls the method. */
  readonly alias: string;
  readonly method: MethodCandidate;
}

/** Other names by which instances of the class must answer to platform interfaces, inherited implementations included. */
export function slotBridges(world: World, type: ApexType): readonly SlotBridge[] {
  const bridges = new Map<string, SlotBridge>();
  const add = (alias: string, method: MethodCandidate): void => {
    if (method.symbol && (method.symbol.slot !== alias || method.isStatic) && !bridges.has(alias)) {
      bridges.set(alias, { alias, method });
    }
  };
  for (const required of interfaceMethods(world, type)) {
    const method = implementationOf(world, type, required);
    if (!method) continue;
    if (required.member) {
      add(qualifiedPlatformSlot(required.owner, required.name, required.parameters.length), method);
      add(platformSlot(required.name, required.parameters.length), method);
    } else if (required.symbol) {
      add(required.symbol.slot, method);
    }
  }
  // Methods that replace one of a platform superclass or of Object (`equals(Object)`) answer to its plain slot.
  const symbol = world.symbols.of(type);
  for (const methods of symbol?.methods.values() ?? []) {
    for (const method of methods) {
      const base = method.isStatic ? null : overriddenBy(world, method);
      if (base?.member || replacesObjectMethod(method)) {
        add(platformSlot(method.name, method.parameters.length), { ...method, symbol: method, member: null });
      }
    }
  }
  return [...bridges.values()];
}
