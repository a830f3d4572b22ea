/** Look-up of members by name along superclasses and interfaces, for types of the org and of the platform alike. */
import { OBJECT } from '../../values/type.js';
import type { ApexType } from '../../values/type.js';
import { substitute } from '../../stdlib/registry-impl/substitute.js';
import type { PlatformMember, PlatformTypeInfo } from '../../stdlib/registry.js';
import { directSupertypes, isEnum } from './relations.js';
import { sameTypes } from './declare-members.js';
import type { Access, ConstructorSymbol, FieldSymbol, MethodSymbol, TypeSymbol } from './symbols.js';
import { classChain, objectOf, type World } from './world.js';

/** A method that a call may mean, type arguments filled in. Exactly one of `symbol` and `member` is set. */
export interface MethodCandidate {
  readonly owner: ApexType;
  readonly name: string;
  readonly parameters: readonly ApexType[];
  readonly returnType: ApexType;
  readonly isStatic: boolean;
  readonly isAbstract: boolean;
  readonly access: Access;
  readonly symbol: MethodSymbol | null;
  readonly member: PlatformMember | null;
}

export interface PropertyCandidate {
  readonly owner: ApexType;
  readonly member: PlatformMember;
  readonly type: ApexType;
}

export function fieldNamed(world: World, symbol: TypeSymbol, name: string): FieldSymbol | null {
  const key = name.toLowerCase();
  for (const type of classChain(world, symbol)) {
    const found = type.fields.get(key);
    if (found) return found;
  }
  return null;
}

const ofSymbol = (symbol: MethodSymbol): MethodCandidate => ({ ...symbol, symbol, member: null });

function ofMember(member: PlatformMember, args: readonly ApexType[]): MethodCandidate {
  const { parameters } = member.owner;
  return {
    owner: substitute(member.owner.type, parameters, args),
    name: member.name,
    parameters: member.parameters.map((type) => substitute(type, parameters, args)),
    returnType: substitute(member.returnType, parameters, args),
    isStatic: member.isStatic,
    isAbstract: member.isAbstract,
    access: 'global',
    symbol: null,
    member
  };
}

/** All types whose members a value of this type has, the type itself first; Object last. */
export function* memberSources(world: World, type: ApexType): Generator<ApexType> {
  const seen = new Set<ApexType>();
  // Classes before interfaces: a class's own method hides the interface method that it implements.
  const classes: ApexType[] = [type];
  const others: ApexType[] = [];
  for (let current = classes.shift(); current; current = classes.shift() ?? others.shift()) {
    if (seen.has(current)) continue;
    seen.add(current);
    yield current;
    const symbol = world.symbols.of(current);
    for (const base of directSupertypes(world, current)) (base === symbol?.superclass ? classes : others).push(base);
  }
  if (!seen.has(OBJECT)) yield OBJECT;
}

/** Methods of this name, those of subclasses first, each signature once. */
export function methodsNamed(world: World, type: ApexType, name: string): readonly MethodCandidate[] {
  const key = name.toLowerCase();
  let ofType = world.methodCache.get(type);
  if (!ofType) world.methodCache.set(type, (ofType = new Map()));
  let methods = ofType.get(key);
  if (!methods) ofType.set(key, (methods = findMethods(world, type, key)));
  return methods;
}

const OBJECT_METHODS = new Set(['equals(object)', 'hashcode()', 'tostring()']);

export const replacesObjectMethod = (method: MethodSymbol): boolean =>
  !method.isStatic &&
  OBJECT_METHODS.has(`${method.name.toLowerCase()}(${method.parameters.map((type) => type.key).join(',')})`);

function findMethods(world: World, type: ApexType, key: string): readonly MethodCandidate[] {
  const found: MethodCandidate[] = [];
  const add = (candidate: MethodCandidate): void => {
    if (!found.some((other) => sameTypes(other.parameters, candidate.parameters))) found.push(candidate);
  };
  const addPlatform = (info: PlatformTypeInfo | null, args: readonly ApexType[]): void => {
    for (const member of info?.members.get(key) ?? []) if (member.kind === 'method') add(ofMember(member, args));
  };
  for (const source of memberSources(world, type)) {
    if (source.kind === 'user') {
      const type = world.symbols.of(source);
      for (const symbol of type?.methods.get(key) ?? []) {
        // Every object has these: an interface that asks for them adds nothing.
        if (type?.kind !== 'interface' || !replacesObjectMethod(symbol)) add(ofSymbol(symbol));
      }
    } else {
      const object = objectOf(world, source);
      if (object) addPlatform(world.platform.ofObject(object), []);
      addPlatform(world.platform.of(source), source.args);
    }
    if (isEnum(world, source)) addPlatform(world.platform.type('System.Enum'), []);
  }
  return found;
}

/** A property of a platform type; null when there is none. */
export function propertyNamed(world: World, type: ApexType, name: string): PropertyCandidate | null {
  const key = name.toLowerCase();
  for (const source of memberSources(world, type)) {
    const info = world.platform.of(source);
    const member = info?.members.get(key)?.find((candidate) => candidate.kind === 'property');
    if (info && member) {
      return { owner: source, member, type: substitute(member.returnType, info.parameters, source.args) };
    }
  }
  return null;
}

export interface ConstructorCandidate {
  readonly parameters: readonly ApexType[];
  readonly symbol: ConstructorSymbol | null;
  readonly member: PlatformMember | null;
}

/** Constructors of a platform type with its type arguments filled in. */
export function platformConstructors(world: World, type: ApexType): readonly ConstructorCandidate[] {
  const info = world.platform.of(type);
  return (info?.constructors ?? []).map((member) => ({
    parameters: member.parameters.map((parameter) => substitute(parameter, member.owner.parameters, type.args)),
    symbol: null,
    member
  }));
}
