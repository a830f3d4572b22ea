import { isExact } from '../../schema/ddl/columns.js';
import type { FieldType } from '../../schema/definitions.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { Decimal } from '../../values/decimal.js';
import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { TimeValue } from '../../values/time.js';
import type { Value } from '../ast.js';
import type { BoundCondition, Expression } from '../analysis/bound-query.js';
import { isIdentifier, isText, typeOf } from '../analysis/functions.js';
import { nameOf } from '../analysis/checks.js';
import { queryException } from '../problem.js';
import { sqlType } from '../../schema/ddl/sql-types.js';
import { sqlText, timestampText, UnsuitableValue } from '../values/to-sql.js';
import { dayRange, midnight, today } from './date-ranges.js';
import { writeExpression } from './expressions.js';
import type { Parameters } from './parameters.js';
import { bindItems, bindValue, isNothing, shapeOfValue, type ParameterSource, type QueryRun } from './run.js';
import type { Tables } from './tables.js';

type Comparison = Extract<BoundCondition, { kind: 'comparison' }>;

/** Writes the subquery of a semi-join: the rows' column, without nulls. */
export type SemiJoinWriter = (condition: Extract<BoundCondition, { kind: 'semi-join' }>) => string;

/** Writes WHERE and HAVING. Conditions are true or false, never unknown: NOT turns every row round, null or not. */
export class ConditionWriter {
  constructor(
    private readonly tables: Tables,
    private readonly parameters: Parameters,
    /** The shapes of its binds decide the statement's text. */
    private readonly run: QueryRun,
    private readonly semiJoin: SemiJoinWriter
  ) {}

  write(condition: BoundCondition): string {
    switch (condition.kind) {
      case 'and':
      case 'or':
        return `(${condition.parts.map((part) => this.write(part)).join(condition.kind === 'and' ? ' AND ' : ' OR ')})`;
      case 'not':
        return `(${this.write(condition.part)}) IS NOT TRUE`;
      case 'semi-join': {
        const column = writeExpression(condition.expression, this.tables, this.parameters);
        const test = `${column} IN (${this.semiJoin(condition)})`;
        return condition.negated ? `(${test}) IS NOT TRUE` : test;
      }
      case 'comparison':
        return this.comparison(condition);
    }
  }

  private comparison(condition: Comparison): string {
    const { operator, value } = condition;
    const column = this.column(condition.expression);
    const shape = shapeOfValue(value, this.run);
    if (value.kind === 'date-formula') return this.range(condition, column, value);
    const isList = shape === 'list' || shape === 'list-with-null';
    switch (operator) {
      case '=':
      case 'in':
        if (isList) return this.isIn(condition, column, shape === 'list-with-null');
        return shape === 'null' ? `${column} IS NULL` : `${column} = ${this.one(condition)}`;
      case '!=':
      case 'not in':
        if (isList) return `(${this.isIn(condition, column, shape === 'list-with-null')}) IS NOT TRUE`;
        return shape === 'null' ? `${column} IS NOT NULL` : `(${column} = ${this.one(condition)}) IS NOT TRUE`;
      case 'like':
        if (shape === 'null') return 'false';
        return this.like(condition, column, isList);
      case 'includes':
        return this.includes(condition, column);
      case 'excludes':
        return `(${this.includes(condition, column)}) IS NOT TRUE`;
      default:
        if (shape === 'null') return 'false';
        if (isList)
          throw queryException({
            message: `Invalid bind expression type of list for column ${nameOf(condition.expression)}`,
            offset: condition.offset
          });
        return `${column} ${operator} ${this.one(condition)}`;
    }
  }

  /**
   * LIKE over folded text: on a collation without case PostgreSQL 18 takes no literal backslash, earlier ones no LIKE at all.
   */
  private like(condition: Comparison, column: string, isList: boolean): string {
    const { expression } = condition;
    const exact = expression.kind === 'field' && isExact(expression.field);
    const fold = (text: string): string => (exact ? text : `lower(${text} COLLATE "und-x-icu") COLLATE "C"`);
    if (!isList) return `${fold(column)} LIKE ${fold(this.one(condition, 'text'))}`;
    return `EXISTS (SELECT 1 FROM unnest(${this.many(condition)}) AS pattern WHERE ${fold(column)} LIKE ${fold('pattern')})`;
  }

  /** A Boolean of a parent that is not there counts as false. */
  private column(expression: Expression): string {
    const column = writeExpression(expression, this.tables, this.parameters);
    const isOuter = expression.kind === 'field' && expression.source.parent !== null;
    return isOuter && typeOf(expression) === 'boolean' ? `COALESCE(${column}, false)` : column;
  }

  private isIn(condition: Comparison, column: string, withNull: boolean): string {
    const test = `${column} = ANY(${this.many(condition)})`;
    return withNull ? `(${test} OR ${column} IS NULL)` : test;
  }

  private includes(condition: Comparison, column: string): string {
    const sets = `unnest(${this.many(condition)}) AS choice`;
    const parts = (text: string): string => `string_to_array(lower(${text} COLLATE "C"), ';')`;
    return `EXISTS (SELECT 1 FROM ${sets} WHERE ${parts(column)} @> ${parts('choice')})`;
  }

  private range(condition: Comparison, column: string, value: Extract<Value, { kind: 'date-formula' }>): string {
    const type = typeOf(condition.expression);
    if (!dayRange(value.name, value.count, new DateValue(0))) {
      throw new NotSupportedError(`the date literal ${value.name.toUpperCase()}`);
    }
    const bound = (edge: 'start' | 'end'): string =>
      this.parameters.add((run) => {
        const range = dayRange(value.name, value.count, today(run.now, run.timeZone));
        const day = (range as NonNullable<typeof range>)[edge];
        return type === 'date' ? day.toString() : timestampText(midnight(day, run.timeZone));
      }, sqlType(type));
    switch (condition.operator) {
      case '=':
        return `(${column} >= ${bound('start')} AND ${column} < ${bound('end')})`;
      case '!=':
        return `(${column} >= ${bound('start')} AND ${column} < ${bound('end')}) IS NOT TRUE`;
      case '<':
        return `${column} < ${bound('start')}`;
      case '<=':
        return `${column} < ${bound('end')}`;
      case '>':
        return `${column} >= ${bound('end')}`;
      case '>=':
        return `${column} >= ${bound('start')}`;
      default:
        throw new NotSupportedError(`date literals with ${condition.operator.toUpperCase()}`);
    }
  }

  /** Placeholder for one value. */
  private one(condition: Comparison, cast?: string): string {
    const type = typeOf(condition.expression);
    return this.parameters.add(
      (run) => scalar(condition, condition.value, type, run),
      isText(type) || isIdentifier(type) ? cast : sqlType(type)
    );
  }

  /** Placeholder for an array without its nulls. */
  private many(condition: Comparison): string {
    const type = typeOf(condition.expression);
    return this.parameters.add(manyValues(condition, type), `${sqlType(type)}[]`);
  }
}

function manyValues(condition: Comparison, type: FieldType): ParameterSource {
  const { value } = condition;
  return (run) => {
    const texts =
      value.kind === 'list'
        ? value.items.map((item) => scalar(condition, item, type, run))
        : (bindItems(boundValue(value, run)) ?? [boundValue(value, run)]).map((item) => toText(condition, type, item));
    return texts.filter((text) => text !== null);
  };
}

const boundValue = (value: Value, run: QueryRun): unknown => (value.kind === 'bind' ? bindValue(value, run) : null);

function scalar(condition: Comparison, value: Value, type: FieldType, run: QueryRun): string | null {
  switch (value.kind) {
    case 'null':
      return null;
    case 'boolean':
      return value.value ? 't' : 'f';
    case 'string':
      if (isIdentifier(type)) return toText(condition, type, value.text);
      return condition.operator === 'like' ? value.pattern : value.text;
    case 'number':
    case 'currency':
      return value.text;
    case 'bind':
      return toText(condition, type, bindValue(value, run));
    case 'date':
    case 'datetime':
    case 'time':
      return toText(condition, type, temporal(value.kind, value.text));
    case 'date-formula':
      throw new NotSupportedError('date literals in a list');
    case 'list':
    case 'subquery':
      throw new Error('a list is no single value');
  }
}

function temporal(kind: 'date' | 'datetime' | 'time', text: string): unknown {
  const value =
    kind === 'date'
      ? DateValue.parseIso(text)
      : kind === 'datetime'
        ? DatetimeValue.parseIso(text)
        : TimeValue.parseIso(text);
  if (!value) throw queryException({ message: `Invalid date: ${text}`, offset: 0 });
  return value;
}

function toText(condition: Comparison, type: FieldType, value: unknown): string | null {
  if (isNothing(value)) return null;
  try {
    // PostgreSQL takes no U+0000, and no stored text holds one: in its place goes what no text holds either.
    return sqlText(type, value)?.replaceAll('\u0000', '\ufffd') ?? null;
  } catch (error) {
    if (!(error instanceof UnsuitableValue)) throw error;
    const message = isIdentifier(type)
      ? `invalid ID field: ${String(value)}`
      : `Invalid bind expression type of ${typeName(value)} for column of type ${type[0]?.toUpperCase()}${type.slice(1)}`;
    throw queryException({ message, offset: condition.offset });
  }
}

function typeName(value: unknown): string {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Boolean';
  if (typeof value === 'number') return 'Integer';
  if (value instanceof Decimal) return 'Decimal';
  if (value instanceof DateValue) return 'Date';
  if (value instanceof DatetimeValue) return 'Datetime';
  return 'Object';
}
