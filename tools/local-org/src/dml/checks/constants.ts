import type { FieldDefinition } from '../../schema/definitions.js';
import { isNumber } from '../../soql/analysis/functions.js';
import type { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { today } from '../../soql/sql/date-ranges.js';
import type { DmlContext } from '../context.js';

/** Default value formulas of the plain kind: a literal, TODAY() or NOW(). */
export function parseConstant(formula: string, field: FieldDefinition, context: DmlContext): unknown {
  const text = formula.trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"$|^'((?:[^'\\]|\\.)*)'$/s.exec(text);
  if (quoted) return (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/gs, '$1');
  if (isNumber(field.type)) {
    const number = Decimal.tryParse(text);
    if (number) return number;
  }
  if (/^today\(\s*\)$/i.test(text)) return todayOf(field, context);
  if (/^now\(\s*\)$/i.test(text)) return new DatetimeValue(context.now());
  throw new NotSupportedError(`the default value formula of ${field.name}: ${text}`);
}

function todayOf(field: FieldDefinition, context: DmlContext): DateValue | DatetimeValue {
  const day = today(context.now(), context.user.timeZone);
  return field.type === 'datetime' ? new DatetimeValue(day.epochDays * 86_400_000) : day;
}
