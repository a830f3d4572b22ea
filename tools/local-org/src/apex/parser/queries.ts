import {
  BoundExpressionContext,
  type ApexParserRuleContext,
  type ApexToken,
  type SoqlLiteralContext,
  type SoslLiteralContext
} from '@apexdevtools/apex-parser';
import type { Expression, SoqlExpression, SoslExpression } from '../ast/nodes.js';
import { expression } from './expressions.js';
import type { SourceText } from './source.js';

/**
 * A query literal. Comments are left out of the text, and each bind expression is replaced by `:tmpVar1`, `:tmpVar2` …
 * in source order, as the platform prints them in its logs; the expressions themselves are in `binds`.
 */
export function soqlLiteral(source: SourceText, context: SoqlLiteralContext): SoqlExpression {
  return { kind: 'soql', ...queryText(source, context), pos: source.start(context) };
}

export function soslLiteral(source: SourceText, context: SoslLiteralContext): SoslExpression {
  return { kind: 'sosl', ...queryText(source, context), pos: source.start(context) };
}

function queryText(source: SourceText, context: ApexParserRuleContext): { text: string; binds: readonly Expression[] } {
  const bindContexts: BoundExpressionContext[] = [];
  collectBinds(context, bindContexts);
  const last = context.stop ?? context.start;
  let text = '';
  let next = context.start.tokenIndex;
  const copyUntil = (end: number): void => {
    for (; next < end; next++) text += tokenText(source, source.tokens[next]);
  };
  bindContexts.forEach((bind, index) => {
    copyUntil(bind.start.tokenIndex);
    text += `:tmpVar${index + 1}`;
    next = (bind.stop ?? bind.start).tokenIndex + 1;
  });
  copyUntil(last.tokenIndex);
  return {
    // The opening bracket may be part of the first token (`[find 'x'`).
    text: text.replace(/^\[/, '').trim(),
    binds: bindContexts.map((bind) => expression(source, bind.expression()))
  };
}

function tokenText(source: SourceText, token: ApexToken | undefined): string {
  if (!token) return '';
  const text = source.between(token, token);
  return text.startsWith('/*') || text.startsWith('//') ? ' ' : text;
}

/** Outermost bind expressions in source order; a bind may itself hold a query with binds of its own. */
function collectBinds(context: ApexParserRuleContext, found: BoundExpressionContext[]): void {
  for (const child of context.children ?? []) {
    if (child instanceof BoundExpressionContext) found.push(child);
    else if ('children' in child) collectBinds(child as ApexParserRuleContext, found);
  }
}
