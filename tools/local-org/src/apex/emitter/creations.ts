import type { BoundExpression } from '../bound/nodes.js';
import { expression, expressionList, quoted } from './expressions.js';
import type { FunctionScope } from './scope.js';

type Node<K extends BoundExpression['kind']> = Extract<BoundExpression, { kind: K }>;
type Creation = Node<'new' | 'new-platform' | 'new-exception' | 'new-sobject' | 'new-collection' | 'new-array'>;

/** Generic types whose constructors take the type that is made behind their parameters. */
const GENERIC_KINDS: ReadonlySet<string> = new Set(['list', 'set', 'map']);

export function creation(node: Creation, scope: FunctionScope): string {
  switch (node.kind) {
    case 'new':
      return `new ${constructible(scope.unit.classOf(node.type))}().$fields().${node.constructor.slot}(${expressionList(node.args, scope)})`;
    case 'new-exception':
      return newException(node, scope);
    case 'new-platform': {
      const args = node.args.map((arg) => expression(arg, scope));
      if (GENERIC_KINDS.has(node.type.kind) || node.type.args.length > 0) args.push(scope.unit.typeConstant(node.type));
      return `${scope.unit.memberConstant(node.member)}(${args.join(',')})`;
    }
    case 'new-sobject': {
      const fields = node.fields.map(({ field, value }) => `${quoted(field)},${expression(value, scope)}`);
      return `$record(${[quoted(node.type.name), ...fields].join(',')})`;
    }
    case 'new-collection':
      return newCollection(node, scope);
    case 'new-array':
      return `$newArray(${scope.unit.typeConstant(node.type)},${expression(node.size, scope)})`;
  }
}

/** `new a.b()` binds as meant; `new (a??b()).c()` needs the parentheses it has; a call needs some. */
const constructible = (text: string): string => (text.startsWith('(') ? `(${text})` : text);

function newException(node: Node<'new-exception'>, scope: FunctionScope): string {
  const target = node.type.kind === 'user' ? scope.unit.classOf(node.type) : null;
  const args = exceptionArguments(node.args, scope);
  return target
    ? `new ${constructible(target)}().$fields().$exception(${args})`
    : `$newException(${[scope.unit.typeConstant(node.type), args].filter(Boolean).join(',')})`;
}

/** Message and cause, in this order, of one of the four built-in constructors. */
function exceptionArguments(args: readonly BoundExpression[], scope: FunctionScope): string {
  const [first] = args;
  if (!first) return '';
  if (args.length > 1) return expressionList(args, scope);
  const isMessage = first.type.kind === 'primitive' || (first.kind === 'literal' && first.value === null);
  return isMessage ? expression(first, scope) : `null,${expression(first, scope)}`;
}

function newCollection(node: Node<'new-collection'>, scope: FunctionScope): string {
  const [first, second] = node.type.args;
  if (!first) throw new Error(`a collection without element type: ${node.type.name}`);
  const element = scope.unit.typeConstant(first);
  if (node.type.kind === 'map' && second) {
    const entries: string[] = [];
    for (let index = 0; index + 1 < node.elements.length; index += 2) {
      entries.push(`[${expressionList(node.elements.slice(index, index + 2), scope)}]`);
    }
    return `new $Map(${element},${scope.unit.typeConstant(second)}${entries.length ? `,[${entries.join(',')}]` : ''})`;
  }
  const elements = node.elements.length > 0 ? `,[${expressionList(node.elements, scope)}]` : '';
  return `new ${node.type.kind === 'set' ? '$Set' : '$List'}(${element}${elements})`;
}

/** `this(…)` and `super(…)` at the start of a constructor. */
export function constructorCall(node: Node<'constructor-call'>, scope: FunctionScope): string {
  const { owner, slot } = node.constructor;
  if (slot === '$exception') return `this.$exception(${exceptionArguments(node.args, scope)})`;
  if (slot === '$platform') return 'undefined';
  const args = expressionList(node.args, scope);
  if (node.which === 'this' || scope.unit.isOwnUnit(owner)) return `this.${slot}(${args})`;
  // The superclass lives in another unit, which must be initialised before its code runs.
  return `(${scope.unit.statics(owner)},this.${slot}(${args}))`;
}
