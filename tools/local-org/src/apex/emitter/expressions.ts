import type { ApexType } from '../../values/type.js';
import type { BoundExpression } from '../bound/nodes.js';
import { assignment, compoundAssignment, increment } from './assignments.js';
import { chain } from './chains.js';
import { cast, conversion, instanceOf } from './conversions.js';
import { constructorCall, creation } from './creations.js';
import { isNonNull } from './nullness.js';
import { binary, dateArithmetic, logical, unary } from './operators.js';
import { soql, sosl } from './queries.js';
import type { FunctionScope } from './scope.js';

/** JavaScript text of a string. */
export const quoted = (text: string): string => JSON.stringify(text);

/**
 * JavaScript text of an expression, parenthesised where it needs to be.
 * @param discard whether nobody uses the value (an expression statement).
 */
export function expression(node: BoundExpression, scope: FunctionScope, discard = false): string {
  switch (node.kind) {
    case 'literal':
      return literal(node.value);
    case 'decimal-literal':
      return scope.unit.decimalConstant(node.text);
    case 'local':
      return node.local.jsName;
    case 'this':
      return 'this';
    case 'field':
    case 'sobject-field':
    case 'platform-property':
    case 'call':
    case 'platform-call':
    case 'index':
      return chain(node, scope);
    case 'enum-value':
      return node.owner.kind === 'user'
        ? `${enumObject(node.owner, scope)}.${node.name.toLowerCase()}`
        : scope.unit.enumConstant(node.owner, node.name);
    case 'enum-values':
      return `$enumValues(${enumList(node.owner, scope)},${scope.unit.typeConstant(node.owner)})`;
    case 'enum-value-of':
      return `$enumValueOf(${enumList(node.owner, scope)},${scope.unit.typeConstant(node.owner)},${expression(node.text, scope)})`;
    case 'constructor-call':
      return constructorCall(node, scope);
    case 'new':
    case 'new-platform':
    case 'new-exception':
    case 'new-sobject':
    case 'new-collection':
    case 'new-array':
      return creation(node, scope);
    case 'convert':
      return conversion(node, scope);
    case 'cast':
      return cast(node, scope);
    case 'instanceof':
      return instanceOf(node, scope);
    case 'unary':
      return unary(node, scope);
    case 'increment':
      return increment(node, scope, discard);
    case 'binary':
      return binary(node, scope);
    case 'date-arithmetic':
      return dateArithmetic(node, scope);
    case 'logical':
      return logical(node, scope);
    case 'ternary':
      return `(${condition(node.condition, scope)}?${expression(node.then, scope)}:${expression(node.otherwise, scope)})`;
    case 'assign':
      return assignment(node, scope, discard);
    case 'compound-assign':
      return compoundAssignment(node, scope, discard);
    case 'class-literal':
      return `$typeValue(${scope.unit.typeConstant(node.of)})`;
    case 'sobject-token':
      return `$token(${quoted(node.object)},${node.field === null ? 'null' : quoted(node.field)})`;
    case 'soql':
      return soql(node, scope);
    case 'sosl':
      return sosl(node, scope);
    case 'single-row':
      return `${node.orNull ? '$rowOfListOrNull' : '$rowOfList'}(${expression(node.list, scope)})`;
    case 'label':
      return `$label(${quoted(node.name)})`;
    case 'trigger-variable':
      return `$trigger(${quoted(node.name)})`;
    default:
      throw new Error(`the emitter met an expression it does not know: ${(node as { kind: string }).kind}`);
  }
}

export const expressionList = (nodes: readonly BoundExpression[], scope: FunctionScope): string =>
  nodes.map((node) => expression(node, scope)).join(',');

/** A value that must not be null: else the platform's "Attempt to de-reference a null object". */
export function required(node: BoundExpression, scope: FunctionScope): string {
  const text = expression(node, scope);
  return isNonNull(node, scope.nonNull) ? text : `(${text}??$npe())`;
}

/** A truth value for `if`, loops and logical operators: null is an error. */
export const condition = required;

function literal(value: string | number | boolean | bigint | null): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'bigint':
      return value < 0n ? `(${value}n)` : `${value}n`;
    case 'number':
      return value < 0 || Object.is(value, -0) ? `(${Object.is(value, -0) ? '-0' : value})` : String(value);
    default:
      return String(value);
  }
}

/** Object with the values of an enum of the org, by lower-case name. */
const enumObject = (owner: ApexType, scope: FunctionScope): string => scope.unit.classOf(owner);

/** Array of the values of an enum, in order. */
const enumList = (owner: ApexType, scope: FunctionScope): string =>
  owner.kind === 'user' ? `${enumObject(owner, scope)}.$values` : scope.unit.enumListConstant(owner);
