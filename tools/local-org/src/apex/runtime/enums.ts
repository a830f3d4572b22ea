import { platformRegistry } from '../../stdlib/support/registry-access.js';
import { ApexList } from '../../values/collections.js';
import { EnumValue, platformEnum } from '../../values/enum.js';
import { PlatformError } from '../../values/platform-error.js';
import type { ApexType } from '../../values/type.js';
import { npe } from './operators.js';

/** The values of an enum of the org by lower-case name, and in order as `$values`. */
export type EnumObject = Readonly<Record<string, EnumValue>> & { readonly $values: readonly EnumValue[] };

export function enumObject(type: ApexType, names: readonly string[]): EnumObject {
  const values = names.map((name, ordinal) => new EnumValue(type, name, ordinal));
  const byName = Object.fromEntries(values.map((value) => [value.name.toLowerCase(), value]));
  return Object.assign(Object.create(null) as object, byName, { $values: values }) as EnumObject;
}

/** The values of an enum of the platform, in order. */
export function platformEnumValues(type: ApexType): readonly EnumValue[] {
  const info = platformRegistry().of(type);
  if (!info || info.kind !== 'enum') throw new Error(`compiled Apex names an unknown enum: ${type.name}`);
  return platformEnum(type, info.enumValues);
}

export function platformEnumValue(type: ApexType, name: string): EnumValue {
  const wanted = name.toLowerCase();
  const found = platformEnumValues(type).find((value) => value.name.toLowerCase() === wanted);
  if (!found) throw new Error(`compiled Apex names an unknown enum value: ${type.name}.${name}`);
  return found;
}

/** `Color.values()`. */
export const enumValues = (values: readonly EnumValue[], type: ApexType): ApexList => new ApexList(type, [...values]);

/** `Color.valueOf(text)`. @throws PlatformError System.NoSuchElementException */
export function enumValueOf(values: readonly EnumValue[], type: ApexType, text: string | null): EnumValue {
  const wanted = (text ?? npe()).toLowerCase();
  const found = values.find((value) => value.name.toLowerCase() === wanted);
  if (!found) throw new PlatformError('System.NoSuchElementException', `No enum constant ${type.name}.${text}`);
  return found;
}
