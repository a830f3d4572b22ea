import * as types from '../../values/type.js';
import type { ApexType } from '../../values/type.js';

/** JSON form of a type, as compiled text and its description carry it. */
export type TypeJson = string | readonly [string, ...(string | TypeJson)[]];

const SIMPLE: ReadonlyMap<string, ApexType> = new Map([
  ['void', types.VOID],
  ['null', types.NULL],
  ['object', types.OBJECT],
  ...types.PRIMITIVES
]);

/** `"string"`, `["list","string"]`, `["sobject","Account"]`, `["platform","System","Iterator","string"]`, `["user","Outer.Inner"]`. */
export function typeToJson(type: ApexType): TypeJson {
  switch (type.kind) {
    case 'object':
      return 'object';
    case 'void':
    case 'null':
    case 'primitive':
      return type.key;
    case 'sobject':
    case 'user':
    case 'parameter':
      return [type.kind, type.name];
    case 'list':
    case 'set':
    case 'map':
      return [type.kind, ...type.args.map(typeToJson)];
    case 'platform': {
      const bare = type.args.length > 0 ? type.name.slice(0, type.name.indexOf('<')) : type.name;
      const dot = bare.indexOf('.');
      const [namespace, name] = dot < 0 ? ['System', bare] : [bare.slice(0, dot), bare.slice(dot + 1)];
      return ['platform', namespace, name, ...type.args.map(typeToJson)];
    }
  }
}

/** @throws Error for text that `typeToJson` did not write. */
export function typeFromJson(json: TypeJson): ApexType {
  if (typeof json === 'string') {
    const simple = SIMPLE.get(json);
    if (simple) return simple;
    throw new Error(`unknown type ${json} in compiled Apex`);
  }
  const [kind, ...rest] = json;
  const argument = (index: number): ApexType => typeFromJson(rest[index] as TypeJson);
  const [first] = rest as string[];
  switch (kind) {
    case 'sobject':
      return first === 'SObject' ? types.SOBJECT : types.sobjectType(first ?? '');
    case 'user':
      return types.userType(first ?? '');
    case 'parameter':
      return types.typeParameter(first ?? '');
    case 'list':
      return types.listOf(argument(0));
    case 'set':
      return types.setOf(argument(0));
    case 'map':
      return types.mapOf(argument(0), argument(1));
    case 'platform':
      return types.platformType(
        first ?? '',
        rest[1] as string,
        rest.slice(2).map((arg) => typeFromJson(arg))
      );
    default:
      throw new Error(`unknown type ${JSON.stringify(json)} in compiled Apex`);
  }
}
