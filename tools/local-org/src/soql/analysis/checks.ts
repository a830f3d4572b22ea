import type { FieldType } from '../../schema/definitions.js';
import type { Condition, Comparison, Query, Value } from '../ast.js';
import type { QueryProblem } from '../problem.js';
import type { BoundQuery, Expression } from './bound-query.js';
import {
  DATE_FUNCTIONS,
  isAggregate,
  isIdentifier,
  isLongText,
  isNumber,
  isText,
  sameExpression,
  typeOf
} from './functions.js';

/** @throws nothing: problems are noted. */
export function checkFunction(expression: Expression, offset: number, problems: QueryProblem[]): void {
  if (expression.kind !== 'function' || !expression.argument) return;
  const { name, argument } = expression;
  const type = typeOf(argument);
  const isDate = type === 'date' || type === 'datetime';
  const wrong =
    ((name === 'sum' || name === 'avg') && !isNumber(type)) ||
    ((name === 'min' || name === 'max') && (type === 'boolean' || isLong(argument))) ||
    (DATE_FUNCTIONS.has(name) && !isDate) ||
    ((name === 'hour_in_day' || name === 'day_only' || name === 'converttimezone') && type !== 'datetime');
  if (wrong) {
    problems.push({
      message: `field ${nameOf(argument)} does not support aggregate operator ${name.toUpperCase()}`,
      offset
    });
  }
}

const isLong = (expression: Expression): boolean => expression.kind === 'field' && isLongText(expression.field);

const UNSORTED = new Set<FieldType>(['multipicklist', 'base64', 'address', 'location', 'junctionidlist']);

const UNFILTERED = new Set<FieldType>(['base64', 'address', 'location', 'junctionidlist']);

export function checkOrder(expression: Expression, offset: number, problems: QueryProblem[]): void {
  if (isLong(expression) || UNSORTED.has(typeOf(expression))) {
    problems.push({ message: `field '${nameOf(expression)}' can not be sorted in a query call`, offset });
  }
}

/** Operators and literals must suit the field. */
export function checkComparison(expression: Expression, comparison: Comparison, problems: QueryProblem[]): void {
  const { operator, value, position: offset } = comparison;
  const type = typeOf(expression);
  if (isLong(expression) || UNFILTERED.has(type)) {
    problems.push({ message: `field '${nameOf(expression)}' can not be filtered in a query call`, offset });
    return;
  }
  if ((operator === 'includes' || operator === 'excludes') && type !== 'multipicklist') {
    problems.push({ message: `invalid operator on ${nameOf(expression)} field`, offset });
    return;
  }
  if (operator === 'like' && !isText(type)) {
    problems.push({ message: `invalid operator on ${isIdentifier(type) ? 'id' : type} field`, offset });
    return;
  }
  const listOperator = operator === 'in' || operator === 'not in' || operator === 'includes' || operator === 'excludes';
  if (listOperator && value.kind !== 'list' && value.kind !== 'bind') {
    problems.push({ message: `unexpected token: '${literalText(value)}'`, offset });
    return;
  }
  const values = value.kind === 'list' ? value.items : [value];
  for (const item of values) checkLiteral(expression, item, offset, problems);
}

function checkLiteral(expression: Expression, value: Value, offset: number, problems: QueryProblem[]): void {
  if (value.kind === 'null' || value.kind === 'bind') return;
  const type = typeOf(expression);
  const quoted = value.kind === 'string';
  const wanted = isText(type) || isIdentifier(type) ? 'string' : type;
  const fits =
    wanted === 'string'
      ? quoted
      : wanted === 'boolean'
        ? value.kind === 'boolean'
        : wanted === 'date'
          ? value.kind === 'date' || value.kind === 'date-formula'
          : wanted === 'datetime'
            ? value.kind === 'datetime' || value.kind === 'date-formula'
            : wanted === 'time'
              ? value.kind === 'time'
              : isNumber(type)
                ? value.kind === 'number' || value.kind === 'currency'
                : true;
  if (fits) return;
  const shown = wanted === 'datetime' ? 'dateTime' : wanted;
  const rule = wanted === 'string' ? 'should be enclosed in quotes' : 'should not be enclosed in quotes';
  problems.push({
    message: `value of filter criterion for field '${nameOf(expression)}' must be of type ${shown} and ${rule}`,
    offset
  });
}

function literalText(value: Value): string {
  switch (value.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(value.value);
    case 'date-formula':
      return value.name.toUpperCase();
    case 'list':
    case 'subquery':
      return '(';
    default:
      return value.text;
  }
}

/** Rows that a query for all fields, whatever they are, may ask for. */
const MAX_FIELDS_ROWS = 200;

/**
 * FIELDS(ALL) and FIELDS(CUSTOM) want a LIMIT, or ids that bound them.
 * https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_fields.htm
 */
export function checkFieldsLimit(query: Query, problems: QueryProblem[]): void {
  const fields = query.select.find((item) => item.kind === 'fields' && item.group !== 'standard');
  if (!fields || (query.where && boundsIds(query.where))) return;
  const isBounded = query.limit && (query.limit.kind !== 'number' || Number(query.limit.text) <= MAX_FIELDS_ROWS);
  if (isBounded) return;
  const message = `The SOQL FIELDS function must have a LIMIT of at most ${MAX_FIELDS_ROWS}`;
  problems.push({ message, offset: fields.position });
}

function boundsIds(condition: Condition): boolean {
  if (condition.kind === 'and') return condition.parts.some(boundsIds);
  if (condition.kind !== 'comparison' || (condition.operator !== 'in' && condition.operator !== '=')) return false;
  const { operand } = condition;
  return operand.kind === 'path' && operand.names.length === 1 && operand.names[0]?.toLowerCase() === 'id';
}

/** What may stand beside aggregates, and what not with FOR UPDATE. */
export function checkGrouping(bound: BoundQuery, query: Query, problems: QueryProblem[]): void {
  if (query.forUpdate && query.orderBy.length > 0) {
    problems.push({ message: 'Query with FOR UPDATE clause cannot have ORDER BY clause', offset: query.position });
  }
  if (query.forUpdate && (bound.isAggregate || bound.isCount)) {
    problems.push({
      message: 'FOR UPDATE is not allowed with aggregate functions or GROUP BY',
      offset: query.position
    });
  }
  if (query.having && !query.groupBy) {
    problems.push({ message: "unexpected token: 'HAVING'", offset: query.position });
  }
  if (!bound.isAggregate) {
    const aliased = bound.outputs.find(
      (output) => output.kind === 'value' && output.aliased && output.expression.kind === 'field'
    );
    if (aliased) problems.push({ message: 'only aggregate expressions use field aliasing', offset: query.position });
    return;
  }
  const names = new Set<string>();
  for (const [index, output] of bound.outputs.entries()) {
    const offset = query.select[index]?.position ?? query.position;
    if (output.kind !== 'value') {
      problems.push({ message: 'Field must be grouped or aggregated', offset });
      continue;
    }
    const grouped = (bound.groupBy?.items ?? []).some((item) => sameExpression(item, output.expression));
    if (!grouped && !isAggregate(output.expression)) {
      problems.push({ message: `Field must be grouped or aggregated: ${nameOf(output.expression)}`, offset });
    }
    const key = output.name.toLowerCase();
    if (names.has(key)) problems.push({ message: `duplicate alias: ${output.name}`, offset });
    names.add(key);
  }
  for (const item of bound.orderBy) {
    const grouped = (bound.groupBy?.items ?? []).some((group) => sameExpression(group, item.expression));
    if (!grouped && !isAggregate(item.expression)) {
      problems.push({
        message: `Ordered field must be grouped or aggregated: ${nameOf(item.expression)}`,
        offset: query.position
      });
    }
  }
}

export function nameOf(expression: Expression): string {
  if (expression.kind === 'field') return expression.field.name;
  if (expression.kind === 'type') return 'Type';
  return expression.argument ? nameOf(expression.argument) : expression.name;
}
