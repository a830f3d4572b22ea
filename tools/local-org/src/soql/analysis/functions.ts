import type { FieldDefinition, FieldType } from '../../schema/definitions.js';
import type { Expression } from './bound-query.js';

export const AGGREGATES = new Set(['count', 'count_distinct', 'sum', 'avg', 'min', 'max', 'grouping']);

/** Functions of a date or datetime. https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_date_functions.htm */
export const DATE_FUNCTIONS = new Set([
  'calendar_month',
  'calendar_quarter',
  'calendar_year',
  'day_in_month',
  'day_in_week',
  'day_in_year',
  'day_only',
  'fiscal_month',
  'fiscal_quarter',
  'fiscal_year',
  'hour_in_day',
  'week_in_month',
  'week_in_year'
]);

const TEXT_TYPES = new Set<FieldType>([
  'string',
  'textarea',
  'longtextarea',
  'html',
  'email',
  'phone',
  'url',
  'encryptedstring',
  'picklist',
  'multipicklist',
  'combobox',
  'anyType'
]);

const NUMBER_TYPES = new Set<FieldType>(['int', 'double', 'currency', 'percent', 'long']);

export const isText = (type: FieldType): boolean => TEXT_TYPES.has(type);
export const isNumber = (type: FieldType): boolean => NUMBER_TYPES.has(type);
export const isIdentifier = (type: FieldType): boolean => type === 'id' || type === 'reference';

/** Long text has no index and no order on the platform. */
export const isLongText = (field: FieldDefinition): boolean =>
  field.type === 'longtextarea' || field.type === 'html' || (field.type === 'textarea' && field.length > 255);

/** What an expression yields, in terms of field types; decides how values are compared and read. */
export function typeOf(expression: Expression): FieldType {
  switch (expression.kind) {
    case 'field':
      return expression.field.type;
    case 'type':
      return 'string';
    case 'function':
      return typeOfFunction(expression.name, expression.argument);
  }
}

function typeOfFunction(name: string, argument: Expression | null): FieldType {
  switch (name) {
    case 'count':
    case 'count_distinct':
    case 'grouping':
      return 'int';
    case 'sum':
    case 'avg':
      return 'double';
    case 'day_only':
      return 'date';
    case 'format':
    case 'tolabel':
      return 'string';
    case 'min':
    case 'max':
    case 'converttimezone':
    case 'convertcurrency':
      return argument ? typeOf(argument) : 'int';
    default:
      return 'int';
  }
}

export function isAggregate(expression: Expression): boolean {
  if (expression.kind !== 'function') return false;
  return AGGREGATES.has(expression.name) || (expression.argument !== null && isAggregate(expression.argument));
}

/** Same column or same function of the same column. */
export function sameExpression(left: Expression, right: Expression): boolean {
  if (left.kind === 'field') {
    return right.kind === 'field' && left.source === right.source && left.field.name === right.field.name;
  }
  if (left.kind === 'type') return right.kind === 'type' && left.source === right.source;
  if (right.kind !== 'function' || left.name !== right.name) return false;
  if (left.argument === null || right.argument === null) return left.argument === right.argument;
  return sameExpression(left.argument, right.argument);
}
