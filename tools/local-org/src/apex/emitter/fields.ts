import type { BoundExpression, BoundField } from '../bound/nodes.js';
import { expression, quoted } from './expressions.js';
import { isNonNull } from './nullness.js';
import type { FunctionScope } from './scope.js';

type Node<K extends BoundExpression['kind']> = Extract<BoundExpression, { kind: K }>;

export const getterName = (field: BoundField): string => `$get_${field.jsName}`;
export const setterName = (field: BoundField): string => `$set_${field.jsName}`;

/** Static fields are variables of their unit; other units reach them as properties of the statics. */
export const staticVariable = (field: BoundField): string => `s$${field.jsName}`;

/** Object whose property (or accessor) a field is: the statics of its class, or the target. */
export function fieldHolder(field: BoundField, target: string, scope: FunctionScope): string {
  return field.isStatic ? scope.unit.statics(field.owner) : target;
}

/** Text that reads or assigns the field itself. A null target fails in JavaScript by itself. */
export function fieldText(field: BoundField, target: string, scope: FunctionScope): string {
  if (field.isStatic && scope.unit.isOwnUnit(field.owner)) return staticVariable(field);
  return `${fieldHolder(field, target, scope)}.${field.jsName}`;
}

export function field(node: Node<'field'>, target: string, scope: FunctionScope): string {
  return node.viaAccessor
    ? `${fieldHolder(node.field, target, scope)}.${getterName(node.field)}()`
    : fieldText(node.field, target, scope);
}

/**
 * Field of a record. A parent relationship that is null makes the fields behind it null: Apex Developer Guide, "Safe
 * Navigation Operator", SObject chaining.
 */
export function sobjectField(node: Node<'sobject-field'>, target: string, scope: FunctionScope): string {
  const helper = { value: '$field', parent: '$parent', children: '$children' }[node.role];
  const suffix = isParentAccess(node.target) ? 'OrNull' : '';
  const extra =
    node.role === 'children'
      ? `,${scope.unit.typeConstant(node.type)}`
      : node.role === 'value' && node.type.key === 'boolean'
        ? ',false'
        : '';
  return `${helper}${suffix}(${target},${quoted(node.field.toLowerCase())},${quoted(node.field)}${extra})`;
}

const isParentAccess = (node: BoundExpression): boolean =>
  (node.kind === 'sobject-field' && node.role === 'parent') ||
  (node.kind === 'convert' && isParentAccess(node.operand));

export function platformProperty(
  node: Node<'platform-property'>,
  target: string,
  scope: FunctionScope,
  nonNullTarget: boolean
): string {
  const getter = scope.unit.memberConstant(node.member);
  if (node.target === null) return `${getter}()`;
  return `${getter}(${nonNullTarget || isNonNull(node.target, scope.nonNull) ? target : `${target}??$npe()`})`;
}

export function index(node: Node<'index'>, target: string, scope: FunctionScope): string {
  return `${target}.get(${expression(node.index, scope)})`;
}
