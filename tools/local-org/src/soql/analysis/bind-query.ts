import type { ChildRelationship, ObjectDefinition, OrgSchema } from '../../schema/definitions.js';
import { NotSupportedError } from '../../values/platform-error.js';
import type { Comparison, Condition, FromItem, Operand, Query, SelectItem } from '../ast.js';
import type { QueryProblem } from '../problem.js';
import type { BoundCondition, BoundQuery, Expression, Output } from './bound-query.js';
import { checkComparison, checkFieldsLimit, checkFunction, checkGrouping, checkOrder } from './checks.js';
import { isAggregate } from './functions.js';
import { noSuchChild, noSuchObject } from './messages.js';
import { QueryScope } from './scope.js';

/**
 * Resolves the names of a query against the schema and checks what the platform checks before it runs one.
 *
 * @returns null when the object of FROM is unknown; `problems` says why.
 */
export function bindQuery(query: Query, schema: OrgSchema, problems: QueryProblem[]): BoundQuery | null {
  const object = query.from.names.length === 1 ? schema.object(query.from.names[0] as string) : null;
  if (!object || !object.queryable) {
    problems.push({ message: noSuchObject(query.from.names.join('.')), offset: query.from.position });
    return null;
  }
  return new QueryBinder(schema, problems, query, object).bind();
}

class QueryBinder {
  private readonly scope: QueryScope;
  /** Counts the functions without alias, which are called expr0, expr1 … */
  private unnamed = 0;

  constructor(
    private readonly schema: OrgSchema,
    private readonly problems: QueryProblem[],
    private readonly query: Query,
    private readonly object: ObjectDefinition
  ) {
    this.scope = new QueryScope(schema, object, problems);
    if (query.from.alias) this.scope.alias(query.from.alias, this.scope.main);
  }

  bind(): BoundQuery {
    const { query } = this;
    for (const item of query.joins) this.scope.join(item);
    const isCount = isPlainCount(query);
    const groupItems = (query.groupBy?.items ?? []).map((item) => this.expression(item, true));
    const selected = isCount ? [] : query.select.flatMap((item) => this.outputs(item));
    const isGrouped =
      query.groupBy !== null || selected.some((output) => output.kind === 'value' && isAggregate(output.expression));
    const outputs = isGrouped ? selected.map(asValue) : selected;
    const bound: BoundQuery = {
      object: this.object,
      sources: this.scope.sources,
      isCount,
      isAggregate: isGrouped,
      outputs,
      scope: this.filterScope(),
      where: query.where && this.condition(query.where),
      groupBy: query.groupBy && { kind: query.groupBy.kind, items: groupItems.filter((item) => item !== null) },
      having: query.having && this.condition(query.having),
      orderBy: query.orderBy.flatMap((item) => {
        const expression = this.orderExpression(item.operand, outputs);
        if (!expression) return [];
        checkOrder(expression, item.operand.position, this.problems);
        return [{ expression, descending: item.descending, nullsFirst: item.nullsFirst }];
      }),
      limit: query.limit,
      offset: query.offset,
      allRows: query.allRows,
      forUpdate: query.forUpdate,
      marks: query.marks,
      access: query.access,
      reads: this.scope.reads
    };
    checkGrouping(bound, query, this.problems);
    checkFieldsLimit(query, this.problems);
    return bound;
  }

  private outputs(item: SelectItem): Output[] {
    switch (item.kind) {
      case 'operand':
        return this.operandOutput(item.operand, item.alias);
      case 'fields':
        return this.fieldsOutput(item.group);
      case 'subquery':
        return this.childOutput(item.query);
      case 'typeof':
        return this.typeofOutput(item);
    }
  }

  private operandOutput(operand: Operand, alias: string | null): Output[] {
    if (operand.kind === 'path') {
      const resolved = this.scope.resolve(operand, true);
      if (!resolved) return [];
      if (alias !== null) {
        return [{ kind: 'value', name: alias, expression: resolved.expression, aliased: true }];
      }
      return [{ kind: 'field', ...resolved }];
    }
    const expression = this.expression(operand, true);
    if (!expression) return [];
    const name = alias ?? (rendersField(operand) ? fieldNameOf(expression) : `expr${this.unnamed++}`);
    return [{ kind: 'value', name, expression, aliased: alias !== null }];
  }

  private fieldsOutput(group: 'all' | 'standard' | 'custom'): Output[] {
    return Object.values(this.object.fields)
      .filter((field) => group === 'all' || field.custom === (group === 'custom'))
      .flatMap((field) => {
        const resolved = this.scope.resolve({ kind: 'path', names: [field.name], position: 0 }, true);
        return resolved ? [{ kind: 'field' as const, ...resolved }] : [];
      });
  }

  private childOutput(query: Query): Output[] {
    const relationship = this.childRelationship(query.from);
    if (!relationship) {
      this.problems.push({ message: noSuchChild(query.from.names.join('.')), offset: query.from.position });
      return [];
    }
    const from: FromItem = { ...query.from, names: [relationship.childObject] };
    const bound = bindQuery({ ...query, from }, this.schema, this.problems);
    const via = this.schema.field(relationship.childObject, relationship.field);
    if (!bound || !via) return [];
    if (bound.isCount || bound.isAggregate) {
      this.problems.push({ message: 'Subqueries cannot use aggregate functions', offset: query.position });
      return [];
    }
    return [{ kind: 'children', name: relationship.name as string, via, query: bound }];
  }

  private childRelationship(from: FromItem): ChildRelationship | null {
    const names = from.names.map((name) => name.toLowerCase());
    const own = [this.object.name.toLowerCase(), this.query.from.alias?.toLowerCase()];
    const wanted = names.length === 2 && own.includes(names[0]) ? names[1] : names.length === 1 ? names[0] : null;
    return (
      this.schema.childRelationships(this.object.name).find((child) => child.name?.toLowerCase() === wanted) ?? null
    );
  }

  private typeofOutput(item: Extract<SelectItem, { kind: 'typeof' }>): Output[] {
    const target = this.scope.resolveRelationship(item.path);
    if (!target) return [];
    if (item.path.names.length > 1) throw new NotSupportedError('SOQL TYPEOF of a relationship of a parent');
    const fieldsOf = (object: ObjectDefinition, paths: readonly Operand[]): Output[] =>
      paths.flatMap((path) => {
        if (path.kind !== 'path' || path.names.length > 1) throw new NotSupportedError('SOQL TYPEOF with a path');
        const field = this.schema.field(object.name, path.names[0] as string);
        const narrowed = target.source.objects.indexOf(object);
        const source =
          target.source.objects.length === 1 ? target.source : { ...target.source, objects: [object], narrowed };
        if (!field) {
          this.scope.resolve({ ...path, names: [...item.path.names, ...path.names] }, true);
          return [];
        }
        this.scope.reads.push({ object: object.name, field: field.name, selected: true, offset: path.position });
        return [
          { kind: 'field', path: [], sources: [], name: field.name, expression: { kind: 'field', source, field } }
        ];
      });
    const branches = item.branches.flatMap((branch) => {
      const object = this.schema.object(branch.object);
      if (!object) {
        this.problems.push({ message: noSuchObject(branch.object), offset: item.position });
        return [];
      }
      return [{ object, outputs: fieldsOf(object, branch.fields) }];
    });
    const otherwise = (item.otherwise ?? []).flatMap((path) => {
      const resolved = this.scope.resolve({ ...path, names: [...item.path.names, ...path.names] }, true);
      return resolved ? [{ kind: 'field' as const, ...resolved, path: [], sources: [] }] : [];
    });
    return [{ kind: 'typeof', name: target.name, source: target.source, branches, otherwise }];
  }

  private expression(operand: Operand, selected: boolean): Expression | null {
    if (operand.kind === 'path') return this.scope.resolve(operand, selected)?.expression ?? null;
    const argument = operand.argument ? this.expression(operand.argument, selected) : null;
    if (operand.argument && !argument) return null;
    const expression: Expression = { kind: 'function', name: operand.name, argument };
    checkFunction(expression, operand.position, this.problems);
    return expression;
  }

  /** ORDER BY and HAVING may name an alias of SELECT. */
  private orderExpression(operand: Operand, outputs: readonly Output[]): Expression | null {
    const alias = operand.kind === 'path' && operand.names.length === 1 ? operand.names[0] : null;
    const output = outputs.find((candidate) => candidate.kind === 'value' && same(candidate.name, alias ?? ''));
    if (output?.kind === 'value') return output.expression;
    return this.expression(operand, false);
  }

  private condition(condition: Condition): BoundCondition | null {
    if (condition.kind === 'comparison') return this.comparison(condition);
    if (condition.kind === 'not') {
      const part = this.condition(condition.part);
      return part && { kind: 'not', part };
    }
    const parts = condition.parts.map((part) => this.condition(part)).filter((part) => part !== null);
    return parts.length === 0 ? null : { kind: condition.kind, parts };
  }

  private comparison(comparison: Comparison): BoundCondition | null {
    const expression = this.expression(comparison.operand, false);
    if (comparison.value.kind === 'subquery') return this.semiJoin(comparison, comparison.value.query, expression);
    if (!expression) return null;
    checkComparison(expression, comparison, this.problems);
    return {
      kind: 'comparison',
      expression,
      operator: comparison.operator,
      value: comparison.value,
      offset: comparison.position
    };
  }

  private semiJoin(comparison: Comparison, query: Query, expression: Expression | null): BoundCondition | null {
    const bound = bindQuery(query, this.schema, this.problems);
    const column = bound?.outputs[0];
    if (!expression || !bound || !column) return null;
    if (comparison.operator !== 'in' && comparison.operator !== 'not in') {
      this.problems.push({ message: "unexpected token: 'SELECT'", offset: query.position });
      return null;
    }
    if (bound.outputs.length !== 1 || column.kind !== 'field') {
      this.problems.push({
        message: 'Semi join sub-selects can only query one Id or reference field',
        offset: query.position
      });
      return null;
    }
    this.scope.reads.push(...bound.reads.map((read) => ({ ...read, selected: false })));
    return {
      kind: 'semi-join',
      expression,
      negated: comparison.operator === 'not in',
      query: bound,
      column: column.expression
    };
  }

  private filterScope(): BoundQuery['scope'] {
    const scope = this.query.scope?.toLowerCase() ?? 'everything';
    if (scope === 'everything' || scope === 'mine' || scope === 'team') return scope;
    throw new NotSupportedError(`SOQL USING SCOPE ${this.query.scope}`);
  }
}

/** SELECT COUNT() alone gives a number, not rows. */
function isPlainCount(query: Query): boolean {
  const [item] = query.select;
  if (query.select.length !== 1 || item?.kind !== 'operand' || item.operand.kind !== 'function') return false;
  return item.operand.name === 'count' && item.operand.argument === null && item.alias === null;
}

/** FORMAT and toLabel without alias answer under the name of their field. */
const rendersField = (operand: Operand): boolean =>
  operand.kind === 'function' && ['format', 'tolabel', 'convertcurrency'].includes(operand.name);

function fieldNameOf(expression: Expression): string {
  if (expression.kind === 'field') return expression.field.name;
  return expression.kind === 'function' && expression.argument ? fieldNameOf(expression.argument) : 'Type';
}

/** Rows of a grouped query are flat: a parent's field answers under its own name. */
function asValue(output: Output): Output {
  return output.kind === 'field'
    ? { kind: 'value', name: output.name, expression: output.expression, aliased: false }
    : output;
}

const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();
