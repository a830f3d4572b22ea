import type { ObjectDefinition, OrgSchema } from '../schema/definitions.js';
import type { Bind, Value } from './ast.js';
import type { BoundCondition, BoundQuery } from './analysis/bound-query.js';
import { bindQuery } from './analysis/bind-query.js';
import { parseQuery } from './parser/parse.js';
import { queryException, QuerySyntaxError, type QueryProblem } from './problem.js';
import { bindValue, shapeOf, type QueryRun } from './sql/run.js';
import { writeQuery, type WrittenQuery } from './sql/write-query.js';

/** A query that was parsed and resolved once for a schema; its statements are kept by the shapes of the binds. */
export class QueryPlan {
  private readonly statements = new Map<string, WrittenQuery>();
  private readonly binds: readonly Bind[];
  /** Objects whose sharing decides the statement. */
  private readonly objects: readonly ObjectDefinition[];

  /** Reads rows of one object only. */
  readonly isOfOneObject: boolean;

  constructor(readonly query: BoundQuery) {
    const binds: Bind[] = [];
    const objects = new Set<ObjectDefinition>();
    collect(query, binds, objects);
    this.binds = binds;
    this.objects = [...objects];
    this.isOfOneObject = query.sources.length === 1 && objects.size === 1;
  }

  statement(run: QueryRun, cap: number | null): WrittenQuery {
    const key = this.key(run, cap);
    let statement = this.statements.get(key);
    if (!statement) this.statements.set(key, (statement = writeQuery(this.query, run, cap)));
    return statement;
  }

  private key(run: QueryRun, cap: number | null): string {
    let key = cap === null ? 'all' : String(cap);
    for (const bind of this.binds) key += `,${shapeOf(bindValue(bind, run))}`;
    for (const object of this.objects) key += `,${run.sharing.predicate(object, object.name, () => '') ?? ''}`;
    return key;
  }
}

function collect(query: BoundQuery, binds: Bind[], objects: Set<ObjectDefinition>): void {
  objects.add(query.object);
  for (const condition of [query.where, query.having]) if (condition) collectCondition(condition, binds, objects);
  for (const output of query.outputs) if (output.kind === 'children') collect(output.query, binds, objects);
}

function collectCondition(condition: BoundCondition, binds: Bind[], objects: Set<ObjectDefinition>): void {
  switch (condition.kind) {
    case 'and':
    case 'or':
      for (const part of condition.parts) collectCondition(part, binds, objects);
      break;
    case 'not':
      collectCondition(condition.part, binds, objects);
      break;
    case 'semi-join':
      collect(condition.query, binds, objects);
      break;
    case 'comparison':
      collectValue(condition.value, binds);
      break;
  }
}

function collectValue(value: Value, binds: Bind[]): void {
  if (value.kind === 'bind') binds.push(value);
  if (value.kind === 'list') for (const item of value.items) collectValue(item, binds);
}

const CACHE_SIZE = 2000;
const plans = new WeakMap<OrgSchema, Map<string, QueryPlan>>();

/** @throws PlatformError System.QueryException for the first thing wrong with the text. */
export function planQuery(text: string, schema: OrgSchema): QueryPlan {
  let known = plans.get(schema);
  if (!known) plans.set(schema, (known = new Map()));
  const cached = known.get(text);
  if (cached) return cached;
  const problems: QueryProblem[] = [];
  const bound = bindQuery(parse(text), schema, problems);
  if (problems.length > 0 || !bound) throw queryException(problems[0] as QueryProblem);
  const plan = new QueryPlan(bound);
  if (known.size >= CACHE_SIZE) known.delete(known.keys().next().value as string);
  known.set(text, plan);
  return plan;
}

function parse(text: string): ReturnType<typeof parseQuery> {
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof QuerySyntaxError) throw queryException({ message: error.message, offset: error.offset });
    throw error;
  }
}
