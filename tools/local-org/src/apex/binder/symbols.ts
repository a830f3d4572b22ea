/**
 * What other code can see of a type of the org: its members and their signatures, without bodies. Plain data without
 * references to syntax trees, so that symbols outlive a compilation and only changed units (and what depends on them) are
 * checked again.
 */
import type { ApexType } from '../../values/type.js';
import type { BoundField, BoundType, Sharing } from '../bound/nodes.js';

export type Access = BoundField['access'];
export type Annotations = BoundType['annotations'];

export interface TypeSymbol {
  readonly kind: 'class' | 'interface' | 'enum';
  readonly type: ApexType;
  /** Without the outer type's name. */
  readonly name: string;
  /** Full name of the outer type; null for a top-level type. */
  readonly outer: string | null;
  readonly fileName: string;
  readonly apiVersion: number;
  readonly access: Access;
  readonly isAbstract: boolean;
  readonly isVirtual: boolean;
  readonly isTest: boolean;
  readonly isTestVisible: boolean;
  readonly sharing: Sharing;
  readonly annotations: Annotations;
  readonly enumValues: readonly string[];
  /** Inner types by simple name in lower case. */
  readonly inner: Map<string, TypeSymbol>;
  // Filled when the members are declared, after all type names are known.
  superclass: ApexType | null;
  /** The source names a superclass or interface that does not exist: members may be missing. */
  isIncomplete: boolean;
  isException: boolean;
  /** As written: without inherited ones. */
  interfaces: readonly ApexType[];
  /** Fields and properties by lower-case name. */
  readonly fields: Map<string, FieldSymbol>;
  /** By lower-case name. */
  readonly methods: Map<string, MethodSymbol[]>;
  readonly constructors: ConstructorSymbol[];
}

export interface FieldSymbol extends BoundField {
  readonly kind: 'field' | 'property';
  readonly isTestVisible: boolean;
  /** Accessors of a property: access, and whether code must call them (a body, or a property that subclasses override). */
  readonly getter: AccessorSymbol | null;
  readonly setter: AccessorSymbol | null;
  readonly isAbstract: boolean;
  readonly isVirtual: boolean;
  /** A static final field with a literal value may stand in `switch` values. */
  readonly isConstant: boolean;
}

export interface AccessorSymbol {
  readonly access: Access;
  readonly call: boolean;
}

export interface MethodSymbol {
  readonly owner: ApexType;
  readonly name: string;
  readonly slot: string;
  readonly parameters: readonly ApexType[];
  readonly returnType: ApexType;
  readonly isStatic: boolean;
  readonly isAbstract: boolean;
  readonly isVirtual: boolean;
  readonly isOverride: boolean;
  readonly isTestVisible: boolean;
  readonly access: Access;
}

export interface ConstructorSymbol {
  readonly owner: ApexType;
  readonly slot: string;
  readonly parameters: readonly ApexType[];
  readonly access: Access;
  readonly isTestVisible: boolean;
}

/** The types of an org by full name in lower case (`outer.inner`). */
export class SymbolTable {
  private readonly types = new Map<string, TypeSymbol>();

  /** @param key full name in lower case. */
  get(key: string): TypeSymbol | null {
    return this.types.get(key) ?? null;
  }

  of(type: ApexType): TypeSymbol | null {
    return type.kind === 'user' ? this.get(type.key) : null;
  }

  add(symbol: TypeSymbol): void {
    this.types.set(symbol.type.key, symbol);
  }

  all(): Iterable<TypeSymbol> {
    return this.types.values();
  }

  /** A copy without these top-level types and their inner types. @param names in any case. */
  without(names: Iterable<string>): SymbolTable {
    const gone = new Set([...names].map((name) => name.toLowerCase()));
    const copy = new SymbolTable();
    for (const symbol of this.types.values()) {
      if (!gone.has((symbol.outer ?? symbol.type.name).toLowerCase())) copy.add(symbol);
    }
    return copy;
  }
}
