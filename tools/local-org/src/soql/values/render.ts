import type { FieldType } from '../../schema/definitions.js';
import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import type { Expression } from '../analysis/bound-query.js';

/** toLabel(): labels of picklist values; other texts stay as they are. */
export function labeller(expression: Expression): (value: unknown) => unknown {
  const values = expression.kind === 'field' ? (expression.field.picklist ?? []) : [];
  const labels = new Map(values.map((entry) => [entry.value, entry.label]));
  return (value) => {
    if (typeof value !== 'string') return value;
    return value
      .split(';')
      .map((part) => labels.get(part) ?? part)
      .join(';');
  };
}

/** FORMAT(): values as a user of the locale en_US reads them. */
export function formatter(type: FieldType): (value: unknown) => string | null {
  return (value) => {
    if (value === null) return null;
    if (value instanceof Decimal) return `${type === 'currency' ? '$' : ''}${grouped(value.toPlainString())}`;
    if (typeof value === 'number') return grouped(String(value));
    if (value instanceof DateValue) return `${value.month}/${value.day}/${value.year}`;
    if (value instanceof DatetimeValue) {
      return new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' }).format(
        value.ms
      );
    }
    return String(value);
  };
}

function grouped(number: string): string {
  const [whole = '', fraction] = number.split('.');
  const text = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? text : `${text}.${fraction}`;
}
