import type { PlatformMember } from '../../stdlib/registry.js';
import { platformSlot } from '../binder/slots.js';
import type { BoundExpression } from '../bound/nodes.js';
import { expressionList } from './expressions.js';
import { isNonNull } from './nullness.js';
import type { FunctionScope } from './scope.js';
import { staticFunction } from './functions.js';
import { readsVariables, variableReader } from './visible-variables.js';

type Node<K extends BoundExpression['kind']> = Extract<BoundExpression, { kind: K }>;

/** Call of a method of the org. */
export function call(node: Node<'call'>, target: string, scope: FunctionScope): string {
  const { method } = node;
  const args = expressionList(node.args, scope);
  if (method.isStatic) {
    return scope.unit.ownType(method.owner)
      ? `${staticFunction(method.owner, method.name, method.slot)}(${args})`
      : `${scope.unit.statics(method.owner)}.${method.slot}(${args})`;
  }
  if (node.isSuper)
    return `${scope.unit.classOf(method.owner)}.prototype.${method.slot}.call(this${args && ','}${args})`;
  return `${target === '' ? 'this' : target}.${method.slot}(${args})`;
}

/** Namespaces-and-types whose static methods take the access options of the caller behind their parameters. */
const TAKES_ACCESS: ReadonlySet<string> = new Set(['system.database', 'system.search', 'system.eventbus']);

/** Call of a member of the standard library: its function, with the receiver in front of the arguments. */
export function platformCall(
  node: Node<'platform-call'>,
  target: string,
  scope: FunctionScope,
  nonNullTarget: boolean
): string {
  const { member } = node;
  const args = node.args.map((arg) => expressionList([arg], scope));
  if (member.isStatic) {
    if (TAKES_ACCESS.has(member.owner.type.key)) {
      args.push(`${scope.unit.accessConstant(scope.owner?.type ?? null, node.access)}()`);
      if (readsVariables(member)) args.push(variableReader(scope));
    }
    return `${scope.unit.memberConstant(member)}(${args.join(',')})`;
  }
  const receiver = receiverText(node, target, scope, nonNullTarget);
  const slot = platformSlot(member.name, member.parameters.length);
  if (member.implementation === null) return `${receiver}.${slot}(${args.join(',')})`;
  const implementation = scope.unit.memberConstant(member);
  if (node.isSuper) return `${implementation}(${['this', ...args].join(',')})`;
  const intrinsic = INTRINSICS.get(member.id);
  if (intrinsic) return intrinsic(target === '' ? 'this' : target, args);
  if (isOverridable(member)) return `$dispatch(${[receiver, `"${slot}"`, implementation, ...args].join(',')})`;
  return `${implementation}(${[receiver, ...args].join(',')})`;
}

function receiverText(
  node: Node<'platform-call'>,
  target: string,
  scope: FunctionScope,
  nonNullTarget: boolean
): string {
  if (node.target === null || target === '') return 'this';
  return nonNullTarget || isNonNull(node.target, scope.nonNull) ? target : `(${target}??$npe())`;
}

/** Classes of the org may have a method of their own in this slot. */
const isOverridable = (member: PlatformMember): boolean =>
  member.owner.isVirtual || member.owner.isAbstract || member.owner.kind === 'exception';

/**
 * The calls that loops are made of, without the way through the library's function. A null receiver fails by itself.
 */
const INTRINSICS: ReadonlyMap<string, (target: string, args: readonly string[]) => string> = new Map([
  ['System.List#size()', (target) => `${target}.items.length`],
  ['System.List#get(Integer)', (target, [at]) => `${target}.get(${at})`],
  ['System.List#isEmpty()', (target) => `(${target}.items.length===0)`],
  ['System.Map#get(K)', (target, [key]) => `${target}.get(${key})`],
  ['System.Map#containsKey(K)', (target, [key]) => `${target}.has(${key})`],
  ['System.Set#contains(T)', (target, [value]) => `${target}.has(${value})`],
  ['System.String#length()', (target) => `${target}.length`]
]);
