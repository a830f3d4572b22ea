import { sqlName } from '../../schema/ddl/names.js';
import type { ObjectDefinition } from '../../schema/definitions.js';
import { hasColumn } from '../../schema/ddl/columns.js';
import type { AccessOptions, ExecutionContext } from '../../schema/execution.js';
import type { SObjectRecord } from '../../values/record.js';
import { isText } from '../analysis/functions.js';
import { bindQuery } from '../analysis/bind-query.js';
import { noSuchObject } from '../analysis/messages.js';
import type { Condition, Query } from '../ast.js';
import { QueryPlan } from '../plan.js';
import { queryException, QuerySyntaxError, type QueryProblem } from '../problem.js';
import { runPlan } from '../run-query.js';
import { bindValue, type Binds, type QueryRun } from '../sql/run.js';
import { parseSearch, type Search } from './parse-search.js';
import { readSearch, type SearchTerm } from './search-terms.js';

export interface SearchOptions {
  /** Tests find only what Test.setFixedSearchResults named; null searches. */
  readonly fixedIds?: readonly string[] | null;
}

/** https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_gov_limits.htm */
const MAX_ROWS = 2000;

/**
 * Runs a SOSL search: one list of records for each object of RETURNING.
 *
 * @throws PlatformError System.QueryException, System.LimitException. @throws NotSupportedError for SOSL we have not.
 */
export function runSearch(
  context: ExecutionContext,
  text: string,
  binds: Binds,
  access: AccessOptions,
  options: SearchOptions = {}
): (readonly SObjectRecord[])[] {
  context.limits.consume('soslQueries');
  context.log('SOSL_EXECUTE_BEGIN', text);
  const search = parse(text);
  const effective =
    search.access === null ? access : { mode: search.access, sharing: access.sharing || search.access === 'user' };
  const term = readSearch(findText(search, binds));
  const results = search.returning.map((query) => {
    const object = context.schema.object(query.from.names[0] as string);
    if (!object)
      throw queryException({ message: noSuchObject(query.from.names.join('.')), offset: query.from.position });
    const ids = options.fixedIds ?? find(context, object, search.group, term);
    return rowsOf(context, object, query, ids, search, binds, effective);
  });
  context.log('SOSL_EXECUTE_END', `Rows:${results.reduce((sum, rows) => sum + rows.length, 0)}`);
  return results;
}

function parse(text: string): Search {
  try {
    return parseSearch(text);
  } catch (error) {
    if (error instanceof QuerySyntaxError) throw queryException({ message: error.message, offset: error.offset });
    throw error;
  }
}

function findText(search: Search, binds: Binds): string {
  if (search.find.kind === 'text') return search.find.text;
  return String(bindValue(search.find, { binds } as QueryRun) ?? '');
}

function rowsOf(
  context: ExecutionContext,
  object: ObjectDefinition,
  query: Query,
  ids: readonly string[],
  search: Search,
  binds: Binds,
  access: AccessOptions
): readonly SObjectRecord[] {
  const found: Condition = {
    kind: 'comparison',
    operand: { kind: 'path', names: ['Id'], position: query.position },
    operator: 'in',
    value: { kind: 'list', items: ids.map((id) => ({ kind: 'string', text: id, pattern: id })) },
    position: query.position
  };
  const where: Condition = query.where ? { kind: 'and', parts: [found, query.where] } : found;
  const problems: QueryProblem[] = [];
  const bound = bindQuery({ ...query, where, limit: query.limit ?? search.limit }, context.schema, problems);
  if (!bound || problems.length > 0) throw queryException(problems[0] as QueryProblem);
  const own = ids.filter((id) => id.startsWith(object.keyPrefix));
  if (own.length === 0) return [];
  return runPlan(context, new QueryPlan(bound), binds, access, {}).records;
}

/** Ids of rows whose text fields hold what is sought. */
function find(context: ExecutionContext, object: ObjectDefinition, group: Search['group'], term: SearchTerm): string[] {
  const columns = searchedColumns(object, group);
  if (columns.length === 0) return [];
  const parameters: string[] = [];
  const text = `lower(concat_ws(' ', ${columns.join(', ')}) COLLATE "und-x-icu")`;
  const write = (part: SearchTerm): string => {
    switch (part.kind) {
      case 'and':
      case 'or':
        return `(${part.parts.map(write).join(part.kind === 'and' ? ' AND ' : ' OR ')})`;
      case 'not':
        return `NOT ${write(part.part)}`;
      case 'words':
        parameters.push(part.pattern);
        return `${text} ~ $${parameters.length}`;
    }
  };
  const test = write(term);
  const { rows } = context.db.query(
    `SELECT id FROM ${sqlName(object.name)} WHERE NOT isdeleted AND ${test} ORDER BY id LIMIT ${MAX_ROWS}`,
    parameters
  );
  return rows.map((row) => row[0] as string);
}

function searchedColumns(object: ObjectDefinition, group: Search['group']): string[] {
  const fields = Object.values(object.fields).filter((field) => {
    if (!hasColumn(field) || !isText(field.type)) return false;
    switch (group) {
      case 'name':
        return field.name === object.nameField;
      case 'email':
        return field.type === 'email';
      case 'phone':
        return field.type === 'phone';
      default:
        return field.type !== 'encryptedstring' && field.type !== 'anyType';
    }
  });
  // One collation: columns of different ones cannot be put together.
  return fields.map((field) => `${sqlName(field.name)} COLLATE "und-x-icu"`);
}
