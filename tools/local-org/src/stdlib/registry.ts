import type { ApexType } from '../values/type.js';
import type { ObjectDefinition } from '../schema/definitions.js';
import type { Implementation } from './define.js';

/** A member of a platform type with its signature read. */
export interface PlatformMember {
  /** Stable name by which emitted code binds the function once: `System.String#substring(Integer,Integer)`. */
  readonly id: string;
  readonly owner: PlatformTypeInfo;
  readonly kind: 'constructor' | 'method' | 'property';
  readonly name: string;
  readonly isStatic: boolean;
  readonly isAbstract: boolean;
  readonly parameters: readonly ApexType[];
  /** Of a property: its type. Of a constructor: the owner's type. */
  readonly returnType: ApexType;
  readonly implementation: Implementation | null;
  readonly setter: Implementation | null;
}

export interface PlatformTypeInfo {
  readonly type: ApexType;
  readonly namespace: string;
  readonly name: string;
  readonly kind: 'class' | 'interface' | 'enum' | 'exception';
  /** Names of type parameters: ['T'] or ['K', 'V']. */
  readonly parameters: readonly string[];
  readonly superclass: ApexType | null;
  readonly interfaces: readonly ApexType[];
  readonly isVirtual: boolean;
  readonly isAbstract: boolean;
  readonly enumValues: readonly string[];
  /** By lower-case name. */
  readonly members: ReadonlyMap<string, readonly PlatformMember[]>;
  readonly constructors: readonly PlatformMember[];
}

/** All platform types. Primitive, List, Set, Map and SObject have entries too (`System.String`, `System.List<T>` …). */
export interface PlatformRegistry {
  /** @param name `String`, `System.String`, `Database.SaveResult` in any case; bare names search System, then Schema. */
  type(name: string): PlatformTypeInfo | null;
  /** The entry that holds the members of a value of this type (List<Account> → System.List<T>). */
  of(type: ApexType): PlatformTypeInfo | null;
  /** Statics of an object of the org beside those of every sObject, e.g. `My_Setting__c.getInstance()`; null when none. */
  ofObject(object: ObjectDefinition): PlatformTypeInfo | null;
  /** Every type that has a definition. */
  all(): Iterable<PlatformTypeInfo>;
  namespace(name: string): boolean;
  member(id: string): PlatformMember | null;
  /** The platform has such a type or member, though the local org does not: for "not supported" against "does not exist". */
  knownElsewhere(typeName: string, member?: string): boolean;
}
