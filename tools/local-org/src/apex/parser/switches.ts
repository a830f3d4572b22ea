import type {
  QualifiedNameContext,
  SwitchStatementContext,
  WhenControlContext,
  WhenLiteralContext
} from '@apexdevtools/apex-parser';
import type { Expression, SwitchStatement, WhenClause } from '../ast/nodes.js';
import { expression } from './expressions.js';
import type { SourceText } from './source.js';
import { block } from './statements.js';
import { stringValue } from './strings.js';
import { typeReference } from './types.js';

export function switchStatement(source: SourceText, context: SwitchStatementContext): SwitchStatement {
  return {
    kind: 'switch',
    subject: expression(source, context.expression()),
    cases: context.whenControl_list().map((clause) => whenClause(source, clause)),
    pos: source.start(context)
  };
}

function whenClause(source: SourceText, context: WhenControlContext): WhenClause {
  const value = context.whenValue();
  const pos = source.start(context);
  const body = block(source, context.block());
  if (value.ELSE()) return { kind: 'when-else', body, pos };
  const type = value.typeRef();
  if (type) return { kind: 'when-type', type: typeReference(source, type), name: value.id().getText(), body, pos };
  return { kind: 'when-values', values: value.whenLiteral_list().map((item) => whenLiteral(source, item)), body, pos };
}

function whenLiteral(source: SourceText, context: WhenLiteralContext): Expression {
  const nested = context.whenLiteral();
  if (nested) return whenLiteral(source, nested);
  const pos = source.start(context);
  const text = (context.StringLiteral() ?? context.MultilineStringLiteral())?.getText();
  if (text !== undefined) return { kind: 'literal', type: 'String', value: stringValue(text), pos };
  if (context.NULL()) return { kind: 'literal', type: 'null', value: 'null', pos };
  const name = context.qualifiedName();
  if (name) return constantName(source, name);
  const negative = context.SUB_list().length % 2 === 1;
  const long = context.LongLiteral();
  const number: Expression = long
    ? { kind: 'literal', type: 'Long', value: long.getText().slice(0, -1), pos }
    : { kind: 'literal', type: 'Integer', value: context.IntegerLiteral().getText(), pos };
  return negative ? { kind: 'unary', operator: '-', operand: number, pos } : number;
}

/** Enum constant or final variable, `A` or `Season.WINTER`. */
function constantName(source: SourceText, context: QualifiedNameContext): Expression {
  const [first, ...rest] = context.id_list();
  let result: Expression = { kind: 'name', name: first?.getText() ?? '', pos: source.start(context) };
  for (const part of rest) {
    result = { kind: 'field-access', target: result, name: part.getText(), safe: false, pos: source.start(part) };
  }
  return result;
}
