/**
 * The type of an Apex value, as the checker sees it and as collections carry it at run time.
 * Types are interned: equal types are the same object, so `===` compares them.
 */

export type PrimitiveName =
  'Boolean' | 'Integer' | 'Long' | 'Double' | 'Decimal' | 'String' | 'Id' | 'Date' | 'Datetime' | 'Time' | 'Blob';

export type TypeKind =
  /** void, null and Object. */
  | 'void'
  | 'null'
  | 'object'
  | 'primitive'
  /** A concrete sObject (`Account`) or the generic `SObject`. */
  | 'sobject'
  | 'list'
  | 'set'
  | 'map'
  /** A type of the platform that is none of the above: `System.HttpRequest`, `Database.SaveResult`, `Iterable<String>`. */
  | 'platform'
  /** A class, interface or enum of the org. */
  | 'user'
  /** `T`, `K`, `V` in the signature of a generic platform type, before substitution. */
  | 'parameter';

export interface ApexType {
  readonly kind: TypeKind;
  /** Display name, as the platform prints it in messages: `List<Account>`, `Outer.Inner`, `Database.SaveResult`. */
  readonly name: string;
  /** Key for look-ups: the name in lower case; platform types qualified by namespace (`system.httprequest`). */
  readonly key: string;
  /** Type arguments: List/Set one, Map two, generic platform types theirs. */
  readonly args: readonly ApexType[];
}

const interned = new Map<string, ApexType>();
const numbers = new Map<ApexType, number>();

function intern(kind: TypeKind, name: string, key: string, args: readonly ApexType[] = []): ApexType {
  // Keys of arguments do not tell a class of the org from an object of the same name; the arguments themselves do.
  const id = `${kind}:${key}:${args.map((arg) => numbers.get(arg)).join()}`;
  const known = interned.get(id);
  if (known) return known;
  const type: ApexType = Object.freeze({ kind, name, key, args });
  interned.set(id, type);
  numbers.set(type, numbers.size);
  return type;
}

export const VOID = intern('void', 'void', 'void');
export const NULL = intern('null', 'NULL', 'null');
export const OBJECT = intern('object', 'Object', 'object');
/** Stands for a type that the platform has and the local org has not; see binder/unknown.ts. */
export const missingType = (name: string): ApexType => intern('object', name, `?${name.toLowerCase()}`);
export const BOOLEAN = intern('primitive', 'Boolean', 'boolean');
export const INTEGER = intern('primitive', 'Integer', 'integer');
export const LONG = intern('primitive', 'Long', 'long');
export const DOUBLE = intern('primitive', 'Double', 'double');
export const DECIMAL = intern('primitive', 'Decimal', 'decimal');
export const STRING = intern('primitive', 'String', 'string');
export const ID = intern('primitive', 'Id', 'id');
export const DATE = intern('primitive', 'Date', 'date');
export const DATETIME = intern('primitive', 'Datetime', 'datetime');
export const TIME = intern('primitive', 'Time', 'time');
export const BLOB = intern('primitive', 'Blob', 'blob');
export const SOBJECT = intern('sobject', 'SObject', 'sobject');

export const PRIMITIVES: ReadonlyMap<string, ApexType> = new Map(
  [BOOLEAN, INTEGER, LONG, DOUBLE, DECIMAL, STRING, ID, DATE, DATETIME, TIME, BLOB].map((type) => [type.key, type])
);

/** @param name API name of the object, in its declared spelling. */
export const sobjectType = (name: string): ApexType => intern('sobject', name, name.toLowerCase());
export const listOf = (element: ApexType): ApexType =>
  intern('list', `List<${element.name}>`, `list<${element.key}>`, [element]);
export const setOf = (element: ApexType): ApexType =>
  intern('set', `Set<${element.name}>`, `set<${element.key}>`, [element]);
export const mapOf = (key: ApexType, value: ApexType): ApexType =>
  intern('map', `Map<${key.name},${value.name}>`, `map<${key.key},${value.key}>`, [key, value]);
/** @param name full name of a class, interface or enum of the org: `Outer` or `Outer.Inner`. */
export const userType = (name: string): ApexType => intern('user', name, name.toLowerCase());
export const typeParameter = (name: string): ApexType => intern('parameter', name, name.toLowerCase());
/** @param namespace e.g. 'System'; @param name e.g. 'HttpRequest' or, for a generic, its bare name 'Iterator'. */
export const platformType = (namespace: string, name: string, args: readonly ApexType[] = []): ApexType => {
  const suffix = args.length > 0 ? `<${args.map((arg) => arg.name).join(',')}>` : '';
  const keySuffix = args.length > 0 ? `<${args.map((arg) => arg.key).join(',')}>` : '';
  return intern(
    'platform',
    namespace === 'System' ? `${name}${suffix}` : `${namespace}.${name}${suffix}`,
    `${namespace}.${name}`.toLowerCase() + keySuffix,
    args
  );
};

/** A type of the language itself by its name in lower case; collections without arguments hold Object. */
export function languageType(key: string, args: readonly ApexType[] = []): ApexType | null {
  const [first = OBJECT, second = OBJECT] = args;
  switch (key) {
    case 'void':
      return VOID;
    case 'object':
      return OBJECT;
    case 'sobject':
      return SOBJECT;
    case 'list':
      return listOf(first);
    case 'set':
      return setOf(first);
    case 'map':
      return mapOf(first, second);
    default:
      return PRIMITIVES.get(key) ?? null;
  }
}
