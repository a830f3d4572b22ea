import type { OrgSchema } from '../schema/definitions.js';
import type { BoundQuery, Output } from './analysis/bound-query.js';
import { bindQuery } from './analysis/bind-query.js';
import { typeOf } from './analysis/functions.js';
import type { FieldType } from '../schema/definitions.js';
import { planQuery } from './plan.js';
import { parseQuery } from './parser/parse.js';
import { QuerySyntaxError, type QueryProblem } from './problem.js';

/** What the Apex checker and the APIs want to know of a query before it runs. */
export interface QueryAnalysis {
  /** Object of FROM in its declared spelling; null when it is unknown. */
  readonly objectName: string | null;
  /** SELECT COUNT() alone: the result is an Integer. */
  readonly isCount: boolean;
  /** Rows are AggregateResult. */
  readonly isAggregate: boolean;
  readonly selected: readonly SelectedColumn[];
  readonly problems: readonly QueryProblem[];
}

/** One item of SELECT, in its order. */
export type SelectedColumn =
  | {
      readonly kind: 'field';
      /** Relationship names, then the field: ['Account', 'Name']. */
      readonly path: readonly string[];
      readonly type: FieldType;
    }
  /** A function or a field of an aggregate query, under its alias or `expr0`. */
  | { readonly kind: 'value'; readonly name: string; readonly type: FieldType; readonly isFunction: boolean }
  | {
      readonly kind: 'children';
      readonly name: string;
      readonly objectName: string;
      readonly selected: readonly SelectedColumn[];
    }
  | { readonly kind: 'typeof'; readonly name: string };

/** Reads and checks a query; never throws for what is wrong with the text. */
export function analyzeQuery(text: string, schema: OrgSchema): QueryAnalysis {
  const problems: QueryProblem[] = [];
  try {
    const bound = bindQuery(parseQuery(text), schema, problems);
    return {
      objectName: bound?.object.name ?? null,
      isCount: bound?.isCount ?? false,
      isAggregate: bound?.isAggregate ?? false,
      selected: bound ? columnsOf(bound) : [],
      problems
    };
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    const problem = { message: error.message, offset: error.offset };
    return { objectName: null, isCount: false, isAggregate: false, selected: [], problems: [problem] };
  }
}

/**
 * Items of SELECT of a query that runs, in their order and spelling: what a row of the APIs holds.
 *
 * @throws PlatformError System.QueryException.
 */
export const selectedColumns = (text: string, schema: OrgSchema): SelectedColumn[] =>
  columnsOf(planQuery(text, schema).query);

const columnsOf = (query: BoundQuery): SelectedColumn[] => query.outputs.map(columnOf);

function columnOf(output: Output): SelectedColumn {
  switch (output.kind) {
    case 'field':
      return { kind: 'field', path: [...output.path, output.name], type: typeOf(output.expression) };
    case 'value':
      return {
        kind: 'value',
        name: output.name,
        type: typeOf(output.expression),
        isFunction: output.expression.kind === 'function'
      };
    case 'children':
      return {
        kind: 'children',
        name: output.name,
        objectName: output.query.object.name,
        selected: columnsOf(output.query)
      };
    case 'typeof':
      return { kind: 'typeof', name: output.name };
  }
}
