/** Second pass: superclasses, interfaces, and the signatures of members. Superclasses first. */
import { VOID } from '../../values/type.js';
import type { ApexType } from '../../values/type.js';
import type {
  ConstructorDeclaration,
  FieldDeclaration,
  MethodDeclaration,
  Parameter,
  PropertyDeclaration,
  TypeReference
} from '../ast/nodes.js';
import { checkMethodAnnotations } from './annotation-rules.js';
import { accessOf, annotated, checkModifiers, has } from './modifiers.js';
import { isExceptionType } from './relations.js';
import { isReservedName } from './reserved.js';
import { constructorSlot, fieldName, methodSlot } from './slots.js';
import type { Access, AccessorSymbol, FieldSymbol } from './symbols.js';
import { isUnknown, UNKNOWN } from './unknown.js';
import { resolveType, type TypeScope } from './type-names.js';
import type { DeclaredType } from './units.js';
import { classChain, type World } from './world.js';

/** Declares the heads of all types, then their members. */
export function declareMembers(types: readonly DeclaredType[], world: World): void {
  // Inner types may name inner types of what their outer class inherits from: outer classes first.
  for (const declared of types) if (declared.symbol.outer === null) declareHead(declared, world);
  for (const declared of types) if (declared.symbol.outer !== null) declareHead(declared, world);
  const bySymbol = new Map(types.map((declared) => [declared.symbol, declared]));
  for (const declared of types) breakCycle(declared, world);
  const done = new Set<DeclaredType>();
  const visit = (declared: DeclaredType): void => {
    if (done.has(declared)) return;
    done.add(declared);
    const base = declared.symbol.superclass ? world.symbols.of(declared.symbol.superclass) : null;
    const before = base ? bySymbol.get(base) : undefined;
    if (before) visit(before);
    declared.symbol.isException = isExceptionType(world, declared.symbol.type);
    new MemberDeclarer(declared, world).declare();
  };
  for (const declared of types) visit(declared);
}

export const scopeOf = (declared: DeclaredType, world: World): TypeScope => ({
  world,
  owner: declared.symbol,
  problems: declared.unit.problems,
  dependencies: declared.unit.dependencies
});

function declareHead(declared: DeclaredType, world: World): void {
  const { symbol, syntax } = declared;
  if (!syntax || syntax.kind === 'enum') return;
  // The names of superclass and interfaces are looked up from outside the type itself.
  const outer = symbol.outer ? world.symbols.get(symbol.outer.toLowerCase()) : null;
  const scope: TypeScope = { ...scopeOf(declared, world), owner: outer ?? { ...symbol, superclass: null } };
  if (syntax.kind === 'class' && syntax.superclass) {
    symbol.superclass = superclassOf(scope, syntax.superclass, world);
    if (!symbol.superclass) symbol.isIncomplete = true;
  }
  symbol.interfaces = interfacesOf(scope, syntax.interfaces, world);
  if (symbol.interfaces.length < syntax.interfaces.length) symbol.isIncomplete = true;
}

function superclassOf(scope: TypeScope, reference: TypeReference, world: World): ApexType | null {
  const type = resolveType(scope, reference);
  const { problems } = scope;
  // Nothing is known of what such a class inherits: it cannot be compiled.
  if (type && isUnknown(type)) problems.report(reference.pos, 'super-invalid', type.name);
  if (!type || isUnknown(type)) return null;
  if (type.kind === 'user') {
    const base = world.symbols.of(type);
    if (base?.kind !== 'class') problems.report(reference.pos, 'class-invalid', type.name);
    else if (!base.isVirtual && !isExceptionByName(base.name)) problems.report(reference.pos, 'super-final', type.name);
    return base?.kind === 'class' ? type : null;
  }
  const info = type.kind === 'platform' ? world.platform.of(type) : null;
  if (!info || info.kind === 'interface' || info.kind === 'enum') {
    problems.report(reference.pos, 'super-invalid', type.name);
    return null;
  }
  if (!info.isVirtual && !info.isAbstract && info.kind !== 'exception') {
    problems.report(reference.pos, 'super-final', type.name);
    return null;
  }
  return type;
}

/** Exception classes may be extended without being virtual. Source: Apex Developer Guide, "Create Custom Exceptions". */
const isExceptionByName = (name: string): boolean => /exception$/i.test(name);

function interfacesOf(scope: TypeScope, references: readonly TypeReference[], world: World): readonly ApexType[] {
  const types: ApexType[] = [];
  for (const reference of references) {
    const type = resolveType(scope, reference);
    if (!type) continue;
    if (isUnknown(type)) {
      types.push(type);
      continue;
    }
    const isInterface =
      type.kind === 'user'
        ? world.symbols.of(type)?.kind === 'interface'
        : world.platform.of(type)?.kind === 'interface';
    if (!isInterface) scope.problems.report(reference.pos, 'interface-invalid', type.name);
    else if (types.includes(type)) scope.problems.report(reference.pos, 'interface-twice', type.name);
    else types.push(type);
  }
  return types;
}

/** A type that is its own supertype loses the supertype that closes the circle, so that later walks end. */
function breakCycle(declared: DeclaredType, world: World): void {
  const { symbol, syntax, unit } = declared;
  if (!syntax) return;
  const reaches = (type: ApexType, seen: Set<ApexType>): boolean => {
    if (type === symbol.type) return true;
    if (seen.has(type)) return false;
    seen.add(type);
    const next = world.symbols.of(type);
    if (!next) return false;
    return [...(next.superclass ? [next.superclass] : []), ...next.interfaces].some((base) => reaches(base, seen));
  };
  const circular = (type: ApexType): boolean => reaches(type, new Set());
  if (symbol.superclass && circular(symbol.superclass)) {
    unit.problems.report(syntax.pos, 'circular-definition', symbol.name);
    symbol.superclass = null;
    symbol.isIncomplete = true;
  }
  if (symbol.interfaces.some(circular)) {
    unit.problems.report(syntax.pos, 'circular-definition', symbol.name);
    symbol.interfaces = symbol.interfaces.filter((type) => !circular(type));
  }
}

class MemberDeclarer {
  private readonly scope: TypeScope;
  /** Triggers and anonymous blocks: their members have no instance. */
  private readonly isUnitType: boolean;

  constructor(
    private readonly declared: DeclaredType,
    private readonly world: World
  ) {
    this.scope = scopeOf(declared, world);
    this.isUnitType = declared.syntax === null;
  }

  declare(): void {
    for (const member of this.declared.members) {
      switch (member.kind) {
        case 'field':
        case 'property':
          this.field(member);
          break;
        case 'method':
          this.method(member);
          break;
        case 'constructor':
          this.constructorMember(member);
          break;
        case 'initializer':
          if (member.isStatic && this.declared.symbol.outer)
            this.scope.problems.report(member.pos, 'inner-static-block');
          break;
        case 'class':
        case 'interface':
        case 'enum':
          break;
      }
    }
  }

  private typeOf(reference: TypeReference | null): ApexType {
    if (!reference) return VOID;
    return resolveType(this.scope, reference) ?? UNKNOWN;
  }

  private defaultAccess(): Access {
    return this.isUnitType ? 'public' : 'private';
  }

  private checkName(name: string, pos: FieldDeclaration['pos']): void {
    if (isReservedName(name)) this.scope.problems.report(pos, 'identifier-reserved', name);
  }

  private field(syntax: FieldDeclaration | PropertyDeclaration): void {
    const { symbol } = this.declared;
    const { problems } = this.scope;
    checkModifiers(syntax, syntax.kind === 'field' ? 'fields' : 'properties', problems);
    this.checkName(syntax.name, syntax.pos);
    const key = syntax.name.toLowerCase();
    const type = this.typeOf(syntax.type);
    if (type === VOID) problems.report(syntax.pos, syntax.kind === 'field' ? 'void-variable' : 'void-property');
    if (symbol.fields.has(key)) {
      problems.report(syntax.pos, 'duplicate-field', syntax.name);
      return;
    }
    const isStatic = has(syntax, 'static') || this.isUnitType;
    if (has(syntax, 'static') && symbol.outer) {
      problems.report(syntax.pos, 'top-level-only', 'static', syntax.kind === 'field' ? 'fields' : 'properties');
    }
    const access = accessOf(syntax, this.defaultAccess());
    const overridable = has(syntax, 'virtual') || has(syntax, 'abstract') || has(syntax, 'override');
    const inherited = this.inheritedField(key);
    const jsName =
      has(syntax, 'override') && inherited
        ? inherited.jsName
        : fieldName(syntax.name, symbol.type, (name) => this.takenInChain(name));
    const field: FieldSymbol = {
      kind: syntax.kind,
      owner: symbol.type,
      name: syntax.name,
      jsName,
      type,
      isStatic,
      isFinal: has(syntax, 'final'),
      isTransient: has(syntax, 'transient'),
      isAuraEnabled: annotated(syntax, 'auraenabled'),
      access,
      isTestVisible: annotated(syntax, 'testvisible'),
      getter: syntax.kind === 'property' ? accessor(syntax.getter, access, overridable) : null,
      setter: syntax.kind === 'property' ? accessor(syntax.setter, access, overridable) : null,
      isAbstract: has(syntax, 'abstract'),
      isVirtual: overridable,
      isConstant: syntax.kind === 'field' && isStatic && has(syntax, 'final') && syntax.initializer?.kind === 'literal'
    };
    symbol.fields.set(key, field);
    this.declared.fields.set(syntax, field);
  }

  private inheritedField(key: string): FieldSymbol | null {
    for (const type of classChain(this.world, this.declared.symbol)) {
      if (type === this.declared.symbol) continue;
      const found = type.fields.get(key);
      if (found) return found;
    }
    return null;
  }

  private takenInChain(jsName: string): boolean {
    for (const type of classChain(this.world, this.declared.symbol)) {
      if (type === this.declared.symbol) continue;
      for (const field of type.fields.values()) if (field.jsName === jsName) return true;
    }
    return false;
  }

  private method(syntax: MethodDeclaration): void {
    const { symbol } = this.declared;
    const { problems } = this.scope;
    const isInterface = symbol.kind === 'interface';
    checkModifiers(syntax, 'methods', problems);
    this.checkName(syntax.name, syntax.pos);
    const parameters = this.parameters(syntax.parameters);
    const isStatic = has(syntax, 'static') || has(syntax, 'webservice') || has(syntax, 'testmethod') || this.isUnitType;
    if (has(syntax, 'static') && symbol.outer) problems.report(syntax.pos, 'top-level-only', 'static', 'methods');
    // Whoever may name an interface may call its methods.
    const access = isInterface
      ? symbol.access === 'global'
        ? 'global'
        : 'public'
      : accessOf(syntax, this.defaultAccess());
    const isAbstract = isInterface || has(syntax, 'abstract');
    const isVirtual = isAbstract || has(syntax, 'virtual');
    const isOverride = has(syntax, 'override');
    if (isAbstract && syntax.body) problems.report(syntax.pos, 'abstract-body');
    if (!isAbstract && !syntax.body) problems.report(syntax.pos, 'body-missing');
    const key = syntax.name.toLowerCase();
    const isPrivate = access === 'private' && !isVirtual && !isOverride && !isStatic && !isInterface;
    const method = {
      owner: symbol.type,
      name: syntax.name,
      slot: methodSlot(
        syntax.name,
        parameters,
        isPrivate && !this.replacesPrivate(key, parameters) ? symbol.type : null
      ),
      parameters,
      returnType: this.typeOf(syntax.returnType),
      isStatic,
      isAbstract,
      isVirtual,
      isOverride,
      isTestVisible: annotated(syntax, 'testvisible'),
      access
    };
    const same = symbol.methods.get(key) ?? [];
    if (same.some((other) => sameTypes(other.parameters, parameters))) {
      const signature = `(${parameters.map((type) => type.name).join(', ')})`;
      problems.report(syntax.pos, 'duplicate-method', syntax.name, signature, symbol.type.name);
      return;
    }
    checkMethodAnnotations(syntax, method, problems);
    symbol.methods.set(key, [...same, method]);
    this.declared.methods.set(syntax, method);
  }

  /** A private virtual method is overridden by a private one of a subclass, without the keyword. */
  private replacesPrivate(key: string, parameters: readonly ApexType[]): boolean {
    for (const type of classChain(this.world, this.declared.symbol)) {
      if (type === this.declared.symbol) continue;
      const base = type.methods.get(key)?.find((other) => sameTypes(other.parameters, parameters));
      if (base) return base.isVirtual && !base.isStatic;
    }
    return false;
  }

  private constructorMember(syntax: ConstructorDeclaration): void {
    const { symbol } = this.declared;
    const { problems } = this.scope;
    checkModifiers(syntax, 'constructors', problems);
    if (syntax.name.toLowerCase() !== symbol.name.toLowerCase()) {
      problems.report(syntax.pos, 'constructor-name', syntax.name);
      return;
    }
    const parameters = this.parameters(syntax.parameters);
    if (symbol.constructors.some((other) => sameTypes(other.parameters, parameters))) {
      const signature = `(${parameters.map((type) => type.name).join(', ')})`;
      problems.report(syntax.pos, 'duplicate-method', '<Constructor>', signature, symbol.type.name);
      return;
    }
    const constructor = {
      owner: symbol.type,
      slot: constructorSlot(symbol.type, symbol.constructors.length),
      parameters,
      access: accessOf(syntax, 'private'),
      isTestVisible: annotated(syntax, 'testvisible')
    };
    symbol.constructors.push(constructor);
    this.declared.constructors.set(syntax, constructor);
  }

  private parameters(syntax: readonly Parameter[]): readonly ApexType[] {
    const seen = new Set<string>();
    return syntax.map((parameter) => {
      this.checkName(parameter.name, parameter.pos);
      if (seen.has(parameter.name.toLowerCase())) {
        this.scope.problems.report(parameter.pos, 'duplicate-variable', parameter.name);
      }
      seen.add(parameter.name.toLowerCase());
      const type = this.typeOf(parameter.type);
      if (type === VOID) this.scope.problems.report(parameter.pos, 'void-parameter');
      return type;
    });
  }
}

function accessor(
  syntax: PropertyDeclaration['getter'],
  byDefault: Access,
  overridable: boolean
): AccessorSymbol | null {
  if (!syntax) return null;
  return { access: accessOf(syntax, byDefault), call: syntax.body !== null || overridable };
}

export const sameTypes = (left: readonly ApexType[], right: readonly ApexType[]): boolean =>
  left.length === right.length && left.every((type, index) => type === right[index]);
