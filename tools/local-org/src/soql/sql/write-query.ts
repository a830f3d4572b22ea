import type { Value } from '../ast.js';
import type { BoundQuery, Expression, Output, Source } from '../analysis/bound-query.js';
import { typeOf } from '../analysis/functions.js';
import { sqlName } from '../../schema/ddl/names.js';
import type { FieldDefinition } from '../../schema/definitions.js';
import { isNamedByText, keyColumn } from '../../schema/named-by-text.js';
import { queryException } from '../problem.js';
import { ConditionWriter } from './conditions.js';
import { writeExpression } from './expressions.js';
import { Parameters } from './parameters.js';
import { buildReader, type RecordReader } from './readers.js';
import { bindValue, type ParameterSource, type QueryRun } from './run.js';
import { Tables } from './tables.js';

/** A statement that fits one query for one shape of its binds. */
export interface WrittenQuery {
  readonly sql: string;
  readonly parameters: readonly ParameterSource[];
  readonly read: RecordReader;
  readonly children: readonly WrittenChildren[];
  /** Position of the number of rows that went into aggregates; null where the rows of the answer count. */
  readonly aggregatedPosition: number | null;
}

/** Functions that make every row they read count against the limit of query rows; COUNT does not (apex_gov_limits). */
const READING_ROWS = new Set(['sum', 'avg', 'min', 'max', 'count_distinct']);

const readsRows = ({ isAggregate, groupBy, outputs }: BoundQuery): boolean =>
  isAggregate &&
  (groupBy === null || groupBy.kind === 'plain') &&
  outputs.some(
    (output) =>
      output.kind === 'value' && output.expression.kind === 'function' && READING_ROWS.has(output.expression.name)
  );

/** Statement of a child relationship; its first parameter is the array of parent ids. */
export interface WrittenChildren {
  readonly name: string;
  readonly objectName: string;
  readonly query: WrittenQuery;
  /** Position of the parent's id in the row. */
  readonly parentPosition: number;
}

const MAX_OFFSET = 2000;

/** @param cap most rows without LIMIT; null is all of them. */
export function writeQuery(query: BoundQuery, run: QueryRun, cap: number | null): WrittenQuery {
  return new QueryWriter(query, run, new Parameters(), 't', cap).whole();
}

class QueryWriter {
  private readonly tables: Tables;
  private readonly conditions: ConditionWriter;
  private readonly columns: string[] = [];
  private subqueries = 0;

  constructor(
    private readonly query: BoundQuery,
    private readonly run: QueryRun,
    private readonly parameters: Parameters,
    private readonly letter: string,
    private readonly cap: number | null
  ) {
    this.tables = new Tables(letter);
    this.conditions = new ConditionWriter(this.tables, parameters, run, (condition) => this.semiJoin(condition));
  }

  whole(): WrittenQuery {
    const { query, parameters } = this;
    if (query.isCount) return this.count();
    const read = buildReader(query, (column) => this.add(column), this.tables);
    const aggregatedPosition = readsRows(query) ? this.add({ sql: '(sum(count(*)) OVER ())::integer' }) : null;
    const from = `FROM ${this.tables.from(query.sources)}${this.where([])}${this.grouping()}`;
    const tail = `${this.order()}${this.limit()}${query.forUpdate ? ` FOR UPDATE OF ${this.tables.alias(query.sources[0] as Source)}` : ''}`;
    const sql = `SELECT ${this.columns.join(', ')} ${from}${tail}`;
    const children = query.outputs.flatMap((output) => (output.kind === 'children' ? [this.children(output)] : []));
    return { sql, parameters: parameters.sources, read, children, aggregatedPosition };
  }

  private count(): WrittenQuery {
    const { query } = this;
    const from = `FROM ${this.tables.from(query.sources)}${this.where([])}`;
    const limited = query.limit !== null || query.offset !== null;
    const sql = limited
      ? `SELECT count(*)::integer FROM (SELECT 1 ${from}${this.limit()}) counted`
      : `SELECT count(*)::integer ${from}`;
    const read = (): never => {
      throw new Error('SELECT COUNT() has no rows');
    };
    return { sql, parameters: this.parameters.sources, read, children: [], aggregatedPosition: null };
  }

  private children(output: Extract<Output, { kind: 'children' }>): WrittenChildren {
    const writer = new QueryWriter(output.query, this.run, new Parameters(), 't', this.cap);
    return { name: output.name, objectName: output.query.object.name, ...writer.ofParents(output.via) };
  }

  /** Rows of many parents at once; with LIMIT, which counts for each parent, once for each parent inside PostgreSQL. */
  private ofParents(via: FieldDefinition): { query: WrittenQuery; parentPosition: number } {
    const { query, parameters } = this;
    // Filled in by the caller, who knows the ids once the parents are read.
    const ids = parameters.add(() => null, 'text[]');
    const read = buildReader(query, (column) => this.add(column), this.tables);
    const main = query.sources[0] as Source;
    const viaColumn = this.parentId(main, via);
    const parentPosition = this.add({ sql: viaColumn });
    const from = `FROM ${this.tables.from(query.sources)}`;
    const children = query.outputs.flatMap((output) => (output.kind === 'children' ? [this.children(output)] : []));
    const named = this.columns.map((column, index) => `${column} AS c${index}`).join(', ');
    const sql =
      query.limit === null
        ? `SELECT ${this.columns.join(', ')} ${from}${this.where([`${viaColumn} = ANY(${ids})`])}${this.order()}`
        : `SELECT rows.* FROM unnest(${ids}) AS parent(id) CROSS JOIN LATERAL (SELECT ${named} ${from}` +
          `${this.where([`${viaColumn} = parent.id`])}${this.order()}${this.limit()}) rows`;
    return { query: { sql, parameters: parameters.sources, read, children, aggregatedPosition: null }, parentPosition };
  }

  /** Id of the row's parent; a reference that holds a name is looked up. */
  private parentId(main: Source, via: FieldDefinition): string {
    const column = this.tables.column(main, via);
    const named = via.referenceTo.find(isNamedByText);
    if (named === undefined) return column;
    return `(SELECT named.id FROM ${sqlName(named)} named WHERE named.${keyColumn(named)} = ${column})`;
  }

  private add(column: Expression | { readonly sql: string }): number {
    const sql = 'sql' in column ? column.sql : writeExpression(column, this.tables, this.parameters);
    const known = this.columns.indexOf(sql);
    return known >= 0 ? known : this.columns.push(sql) - 1;
  }

  private where(extra: readonly string[]): string {
    const { query } = this;
    const tests = [...extra, ...this.filters()];
    if (query.where) tests.push(this.conditions.write(query.where));
    return tests.length === 0 ? '' : ` WHERE ${tests.join(' AND ')}`;
  }

  /** What the platform adds to every query: no deleted rows, no rows of others. */
  private filters(): string[] {
    const { query, run } = this;
    const table = this.tables.alias(query.sources[0] as Source);
    const tests: string[] = [];
    if (!query.allRows) tests.push(`NOT ${table}.isdeleted`);
    if (query.scope !== 'everything' && query.object.fields['ownerid']) {
      tests.push(`${table}.ownerid = ${this.parameters.once('user', (now) => now.userId)}`);
    }
    const owners = (): string => this.parameters.once('owners', (now) => now.sharing.owners, 'text[]');
    const shared = run.sharing.predicate(query.object, table, owners);
    if (shared !== null) tests.push(shared);
    return tests;
  }

  private semiJoin(condition: { readonly query: BoundQuery; readonly column: Expression }): string {
    const letter = `${this.letter}s${this.subqueries++}_`;
    const inner = new QueryWriter(condition.query, this.run, this.parameters, letter, null);
    const column = writeExpression(condition.column, inner.tables, this.parameters);
    const where = inner.where([`${column} IS NOT NULL`]);
    const tail = condition.query.limit === null ? '' : `${inner.order()}${inner.limit()}`;
    return `SELECT ${column} FROM ${inner.tables.from(condition.query.sources)}${where}${tail}`;
  }

  private grouping(): string {
    const { groupBy, having } = this.query;
    if (!groupBy) return '';
    const items = groupBy.items.map((item) => writeExpression(item, this.tables, this.parameters)).join(', ');
    const by = groupBy.kind === 'plain' ? items : `${groupBy.kind.toUpperCase()}(${items})`;
    return ` GROUP BY ${by}${having ? ` HAVING ${this.conditions.write(having)}` : ''}`;
  }

  /** Rows that ORDER BY leaves equal come in order of their ids, which is the order they were made in. */
  private order(): string {
    const { query } = this;
    const items = query.orderBy.map((item) => {
      const direction = `${item.descending ? 'DESC' : 'ASC'} NULLS ${item.nullsFirst ? 'FIRST' : 'LAST'}`;
      return this.sortKeys(item.expression)
        .map((key) => `${key} ${direction}`)
        .join(', ');
    });
    if (!query.isAggregate) items.push(`${this.tables.alias(query.sources[0] as Source)}.id`);
    return items.length === 0 ? '' : ` ORDER BY ${items.join(', ')}`;
  }

  /** Picklists sort in the order of their values; what is none of them comes behind, by text. */
  private sortKeys(expression: Expression): readonly string[] {
    const sql = writeExpression(expression, this.tables, this.parameters);
    const picklist =
      expression.kind === 'field' && typeOf(expression) === 'picklist' ? expression.field.picklist : null;
    if (!picklist || picklist.length === 0) return [sql];
    const values = picklist.map((entry) => entry.value);
    const positions = this.parameters.add(() => values, 'text[]');
    return [
      `CASE WHEN ${sql} IS NULL THEN NULL ELSE COALESCE(array_position(${positions}, ${sql} COLLATE "C"), 2147483647) END`,
      sql
    ];
  }

  private limit(): string {
    const { limit, offset } = this.query;
    const most = limit
      ? ` LIMIT ${this.parameters.add((run) => count(limit, run, 'LIMIT'), 'bigint')}`
      : this.cap === null || this.query.isAggregate || this.query.isCount
        ? ''
        : ` LIMIT ${this.cap}`;
    if (!offset) return most;
    const skip = this.parameters.add((run) => {
      const rows = count(offset, run, 'OFFSET');
      if (rows <= MAX_OFFSET) return rows;
      throw queryException(
        { message: `Maximum SOQL offset allowed is ${MAX_OFFSET}`, offset: 0 },
        'NUMBER_OUTSIDE_VALID_RANGE'
      );
    }, 'bigint');
    return `${most} OFFSET ${skip}`;
  }
}

function count(value: Value, run: QueryRun, clause: string): number {
  const given = value.kind === 'bind' ? bindValue(value, run) : value.kind === 'number' ? Number(value.text) : null;
  const rows = typeof given === 'bigint' ? Number(given) : given;
  if (typeof rows === 'number' && Number.isInteger(rows) && rows >= 0) return rows;
  throw queryException({ message: `Invalid value for ${clause}: ${String(given)}`, offset: 0 });
}
