import type { ApexType } from './type.js';

/** One value of an Apex enum; each value is one object, so `===` compares. */
export class EnumValue {
  /** @param ordinal position in the declaration, from 0. */
  constructor(
    readonly type: ApexType,
    readonly name: string,
    readonly ordinal: number
  ) {}

  toString(): string {
    return this.name;
  }
}

const platformEnums = new Map<string, readonly EnumValue[]>();

/** The values of an enum of the platform, made once for the process. Asking again returns the same objects. */
export function platformEnum(type: ApexType, names: readonly string[]): readonly EnumValue[] {
  const known = platformEnums.get(type.key);
  if (known) return known;
  const values = Object.freeze(names.map((name, ordinal) => new EnumValue(type, name, ordinal)));
  platformEnums.set(type.key, values);
  return values;
}

/** A value of a platform enum that was made before. @param key e.g. 'system.logginglevel'; the name in any case. */
export function platformEnumValue(key: string, name: string): EnumValue | null {
  const wanted = name.toLowerCase();
  return platformEnums.get(key)?.find((value) => value.name.toLowerCase() === wanted) ?? null;
}
