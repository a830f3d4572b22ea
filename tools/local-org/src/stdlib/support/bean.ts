import { PlatformObject } from '../../values/object.js';
import { platformType, type ApexType } from '../../values/type.js';
import type { Implementation, PlatformTypeDefinition, PropertyImplementation } from '../define.js';

/** An instance of a platform class that only holds what its setters and properties were given. */
export class Bean extends PlatformObject {
  readonly values = new Map<string, unknown>();

  constructor(private readonly type: ApexType) {
    super();
  }

  override get apexType() {
    return this.type;
  }

  /** The value of a property; null when it was never set. @param name in lower camel case. */
  read(name: string): unknown {
    return this.values.get(name.toLowerCase()) ?? null;
  }

  write(name: string, value: unknown): void {
    this.values.set(name.toLowerCase(), value);
  }
}

/** Types whose instances JSON may make from their properties. */
const jsonTypes = new Map<string, ApexType>();

export const isJsonBean = (type: ApexType): boolean => jsonTypes.has(type.key);

/**
 * A class of results that only the platform (or JSON, in tests) makes: a getter and a read-only property for each of
 * its values. @param values `['Id leadId', 'Boolean success', …]`; Booleans have `isX()`.
 */
export function resultBean(
  namespace: string,
  name: string,
  source: string,
  values: readonly string[]
): PlatformTypeDefinition {
  const type = platformType(namespace, name);
  jsonTypes.set(type.key, type);
  const methods: Record<string, Implementation> = {};
  const properties: Record<string, PropertyImplementation> = {};
  for (const text of values) {
    const space = text.lastIndexOf(' ');
    const [valueType, value] = [text.slice(0, space), text.slice(space + 1)];
    const capital = value.charAt(0).toUpperCase() + value.slice(1);
    methods[`${valueType} ${valueType === 'Boolean' ? 'is' : 'get'}${capital}()`] = reader(value);
    properties[text] = { get: reader(value) };
  }
  return { name: `${namespace}.${name}`, source, methods, properties };
}

const reader =
  (name: string): Implementation =>
  (self: Bean) =>
    self.read(name);
const writer =
  (name: string): Implementation =>
  (self: Bean, value: unknown) => {
    self.write(name, value);
  };

/** Read and write properties. @param properties `['String name', …]`. */
export const beanProperties = (properties: readonly string[]): Record<string, PropertyImplementation> =>
  Object.fromEntries(
    properties.map((text) => {
      const name = text.slice(text.lastIndexOf(' ') + 1);
      return [text, { get: reader(name), set: writer(name) }];
    })
  );

/** `getX()` and `setX(T)` of each property. */
export function beanAccessors(properties: readonly string[]): Record<string, Implementation> {
  const methods: Record<string, Implementation> = {};
  for (const text of properties) {
    const space = text.lastIndexOf(' ');
    const [type, name] = [text.slice(0, space), text.slice(space + 1)];
    const capital = name.charAt(0).toUpperCase() + name.slice(1);
    methods[`${type} get${capital}()`] = reader(name);
    methods[`void set${capital}(${type})`] = writer(name);
  }
  return methods;
}
