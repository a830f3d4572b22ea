import type { LiteralContext } from '@apexdevtools/apex-parser';
import type { LiteralExpression } from '../ast/nodes.js';
import type { SourceText } from './source.js';
import { stringValue } from './strings.js';

/** `1.5` is a Decimal, `1.5d` a Double, `1L` a Long. */
export function literal(source: SourceText, context: LiteralContext): LiteralExpression {
  const pos = source.start(context);
  const text = context.getText();
  if (context.StringLiteral() ?? context.MultilineStringLiteral()) {
    return { kind: 'literal', type: 'String', value: stringValue(text), pos };
  }
  if (context.IntegerLiteral()) return { kind: 'literal', type: 'Integer', value: text, pos };
  if (context.LongLiteral()) return { kind: 'literal', type: 'Long', value: text.slice(0, -1), pos };
  if (context.NumberLiteral()) {
    return /d$/i.test(text)
      ? { kind: 'literal', type: 'Double', value: text.slice(0, -1), pos }
      : { kind: 'literal', type: 'Decimal', value: text, pos };
  }
  if (context.BooleanLiteral()) return { kind: 'literal', type: 'Boolean', value: text.toLowerCase(), pos };
  return { kind: 'literal', type: 'null', value: 'null', pos };
}
