/** `switch on`. Source: Apex Developer Guide, "Switch Statements". */
import { INTEGER, LONG, STRING, type ApexType } from '../../../values/type.js';
import type { Expression, SwitchStatement, WhenClause } from '../../ast/nodes.js';
import { enumValues, isEnum } from '../../binder/relations.js';
import { resolveType } from '../../binder/type-names.js';
import type { FieldSymbol } from '../../binder/symbols.js';
import type { BoundCase, BoundExpression } from '../../bound/nodes.js';
import { isUnknown, unknown, UNKNOWN, type BodyContext } from '../context.js';
import { tryConvert } from '../convert.js';
import { castPossible } from '../conversions.js';
import { bindExpression } from '../expressions/expression.js';
import { either, type Completion } from './completion.js';
import { bindBlock, bindStatements, type Bound } from './statement.js';

export function bindSwitch(ctx: BodyContext, node: SwitchStatement): Bound {
  const subject = bindExpression(ctx, node.subject);
  const { type } = subject;
  if (!isUnknown(type) && !isSwitchable(ctx, type)) ctx.problems.report(node.subject.pos, 'switch-type', type.name);
  if (node.cases.length === 0) ctx.problems.report(node.pos, 'when-none');
  const seen = new Set<string>();
  let completion: Completion | null = null;
  const cases: BoundCase[] = [];
  for (const [index, clause] of node.cases.entries()) {
    if (clause.kind === 'when-else' && index < node.cases.length - 1) ctx.problems.report(clause.pos, 'when-else-last');
    const bound = bindClause(ctx, clause, type, seen);
    cases.push(bound.clause);
    completion = completion === null ? bound.completion : either(completion, bound.completion);
  }
  const isComplete = node.cases.some((clause) => clause.kind === 'when-else');
  return {
    statement: { kind: 'switch', subject, cases, pos: node.pos },
    completion: isComplete ? (completion ?? 'yes') : 'yes'
  };
}

const isSwitchable = (ctx: BodyContext, type: ApexType): boolean =>
  type === INTEGER ||
  type === LONG ||
  type === STRING ||
  type.key === 'id' ||
  isTypeSwitch(type) ||
  isEnum(ctx.world, type);

/** Subjects whose cases are types. */
const isTypeSwitch = (type: ApexType): boolean =>
  type.kind === 'sobject' || type.kind === 'object' || type.kind === 'user';

function bindClause(
  ctx: BodyContext,
  clause: WhenClause,
  subject: ApexType,
  seen: Set<string>
): { readonly clause: BoundCase; readonly completion: Completion } {
  switch (clause.kind) {
    case 'when-else': {
      const body = bindBlock(ctx, clause.body);
      return { clause: { kind: 'else', body: body.statement }, completion: body.completion };
    }
    case 'when-type': {
      const type = resolveType(ctx.typeScope, clause.type);
      if (type && !isUnknown(subject)) checkType(ctx, clause, type, subject, seen);
      return ctx.inScope(() => {
        const local = ctx.declare(clause.name, type ?? UNKNOWN, clause.pos);
        const body = bindStatements(ctx, clause.body);
        return { clause: { kind: 'type', local, body: body.statement }, completion: body.completion };
      });
    }
    case 'when-values': {
      const values = clause.values.map((value) => bindValue(ctx, value, subject, seen));
      const body = bindBlock(ctx, clause.body);
      return { clause: { kind: 'values', values, body: body.statement }, completion: body.completion };
    }
  }
}

function checkType(
  ctx: BodyContext,
  clause: Extract<WhenClause, { kind: 'when-type' }>,
  type: ApexType,
  subject: ApexType,
  seen: Set<string>
): void {
  if (!isTypeSwitch(subject) || isEnum(ctx.world, subject)) ctx.problems.report(clause.pos, 'when-type', type.name);
  else if (!castPossible(ctx.world, subject, type)) {
    ctx.problems.report(clause.pos, 'when-value-type', type.name, subject.name);
  }
  if (seen.has(type.key)) ctx.problems.report(clause.pos, 'when-twice', type.name);
  seen.add(type.key);
}

function bindValue(ctx: BodyContext, node: Expression, subject: ApexType, seen: Set<string>): BoundExpression {
  const value = caseValue(ctx, node, subject);
  if (isUnknown(value.type)) return value;
  const key = caseKey(value);
  if (key !== null) {
    if (seen.has(key)) ctx.problems.report(node.pos, 'when-twice', key);
    seen.add(key);
  }
  return value;
}

function caseValue(ctx: BodyContext, node: Expression, subject: ApexType): BoundExpression {
  if (isUnknown(subject)) return unknown(node.pos);
  const isNull = node.kind === 'literal' && node.type === 'null';
  if (isEnum(ctx.world, subject) && !isNull) return enumCase(ctx, node, subject);
  const value = bindExpression(ctx, node);
  if (isUnknown(value.type)) return value;
  if (!isNull && isTypeSwitch(subject)) {
    ctx.problems.report(node.pos, 'when-not-type');
    return unknown(node.pos);
  }
  if (!isConstant(value)) {
    ctx.problems.report(node.pos, 'when-literal');
    return unknown(node.pos);
  }
  const converted = tryConvert(ctx, value, subject);
  if (converted) return converted;
  ctx.problems.report(node.pos, 'when-value-type', value.type.name, subject.name);
  return unknown(node.pos);
}

/** Enum values stand in cases without the enum's name. */
function enumCase(ctx: BodyContext, node: Expression, subject: ApexType): BoundExpression {
  if (node.kind !== 'name') {
    ctx.problems.report(node.pos, node.kind === 'field-access' ? 'when-enum-qualified' : 'when-enum');
    return unknown(node.pos);
  }
  const name = enumValues(ctx.world, subject).find((value) => value.toLowerCase() === node.name.toLowerCase());
  if (name === undefined) {
    ctx.problems.report(node.pos, 'when-enum');
    return unknown(node.pos);
  }
  return { kind: 'enum-value', owner: subject, name, type: subject, pos: node.pos };
}

const isConstant = (value: BoundExpression): boolean =>
  value.kind === 'literal' ||
  value.kind === 'decimal-literal' ||
  (value.kind === 'field' && (value.field as FieldSymbol).isStatic && value.field.isFinal);

function caseKey(value: BoundExpression): string | null {
  if (value.kind === 'literal') return String(value.value);
  return value.kind === 'enum-value' ? value.name : null;
}
