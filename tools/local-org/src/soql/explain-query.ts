import type { SqlParameter } from '../database/connection.js';
import { sqlName } from '../schema/ddl/names.js';
import type { ObjectDefinition } from '../schema/definitions.js';
import type { AccessOptions, ExecutionContext } from '../schema/execution.js';
import { planQuery } from './plan.js';
import { parametersOf, runOf } from './run-query.js';

/** A way to run a query (api_rest, resources_query_explain). */
export interface QueryPlanReport {
  /** Rows that PostgreSQL expects the leading operation to find. */
  readonly cardinality: number;
  /** Fields of the index that leads; empty when none does. */
  readonly fields: readonly string[];
  readonly leadingOperationType: 'Index' | 'TableScan' | 'Other';
  readonly notes: readonly never[];
  /** Cost compared with reading the whole table, which is 1. */
  readonly relativeCost: number;
  /** Rows of the object, deleted ones not counted. */
  readonly sobjectCardinality: number;
  readonly sobjectType: string;
}

/** A node of `EXPLAIN (FORMAT JSON)`, https://www.postgresql.org/docs/current/sql-explain.html */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Total Cost': number;
  readonly Plans?: readonly PlanNode[];
}

const WITHOUT_INDEXES = ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'];

/**
 * How PostgreSQL would run a SOQL query: the plan it prefers, and the scan of the table where that is another one. The
 * cheapest comes first. Nothing is read.
 *
 * @throws PlatformError System.QueryException as running the query would.
 */
export function explainQuery(context: ExecutionContext, text: string, access: AccessOptions): QueryPlanReport[] {
  const plan = planQuery(text, context.schema);
  const { query } = plan;
  const run = runOf(context, query, [], access);
  const statement = plan.statement(run, null);
  const parameters = parametersOf(statement, run);
  const preferred = explain(context, statement.sql, parameters);
  const scan = withoutIndexes(context, () => explain(context, statement.sql, parameters));
  const sobjectCardinality = countRows(context, query.object);
  const report = (root: PlanNode): QueryPlanReport => {
    const leading = leadingNode(root, query.object);
    const indexes = leading ? indexNames(leading) : [];
    return {
      cardinality: (leading ?? root)['Plan Rows'],
      fields: indexes.length === 0 ? [] : indexedFields(context, query.object, indexes),
      leadingOperationType: !leading ? 'Other' : indexes.length > 0 ? 'Index' : 'TableScan',
      notes: [],
      relativeCost: scan['Total Cost'] === 0 ? 0 : Number((root['Total Cost'] / scan['Total Cost']).toFixed(3)),
      sobjectCardinality,
      sobjectType: query.object.name
    };
  };
  const reports = [report(preferred), report(scan)];
  return reports[0]?.leadingOperationType === reports[1]?.leadingOperationType ? reports.slice(0, 1) : reports;
}

function explain(context: ExecutionContext, sql: string, parameters: readonly SqlParameter[]): PlanNode {
  const lines = context.db.query(`EXPLAIN (FORMAT JSON) ${sql}`, parameters).rows.map(([line]) => line);
  const [result] = (typeof lines[0] === 'string' ? JSON.parse(lines.join('\n')) : lines[0]) as [{ Plan: PlanNode }];
  return result.Plan;
}

function withoutIndexes<T>({ db }: ExecutionContext, body: () => T): T {
  for (const setting of WITHOUT_INDEXES) db.defer(`SET LOCAL ${setting} = off`);
  const answer = body();
  for (const setting of WITHOUT_INDEXES) db.defer(`SET LOCAL ${setting} = on`);
  return answer;
}

/** The node that reads the table of FROM: the first of a plan that reads it more than once. */
function leadingNode(node: PlanNode, object: ObjectDefinition): PlanNode | null {
  if (node['Relation Name'] === object.name.toLowerCase()) return node;
  for (const part of node.Plans ?? []) {
    const found = leadingNode(part, object);
    if (found) return found;
  }
  return null;
}

/** The indexes that a node reads by itself or by the bitmaps under it. */
function indexNames(node: PlanNode): string[] {
  const own = node['Index Name'];
  return own === undefined ? (node.Plans ?? []).flatMap(indexNames) : [own];
}

function indexedFields(context: ExecutionContext, object: ObjectDefinition, indexes: readonly string[]): string[] {
  const { rows } = context.db.query(
    `SELECT DISTINCT a.attname::text FROM pg_attribute a JOIN pg_class i ON i.oid = a.attrelid
     JOIN pg_index x ON x.indexrelid = i.oid
     WHERE i.relname::text = ANY($1::text[]) AND x.indrelid = $2::regclass ORDER BY 1`,
    [[...new Set(indexes)], sqlName(object.name)]
  );
  return rows.map(([column]) => object.fields[String(column)]?.name ?? String(column));
}

function countRows({ db }: ExecutionContext, object: ObjectDefinition): number {
  return Number(db.query(`SELECT count(*) FROM ${sqlName(object.name)} WHERE NOT isdeleted`).rows[0]?.[0] ?? 0);
}
