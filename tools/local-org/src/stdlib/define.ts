/**
 * How a platform type is defined: signature and implementation side by side, one file per class in
 * `stdlib/<Namespace>/<Class>.ts`. The checker reads the signatures; emitted code calls the functions directly.
 *
 *   export default definePlatformType({
 *     name: 'System.String',
 *     source: 'https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_string.htm',
 *     statics: { 'Boolean isBlank(String)': (text) => text === null || (text as string).trim() === '' },
 *     methods: { 'Integer length()': (self) => (self as string).length }
 *   });
 *
 * Signature syntax: Apex types, no parameter names needed (`'void put(K, V)'`, `'List<String> split(String, Integer)'`,
 * `'static'` is never written). Platform types other than System's are qualified (`Database.SaveResult`,
 * `Schema.SObjectType`). Generic types declare parameters: `name: 'System.Iterator<T>'`.
 *
 * Values: see docs/architecture.md, "Values". Instance functions get the receiver first, never null.
 * The transaction is reached through `currentTransaction()` (apex/runtime), never through globals.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- receivers and arguments are checked by the Apex checker, which knows the signature; `never`-typed parameters would make every implementation cast.
export type Implementation = (...args: any[]) => unknown;

export interface PropertyImplementation {
  readonly get: Implementation;
  readonly set?: Implementation;
}

export interface PlatformTypeDefinition {
  /** Qualified: `System.String`, `Database.SaveResult`, `System.Iterator<T>`. */
  readonly name: string;
  /** Page of the reference that states the rules, for readers and for the coverage page. */
  readonly source: string;
  readonly kind?: 'class' | 'interface' | 'enum' | 'exception';
  readonly extends?: string;
  readonly implements?: readonly string[];
  /** User classes may extend it. */
  readonly virtual?: boolean;
  readonly abstract?: boolean;
  /** Names of an enum, in ordinal order. */
  readonly values?: readonly string[];
  /** Keys: parameter lists, `'()'`, `'(String, Integer)'`. The function returns the new value. */
  readonly constructors?: Readonly<Record<string, Implementation>>;
  readonly statics?: Readonly<Record<string, Implementation>>;
  readonly methods?: Readonly<Record<string, Implementation>>;
  /** Keys: `'String name'`. */
  readonly properties?: Readonly<Record<string, PropertyImplementation>>;
  readonly staticProperties?: Readonly<Record<string, PropertyImplementation>>;
  /** Interface and abstract methods (no implementation): `'Integer compareTo(Object)'`. */
  readonly abstracts?: readonly string[];
}

export const definePlatformType = (definition: PlatformTypeDefinition): PlatformTypeDefinition => definition;
