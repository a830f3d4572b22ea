import { platformEnum, type EnumValue } from '../../values/enum.js';
import { ApexList } from '../../values/collections.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType, type ApexType } from '../../values/type.js';
import type { PlatformTypeDefinition } from '../define.js';
import { required } from './arguments.js';

/** The value of that name, in any case. @throws PlatformError System.NoSuchElementException */
export function enumValueOf(type: ApexType, values: readonly EnumValue[], name: string | null): EnumValue {
  const wanted = required(name).toLowerCase();
  const found = values.find((value) => value.name.toLowerCase() === wanted);
  if (!found) throw new PlatformError('System.NoSuchElementException', `No enum constant ${type.name}.${name}`);
  return found;
}

/** An enum of the platform with `values()` and `valueOf(String)`. @param names in ordinal order. */
export function defineEnum(
  namespace: string,
  name: string,
  source: string,
  names: readonly string[]
): PlatformTypeDefinition {
  const type = platformType(namespace, name);
  const values = platformEnum(type, names);
  return {
    name: `${namespace}.${name}`,
    kind: 'enum',
    source,
    values: names,
    statics: {
      [`List<${namespace}.${name}> values()`]: () => new ApexList(type, [...values]),
      [`${namespace}.${name} valueOf(String)`]: (text: string | null) => enumValueOf(type, values, text)
    }
  };
}
