import type { ApexType } from '../../values/type.js';
import { listOf, mapOf, OBJECT, platformType, setOf } from '../../values/type.js';

/** Namespace and bare name of a platform type (its display name leaves out `System` and carries the arguments). */
export function platformName(type: ApexType): { readonly namespace: string; readonly name: string } {
  const bare = type.name.replace(/<.*$/, '');
  const dot = bare.indexOf('.');
  return dot < 0 ? { namespace: 'System', name: bare } : { namespace: bare.slice(0, dot), name: bare.slice(dot + 1) };
}

/** Key of a platform type without its arguments: `system.iterator`. */
export const bareKey = (type: ApexType): string => type.key.replace(/<.*$/, '');

/**
 * The type with its parameters replaced.
 *
 * @param parameters names of the type parameters of the owner (`T`, or `K` and `V`).
 * @param args what stands for them; a missing one (a raw `Iterator`) is Object.
 */
export function substitute(type: ApexType, parameters: readonly string[], args: readonly ApexType[]): ApexType {
  if (parameters.length === 0) return type;
  if (type.kind === 'parameter') {
    const index = parameters.findIndex((name) => name.toLowerCase() === type.key);
    return index < 0 ? type : (args[index] ?? OBJECT);
  }
  if (type.args.length === 0) return type;
  return withArguments(
    type,
    type.args.map((arg) => substitute(arg, parameters, args))
  );
}

/** The same generic type with other arguments. */
export function withArguments(type: ApexType, args: readonly ApexType[]): ApexType {
  const [first = OBJECT, second = OBJECT] = args;
  switch (type.kind) {
    case 'list':
      return listOf(first);
    case 'set':
      return setOf(first);
    case 'map':
      return mapOf(first, second);
    case 'platform': {
      const { namespace, name } = platformName(type);
      return platformType(namespace, name, args);
    }
    default:
      return type;
  }
}
