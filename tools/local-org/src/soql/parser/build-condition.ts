import type {
  ConditionalExpressionContext,
  FieldExpressionContext,
  LogicalExpressionContext,
  WhereConditionalExpressionContext,
  WhereLogicalExpressionContext
} from '@apexdevtools/apex-parser';
import { NotSupportedError } from '../../values/platform-error.js';
import type { Condition } from '../ast.js';
import { start, type QueryBuilder } from './build-query.js';

/** WHERE: the grammar has rules of its own for it, which know FORMULA(). */
export function buildCondition(tree: WhereLogicalExpressionContext, builder: QueryBuilder): Condition {
  return combine(
    tree.whereConditionalExpression_list().map((part) => wherePart(part, builder)),
    tree
  );
}

function wherePart(tree: WhereConditionalExpressionContext, builder: QueryBuilder): Condition {
  const nested = tree.whereLogicalExpression() as WhereLogicalExpressionContext | null;
  if (nested) return buildCondition(nested, builder);
  const field = tree.whereFieldExpression();
  const comparison = field.fieldExpression() as FieldExpressionContext | null;
  if (!comparison) throw new NotSupportedError('SOQL FORMULA()');
  return buildComparison(comparison, builder);
}

/** HAVING, and WHERE inside SOSL's RETURNING. */
export function buildHaving(tree: LogicalExpressionContext, builder: QueryBuilder): Condition {
  return combine(
    tree.conditionalExpression_list().map((part) => havingPart(part, builder)),
    tree
  );
}

function havingPart(tree: ConditionalExpressionContext, builder: QueryBuilder): Condition {
  const nested = tree.logicalExpression() as LogicalExpressionContext | null;
  return nested ? buildHaving(nested, builder) : buildComparison(tree.fieldExpression(), builder);
}

function combine(
  parts: readonly Condition[],
  tree: WhereLogicalExpressionContext | LogicalExpressionContext
): Condition {
  const first = parts[0] as Condition;
  if (tree.NOT() as unknown) return { kind: 'not', part: first };
  if (parts.length === 1) return first;
  return { kind: tree.SOQLAND_list().length > 0 ? 'and' : 'or', parts };
}

function buildComparison(tree: FieldExpressionContext, builder: QueryBuilder): Condition {
  const call = tree.soqlFunction() as ReturnType<FieldExpressionContext['soqlFunction']> | null;
  return {
    kind: 'comparison',
    operand: call ? builder.call(call) : builder.path(tree.fieldName()),
    operator: builder.operator(tree.comparisonOperator()),
    value: builder.value(tree.value()),
    position: start(tree)
  };
}
