import {
  ArrayExpressionContext,
  Arth1ExpressionContext,
  Arth2ExpressionContext,
  AssignExpressionContext,
  BitAndExpressionContext,
  BitExpressionContext,
  BitNotExpressionContext,
  BitOrExpressionContext,
  CastExpressionContext,
  CmpExpressionContext,
  CoalExpressionContext,
  CondExpressionContext,
  DotExpressionContext,
  EqualityExpressionContext,
  IdPrimaryContext,
  InstanceOfExpressionContext,
  LiteralPrimaryContext,
  LogAndExpressionContext,
  LogOrExpressionContext,
  MethodCallExpressionContext,
  NegExpressionContext,
  NewExpressionContext,
  PostOpExpressionContext,
  PreOpExpressionContext,
  PrimaryExpressionContext,
  SoqlPrimaryContext,
  SoslPrimaryContext,
  SubExpressionContext,
  SuperPrimaryContext,
  ThisPrimaryContext,
  TypeRefPrimaryContext,
  VoidPrimaryContext,
  type ApexTerminalNode,
  type ExpressionContext,
  type ExpressionListContext,
  type PrimaryContext
} from '@apexdevtools/apex-parser';
import type { BinaryOperator, Expression } from '../ast/nodes.js';
import { creation } from './creations.js';
import { literal } from './literals.js';
import { soqlLiteral, soslLiteral } from './queries.js';
import type { SourceText } from './source.js';
import { typeReference } from './types.js';

export function expressions(source: SourceText, list: ExpressionListContext | null): readonly Expression[] {
  return list ? list.expression_list().map((item) => expression(source, item)) : [];
}

/**
 * Position of an expression: the name for field accesses and calls (where Salesforce reports "does not exist"), else
 * the first token.
 */
export function expression(source: SourceText, context: ExpressionContext): Expression {
  if (context instanceof PrimaryExpressionContext) return primary(source, context.primary());
  if (context instanceof DotExpressionContext) return dot(source, context);
  if (context instanceof MethodCallExpressionContext) return call(source, context);
  if (context instanceof SubExpressionContext) return expression(source, context.expression());
  if (context instanceof ArrayExpressionContext) return index(source, context);
  if (context instanceof NewExpressionContext) return creation(source, context);
  if (context instanceof CastExpressionContext) {
    return {
      kind: 'cast',
      type: typeReference(source, context.typeRef()),
      operand: expression(source, context.expression()),
      pos: source.start(context)
    };
  }
  if (context instanceof InstanceOfExpressionContext) {
    return {
      kind: 'instanceof',
      operand: expression(source, context.expression()),
      type: typeReference(source, context.typeRef()),
      pos: source.start(context)
    };
  }
  if (context instanceof CondExpressionContext) return ternary(source, context);
  if (context instanceof AssignExpressionContext) return assignment(source, context);
  return unary(source, context) ?? binary(source, context);
}

function dot(source: SourceText, context: DotExpressionContext): Expression {
  const target = expression(source, context.expression());
  const safe = Boolean(context.QUESTIONDOT());
  const method = context.dotMethodCall();
  if (!method) {
    return {
      kind: 'field-access',
      target,
      name: context.anyId().getText(),
      safe,
      pos: source.start(context.anyId())
    };
  }
  return {
    kind: 'call',
    target,
    name: method.anyId().getText(),
    args: expressions(source, method.expressionList()),
    safe,
    pos: source.start(method)
  };
}

/** `f(x)`, `this(x)`, `super(x)`. */
function call(source: SourceText, context: MethodCallExpressionContext): Expression {
  const method = context.methodCall();
  const name = method.id()?.getText() ?? (method.THIS() ? 'this' : 'super');
  return {
    kind: 'call',
    target: null,
    name,
    args: expressions(source, method.expressionList()),
    safe: false,
    pos: source.start(context)
  };
}

function index(source: SourceText, context: ArrayExpressionContext): Expression {
  return {
    kind: 'index',
    target: expression(source, context.expression(0)),
    index: expression(source, context.expression(1)),
    pos: source.start(context)
  };
}

function ternary(source: SourceText, context: CondExpressionContext): Expression {
  return {
    kind: 'ternary',
    condition: expression(source, context.expression(0)),
    then: expression(source, context.expression(1)),
    otherwise: expression(source, context.expression(2)),
    pos: source.start(context)
  };
}

function assignment(source: SourceText, context: AssignExpressionContext): Expression {
  const operator = operatorText(context).slice(0, -1);
  return {
    kind: 'assign',
    operator: operator === '' ? null : (operator as BinaryOperator),
    target: expression(source, context.expression(0)),
    value: expression(source, context.expression(1)),
    pos: source.start(context)
  };
}

function unary(source: SourceText, context: ExpressionContext): Expression | null {
  const pos = source.start(context);
  if (context instanceof PostOpExpressionContext) {
    const operator = context.INC() ? '++' : '--';
    return { kind: 'postfix', operator, operand: expression(source, context.expression()), pos };
  }
  if (context instanceof PreOpExpressionContext || context instanceof NegExpressionContext) {
    const operator = context.start.text as '+' | '-' | '++' | '--' | '!' | '~';
    return { kind: 'unary', operator, operand: expression(source, context.expression()), pos };
  }
  return null;
}

type InfixContext = ExpressionContext & { expression(position: number): ExpressionContext };

const INFIX = [
  Arth1ExpressionContext,
  Arth2ExpressionContext,
  BitExpressionContext,
  CmpExpressionContext,
  EqualityExpressionContext,
  BitAndExpressionContext,
  BitNotExpressionContext,
  BitOrExpressionContext,
  LogAndExpressionContext,
  LogOrExpressionContext,
  CoalExpressionContext
] as const;

function binary(source: SourceText, context: ExpressionContext): Expression {
  if (!INFIX.some((kind) => context instanceof kind)) {
    throw new Error(`the parser met an expression it does not know: ${context.getText()}`);
  }
  const infix = context as InfixContext;
  return {
    kind: 'binary',
    operator: operatorText(infix) as BinaryOperator,
    left: expression(source, infix.expression(0)),
    right: expression(source, infix.expression(1)),
    pos: source.start(context)
  };
}

/** The tokens between the operands; `>>` and `>=` are several tokens to the grammar. */
function operatorText(context: InfixContext): string {
  return (context.children ?? [])
    .filter((child) => 'symbol' in child)
    .map((child) => (child as ApexTerminalNode).getText())
    .join('');
}

function primary(source: SourceText, context: PrimaryContext): Expression {
  const pos = source.start(context);
  if (context instanceof IdPrimaryContext) return { kind: 'name', name: context.id().getText(), pos };
  if (context instanceof LiteralPrimaryContext) return literal(source, context.literal());
  if (context instanceof ThisPrimaryContext) return { kind: 'this', pos };
  if (context instanceof SuperPrimaryContext) return { kind: 'super', pos };
  if (context instanceof TypeRefPrimaryContext) {
    return { kind: 'class-literal', type: typeReference(source, context.typeRef()), pos };
  }
  if (context instanceof VoidPrimaryContext) {
    return { kind: 'class-literal', type: { name: ['void'], args: [], pos }, pos };
  }
  if (context instanceof SoqlPrimaryContext) return soqlLiteral(source, context.soqlLiteral());
  if (context instanceof SoslPrimaryContext) return soslLiteral(source, context.soslLiteral());
  throw new Error(`the parser met a primary expression it does not know: ${context.getText()}`);
}
