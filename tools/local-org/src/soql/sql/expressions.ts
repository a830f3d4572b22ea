import { columnType } from '../../schema/ddl/columns.js';
import type { FieldDefinition } from '../../schema/definitions.js';
import { NotSupportedError } from '../../values/platform-error.js';
import type { Expression, Source } from '../analysis/bound-query.js';
import { typeOf } from '../analysis/functions.js';
import { recentColumn } from '../recent-rows.js';
import type { Parameters } from './parameters.js';
import type { Tables } from './tables.js';

/** SQL of an expression's value. */
export function writeExpression(expression: Expression, tables: Tables, parameters: Parameters): string {
  switch (expression.kind) {
    case 'field':
      if (expression.field.formula !== null)
        return writeFormula(expression.source, expression.field, tables, parameters);
      return (
        recentColumn(expression.field, tables.id(expression.source), () =>
          parameters.once('user', (run) => run.userId)
        ) ?? tables.column(expression.source, expression.field)
      );
    case 'type':
      return tables.type(expression.source);
    case 'function':
      return writeFunction(expression.name, expression.argument, tables, parameters);
  }
}

/**
 * A formula field in WHERE, GROUP BY or ORDER BY: its values are computed before the statement runs and go with it, by id.
 * Over the objects of a polymorphic reference the ids tell the rows apart.
 */
function writeFormula(source: Source, field: FieldDefinition, tables: Tables, parameters: Parameters): string {
  const key = field.name.toLowerCase();
  const objects = source.objects.filter((object) => object.fields[key]);
  if (objects.some((object) => object.fields[key]?.formula === null)) {
    throw new NotSupportedError(`the formula field ${field.name} in WHERE, GROUP BY or ORDER BY`);
  }
  const names = objects.map(({ name }) => name);
  const values = parameters.once(
    `formula ${names.join(',')}.${key}`,
    (run) => run.formulaValues(names, field),
    'jsonb'
  );
  return `((${values} ->> ${tables.id(source)})::${columnType(field)})`;
}

function writeFunction(name: string, argument: Expression | null, tables: Tables, parameters: Parameters): string {
  const inner = argument ? writeExpression(argument, tables, parameters) : '';
  switch (name) {
    case 'count':
      return `count(${argument ? inner : '*'})::integer`;
    case 'count_distinct':
      return `count(DISTINCT ${inner})::integer`;
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      return `${name}(${inner})`;
    case 'grouping':
      return `grouping(${inner})`;
    case 'converttimezone':
      return `((${inner} AT TIME ZONE 'UTC') AT TIME ZONE ${parameters.once('time zone', (run) => run.timeZone, 'text')})`;
    // The reader renders them; the value itself comes from the column.
    case 'format':
    case 'tolabel':
      return inner;
    default:
      return writeDateFunction(name, inner, argument);
  }
}

/** Months and years are the calendar's also for fiscal functions: the org has the standard fiscal year. */
function writeDateFunction(name: string, date: string, argument: Expression | null): string {
  const part = (unit: string): string => `EXTRACT(${unit} FROM ${date})::integer`;
  switch (name) {
    case 'calendar_month':
    case 'fiscal_month':
      return part('MONTH');
    case 'calendar_quarter':
    case 'fiscal_quarter':
      return part('QUARTER');
    case 'calendar_year':
    case 'fiscal_year':
      return part('YEAR');
    case 'day_in_month':
      return part('DAY');
    case 'day_in_week':
      return `(${part('DOW')} + 1)`;
    case 'day_in_year':
      return part('DOY');
    case 'day_only':
      return `(${date})::date`;
    case 'hour_in_day':
      return part('HOUR');
    case 'week_in_month':
      return `((${part('DAY')} - 1) / 7 + 1)`;
    case 'week_in_year':
      return `((${part('DOY')} - 1) / 7 + 1)`;
    default:
      throw new NotSupportedError(`SOQL ${name.toUpperCase()}(${argument ? typeOf(argument) : ''})`);
  }
}
