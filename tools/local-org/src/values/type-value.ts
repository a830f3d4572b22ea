import type { ApexType } from './type.js';

/** A System.Type: a type as a value. One object a type. */
export class TypeValue {
  private static readonly known = new WeakMap<ApexType, TypeValue>();

  private constructor(readonly of: ApexType) {}

  static for(type: ApexType): TypeValue {
    let value = TypeValue.known.get(type);
    if (!value) TypeValue.known.set(type, (value = new TypeValue(type)));
    return value;
  }

  toString(): string {
    return this.of.name;
  }
}
