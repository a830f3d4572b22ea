/** `new List<T>{…}`, `new Map<K, V>{…}`, `new T[n]` and the constructors of collections. */
import { INTEGER, listOf, type ApexType } from '../../../values/type.js';
import type { NewArrayExpression, NewCollectionExpression, NewObjectExpression } from '../../ast/nodes.js';
import { platformConstructors } from '../../binder/members.js';
import { parameterText } from '../../binder/signatures.js';
import { resolveType } from '../../binder/type-names.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { isUnknown, unknown, type BodyContext } from '../context.js';
import { convert } from '../convert.js';
import { chooseOverload, convertArguments } from '../overloads.js';
import { bindExpression } from './expression.js';

export function bindNewCollection(ctx: BodyContext, node: NewCollectionExpression): BoundExpression {
  const type = resolveType(ctx.typeScope, node.type);
  if (node.entries) return newMap(ctx, node, type);
  const elements = node.elements.map((element) => bindExpression(ctx, element));
  if (!type) return unknown(node.pos);
  if (type.kind === 'map' && elements.length === 0)
    return { kind: 'new-collection', elements: [], type, pos: node.pos };
  const [element] = type.args;
  if ((type.kind !== 'list' && type.kind !== 'set') || !element) {
    ctx.problems.report(node.pos, 'new-type', type.name);
    return unknown(node.pos);
  }
  return { kind: 'new-collection', elements: convertElements(ctx, elements, element), type, pos: node.pos };
}

const convertElements = (
  ctx: BodyContext,
  elements: readonly BoundExpression[],
  type: ApexType
): readonly BoundExpression[] =>
  elements.map((value) =>
    convert(ctx, value, type, value.pos, (from, to) => ctx.problems.report(value.pos, 'list-element', to, from))
  );

function newMap(ctx: BodyContext, node: NewCollectionExpression, type: ApexType | null): BoundExpression {
  const entries = (node.entries ?? []).map(({ key, value }) => ({
    key: bindExpression(ctx, key),
    value: bindExpression(ctx, value)
  }));
  if (!type) return unknown(node.pos);
  const [keyType, valueType] = type.args;
  if (type.kind !== 'map' || !keyType || !valueType) {
    ctx.problems.report(node.pos, 'new-type', type.name);
    return unknown(node.pos);
  }
  const elements = entries.flatMap(({ key, value }) => [
    convert(ctx, key, keyType, key.pos, (from) => ctx.problems.report(key.pos, 'map-key', from, type.name)),
    convert(ctx, value, valueType, value.pos, (from) => ctx.problems.report(value.pos, 'map-value', from, type.name))
  ]);
  return { kind: 'new-collection', elements, type, pos: node.pos };
}

export function bindNewArray(ctx: BodyContext, node: NewArrayExpression): BoundExpression {
  const element = resolveType(ctx.typeScope, node.elementType);
  const elements = node.elements?.map((value) => bindExpression(ctx, value)) ?? null;
  const size = node.size ? bindExpression(ctx, node.size) : null;
  if (!element) return unknown(node.pos);
  const type = listOf(element);
  if (size) return { kind: 'new-array', size: convert(ctx, size, INTEGER, size.pos), type, pos: node.pos };
  return { kind: 'new-collection', elements: convertElements(ctx, elements ?? [], element), type, pos: node.pos };
}

/** `new List<T>()`, `new Set<T>(list)`, `new Map<Id, Account>(accounts)`. */
export function newCollectionFrom(
  ctx: BodyContext,
  node: NewObjectExpression,
  type: ApexType,
  args: readonly BoundExpression[]
): BoundExpression {
  if (args.length === 0) return { kind: 'new-collection', elements: [], type, pos: node.pos };
  const choice = chooseOverload(ctx, platformConstructors(ctx.world, type), args);
  const member = choice.kind === 'none' ? null : choice.overload.member;
  if (choice.kind === 'none' || !member) {
    if (!args.some((arg) => isUnknown(arg.type))) reportInitializer(ctx, node, type, args);
    return { ...unknown(node.pos), type };
  }
  const converted = convertArguments(ctx, args, choice.overload.parameters);
  return { kind: 'new-platform', member, args: converted, type, pos: node.pos };
}

function reportInitializer(
  ctx: BodyContext,
  node: NewObjectExpression,
  type: ApexType,
  args: readonly BoundExpression[]
): void {
  const [first = '', second = ''] = type.args.map((arg) => arg.name);
  const found = args.map((arg) => arg.type.name).join(', ');
  if (args.length > 1) {
    ctx.problems.report(node.pos, 'constructor-unknown', type.name, parameterText(args.map((arg) => arg.type)));
  } else if (type.kind === 'list') ctx.problems.report(node.pos, 'list-initializer', found, first);
  else if (type.kind === 'set') ctx.problems.report(node.pos, 'set-initializer', found, first);
  else ctx.problems.report(node.pos, 'map-initializer', found, first, second);
}
