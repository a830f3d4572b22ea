import { currentTransaction } from '../../apex/runtime/transaction.js';
import * as types from '../../values/type.js';
import type { ApexType } from '../../values/type.js';
import { readType, type TypeText } from '../registry-impl/signature.js';
import { platformRegistry } from './registry-access.js';

/** The type of that name as Type.forName sees it: classes of the org, objects, platform types; null when there is none. */
export function lookUpType(name: string): ApexType | null {
  try {
    return resolve(readType(name.trim()));
  } catch {
    return null;
  }
}

function resolve(text: TypeText): ApexType | null {
  const args = text.args.map(resolve);
  if (args.includes(null)) return null;
  const [first, second] = args as ApexType[];
  const bare = text.name.replace(/^system\./i, '').toLowerCase();
  if (bare === 'list' && first) return types.listOf(first);
  if (bare === 'set' && first) return types.setOf(first);
  if (bare === 'map' && first && second) return types.mapOf(first, second);
  const { code, schema } = currentTransaction();
  // An object wins over a class of the org of the same name, unlike in code: seen with classes that shadow objects.
  const plain = args.length === 0 ? schema.object(text.name) : null;
  if (plain) return types.sobjectType(plain.name);
  const user = code.type(text.name);
  if (user) return user.type;
  if (bare === 'object') return types.OBJECT;
  const primitive = types.PRIMITIVES.get(bare);
  if (primitive) return primitive;
  if (bare === 'sobject') return types.SOBJECT;
  const object = schema.object(text.name.replace(/^schema\./i, ''));
  if (object) return types.sobjectType(object.name);
  const platform = platformRegistry().type(text.name);
  return platform && args.length > 0
    ? types.platformType(platform.namespace, platform.name, args as ApexType[])
    : (platform?.type ?? null);
}
