import { BOOLEAN, DECIMAL, DOUBLE, INTEGER, LONG, NULL, STRING } from '../../../values/type.js';
import type { LiteralExpression } from '../../ast/nodes.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { unknown, type BodyContext } from '../context.js';

const MAX_INTEGER = 2147483647n;
const MAX_LONG = 9223372036854775807n;

/** @param negated the literal stands behind a minus. The smallest Integer and Long cannot be written: their digits are too many. */
export function bindLiteral(ctx: BodyContext, node: LiteralExpression, negated: boolean): BoundExpression {
  const { pos, value } = node;
  const sign = negated ? -1n : 1n;
  switch (node.type) {
    case 'Integer': {
      const number = BigInt(value);
      if (number > MAX_INTEGER) {
        ctx.problems.report(pos, 'integer-literal');
        return unknown(pos);
      }
      return { kind: 'literal', value: Number(sign * number), type: INTEGER, pos };
    }
    case 'Long': {
      const number = BigInt(value);
      if (number > MAX_LONG) {
        ctx.problems.report(pos, 'long-literal');
        return unknown(pos);
      }
      return { kind: 'literal', value: sign * number, type: LONG, pos };
    }
    case 'Double':
      return { kind: 'literal', value: negated ? -Number(value) : Number(value), type: DOUBLE, pos };
    case 'Decimal':
      return { kind: 'decimal-literal', text: negated ? `-${value}` : value, type: DECIMAL, pos };
    case 'String':
      return { kind: 'literal', value, type: STRING, pos };
    case 'Boolean':
      return { kind: 'literal', value: value.toLowerCase() === 'true', type: BOOLEAN, pos };
    case 'null':
      return { kind: 'literal', value: null, type: NULL, pos };
  }
}
