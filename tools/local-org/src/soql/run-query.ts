import { SqlError, type SqlParameter, type SqlResult } from '../database/connection.js';
import { knownOrAsked } from '../schema/answer-cache.js';
import type { AccessOptions, ExecutionContext } from '../schema/execution.js';
import { formulaContext } from '../formula/index.js';
import { sharingFilter } from '../security/sharing.js';
import { ApexList } from '../values/collections.js';
import type { SObjectRecord } from '../values/record.js';
import { sobjectType } from '../values/type.js';
import type { BoundQuery } from './analysis/bound-query.js';
import { checkRights } from './check-rights.js';
import { formulaValuesOf } from './formula-values.js';
import { planQuery, type QueryPlan } from './plan.js';
import { queryException } from './problem.js';
import { isRecentlyViewed, noteRecentRows, withRecentRows } from './recent-rows.js';
import { isRecordAccess, withRecordAccess } from './record-access.js';
import type { ReadEnvironment } from './sql/readers.js';
import type { Binds, QueryRun } from './sql/run.js';
import type { WrittenChildren, WrittenQuery } from './sql/write-query.js';

export interface QueryOutcome {
  readonly records: readonly SObjectRecord[];
  /** SELECT COUNT() alone: the number; else null. */
  readonly count: number | null;
  /** Object of FROM in its declared spelling; 'AggregateResult' for grouped queries. */
  readonly objectName: string;
}

export interface QueryOptions {
  /** Batch jobs and the APIs read more rows than Apex may: nothing is counted and no cap set. */
  readonly unlimited?: boolean;
}

const LOCK_TAKEN = new Set(['55P03', '40P01']);
const RECORD_UNAVAILABLE =
  'Record Currently Unavailable: The record you are attempting to edit, or one of its related records, is currently ' +
  'being modified by another user. Please try again.';

/**
 * Runs a SOQL query in the transaction.
 *
 * @param binds values of `:x` in source order, or by name.
 * @throws PlatformError System.QueryException, System.LimitException. @throws NotSupportedError for SOQL we have not.
 */
export function runQuery(
  context: ExecutionContext,
  text: string,
  binds: Binds,
  access: AccessOptions,
  options: QueryOptions = {}
): QueryOutcome {
  const plan = planQuery(text, context.schema);
  // Custom metadata is free: https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_gov_limits.htm
  const children = plan.query.outputs.filter((output) => output.kind === 'children').length;
  if (!options.unlimited && plan.query.object.kind !== 'custom-metadata') {
    context.limits.consume('queries');
    if (children > 0) context.limits.consume('aggregateQueries', children);
  }
  context.log('SOQL_EXECUTE_BEGIN', `Aggregations:${children}|${text}`);
  const outcome = runPlan(context, plan, binds, access, options);
  context.log('SOQL_EXECUTE_END', `Rows:${outcome.count === null ? outcome.records.length : 1}`);
  return outcome;
}

/** Runs a query that is resolved already; rows count, the query does not. */
export function runPlan(
  context: ExecutionContext,
  plan: QueryPlan,
  binds: Binds,
  access: AccessOptions,
  options: QueryOptions
): QueryOutcome {
  const { query } = plan;
  const run = runOf(context, query, binds, access);
  const statement = plan.statement(run, options.unlimited ? null : context.limits.limit('queryRows') + 1);
  const result = ask(context, plan, statement, run);
  const environment: ReadEnvironment = { schema: context.schema, formulas: formulaContext(context) };
  const objectName = query.isAggregate ? 'AggregateResult' : query.object.name;
  if (query.isCount) {
    if (!options.unlimited) context.limits.consume('queryRows', 1);
    return { records: [], count: result.rows[0]?.[0] as number, objectName };
  }
  const { aggregatedPosition: position } = statement;
  const counted = position === null ? result.rows.length : Number(result.rows[0]?.[position] ?? 0);
  if (!options.unlimited) context.limits.consume('queryRows', counted);
  const records = result.rows.map((row) => statement.read(row, environment));
  for (const children of statement.children) readChildren(context, children, records, run, options, environment);
  if (query.marks.length > 0 && !query.isAggregate) noteRecentRows(context, objectName, query.marks, records);
  return { records, count: null, objectName };
}

function ask(context: ExecutionContext, plan: QueryPlan, statement: WrittenQuery, run: QueryRun): SqlResult {
  const { query } = plan;
  if (query.forUpdate) return lockingQuery(context, statement, run);
  const parameters = parametersOf(statement, run);
  if (isRecordAccess(query)) {
    return withRecordAccess(context, query, run, () => context.db.query(statement.sql, parameters));
  }
  if (isRecentlyViewed(query)) {
    return withRecentRows(
      context,
      (text, ids, access) =>
        runPlan(context, planQuery(text, context.schema), new Map([['ids', ids]]), access, { unlimited: true }).records,
      () => context.db.query(statement.sql, parameters)
    );
  }
  return plan.isOfOneObject
    ? knownOrAsked(context, query.object.kind, statement.sql, parameters)
    : context.db.query(statement.sql, parameters);
}

export function runOf(context: ExecutionContext, query: BoundQuery, binds: Binds, access: AccessOptions): QueryRun {
  const effective = effectiveAccess(query, access);
  checkRights(context, query, effective);
  return {
    binds,
    now: context.now(),
    timeZone: context.user.timeZone,
    userId: context.user.id,
    sharing: sharingFilter(context, effective, 'read'),
    formulaValues: formulaValuesOf(context)
  };
}

/** WITH … in the query wins over the mode of the class or the call. */
function effectiveAccess(query: BoundQuery, access: AccessOptions): AccessOptions {
  if (query.access === 'user') return { mode: 'user', sharing: true };
  if (query.access === 'system') return { mode: 'system', sharing: access.sharing };
  return access;
}

export const parametersOf = (statement: WrittenQuery, run: QueryRun): SqlParameter[] =>
  statement.parameters.map((source) => source(run));

/** A lock that does not come must not spoil the transaction: Apex may catch the exception and go on. */
function lockingQuery(context: ExecutionContext, statement: WrittenQuery, run: QueryRun): SqlResult {
  const { db } = context;
  db.defer('SAVEPOINT soql_lock');
  try {
    const result = db.query(statement.sql, parametersOf(statement, run));
    db.defer('RELEASE SAVEPOINT soql_lock');
    return result;
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    db.defer('ROLLBACK TO SAVEPOINT soql_lock');
    db.defer('RELEASE SAVEPOINT soql_lock');
    if (!LOCK_TAKEN.has(error.code)) throw error;
    throw queryException({ message: RECORD_UNAVAILABLE, offset: 0 }, 'UNABLE_TO_LOCK_ROW');
  }
}

function readChildren(
  context: ExecutionContext,
  children: WrittenChildren,
  parents: readonly SObjectRecord[],
  run: QueryRun,
  options: QueryOptions,
  environment: ReadEnvironment
): void {
  const byParent = new Map<string, SObjectRecord[]>();
  const key = children.name.toLowerCase();
  for (const parent of parents) {
    const list: SObjectRecord[] = [];
    parent.children ??= new Map();
    parent.children.set(key, new ApexList(sobjectType(children.objectName), list));
    byParent.set(parent.id as string, list);
  }
  if (parents.length === 0) return;
  const parameters = parametersOf(children.query, run);
  parameters[0] = [...byParent.keys()];
  const { rows } = context.db.query(children.query.sql, parameters);
  if (!options.unlimited) context.limits.consume('queryRows', rows.length);
  const records = rows.map((row) => {
    const record = children.query.read(row, environment);
    byParent.get(row[children.parentPosition] as string)?.push(record);
    return record;
  });
  for (const nested of children.query.children) readChildren(context, nested, records, run, options, environment);
}
