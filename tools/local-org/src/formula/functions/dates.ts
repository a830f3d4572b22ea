import { DateValue, daysInMonth } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { TimeValue } from '../../values/time.js';
import { zoneOffset } from '../../values/zone.js';
import type { FormulaContext } from '../types.js';
import { integerOf, numberOf, textOf } from '../values.js';
import { strict, type FunctionTable } from './define.js';

const MS_PER_DAY = 86_400_000;
const integer = (value: number): Decimal => Decimal.fromInteger(value);

const part = (of: 'date' | 'time', read: (value: DateValue & TimeValue) => number): FunctionTable[string] => ({
  parameters: [of],
  result: 'number',
  run: strict(([value]) =>
    value instanceof DateValue || value instanceof TimeValue ? integer(read(value as never)) : null
  )
});

/** Local day of an instant. */
export function localDate(ms: number, context: FormulaContext): DateValue {
  return new DateValue(Math.floor((ms + zoneOffset(context.user.timeZone, ms)) / MS_PER_DAY));
}

/** Source: https://help.salesforce.com/s/articleView?id=sf.customize_functions.htm (date and time functions) */
export const DATES: FunctionTable = {
  TODAY: { parameters: [], result: 'date', run: (_args, { context }) => localDate(context.now(), context) },
  NOW: { parameters: [], result: 'datetime', run: (_args, { context }) => new DatetimeValue(context.now()) },
  TIMENOW: {
    parameters: [],
    result: 'time',
    run: (_args, { context }) => new DatetimeValue(context.now()).timeUtc()
  },
  DATE: {
    parameters: ['number', 'number', 'number'],
    result: 'date',
    run: strict((args) => {
      const [year = 0, month = 0, day = 0] = args.map((arg) => integerOf(arg) ?? 0);
      return month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)
        ? null
        : DateValue.of(year, month, day);
    })
  },
  DATEVALUE: {
    parameters: ['any'],
    result: 'date',
    run: strict(([value], { context }) => {
      if (value instanceof DateValue) return value;
      if (value instanceof DatetimeValue) return localDate(value.ms, context);
      return DateValue.parseIso(textOf(value).trim().slice(0, 10));
    })
  },
  DATETIMEVALUE: {
    parameters: ['any'],
    result: 'datetime',
    run: strict(([value]) => {
      if (value instanceof DatetimeValue) return value;
      if (value instanceof DateValue) return new DatetimeValue(value.epochDays * MS_PER_DAY);
      return DatetimeValue.parseIso(textOf(value).trim());
    })
  },
  TIMEVALUE: {
    parameters: ['any'],
    result: 'time',
    run: strict(([value]) => {
      if (value instanceof TimeValue) return value;
      return value instanceof DatetimeValue ? value.timeUtc() : TimeValue.parseIso(textOf(value).trim());
    })
  },
  YEAR: part('date', (date) => date.year),
  MONTH: part('date', (date) => date.month),
  DAY: part('date', (date) => date.day),
  /** 1 Sunday to 7 Saturday. */
  WEEKDAY: part('date', (date) => date.dayOfWeek + 1),
  DAYOFYEAR: part('date', (date) => date.dayOfYear),
  ISOWEEK: part('date', (date) => isoWeek(date).week),
  ISOYEAR: part('date', (date) => isoWeek(date).year),
  HOUR: part('time', (time) => time.hour),
  MINUTE: part('time', (time) => time.minute),
  SECOND: part('time', (time) => time.second),
  MILLISECOND: part('time', (time) => time.millisecond),
  ADDMONTHS: {
    parameters: ['any', 'number'],
    result: 'any',
    resultOf: 0,
    run: strict(([value, months]) => addMonths(value, integerOf(months) ?? 0))
  },
  UNIXTIMESTAMP: {
    parameters: ['any'],
    result: 'number',
    run: strict(([value]) => {
      if (value instanceof DatetimeValue) return Decimal.fromLong(BigInt(Math.floor(value.ms / 1000)));
      return value instanceof DateValue ? Decimal.fromLong(BigInt(value.epochDays * 86_400)) : null;
    })
  },
  FROMUNIXTIME: {
    parameters: ['number'],
    result: 'datetime',
    run: strict(([seconds]) => new DatetimeValue(Math.round((numberOf(seconds)?.doubleValue() ?? 0) * 1000)))
  }
};

/** The last day of a month stays the last day, as ADDMONTHS has it. */
function addMonths(value: unknown, months: number): unknown {
  if (value instanceof DatetimeValue) {
    const date = value.dateUtc();
    const moved = addMonths(date, months) as DateValue;
    return value.add((moved.epochDays - date.epochDays) * MS_PER_DAY);
  }
  if (!(value instanceof DateValue)) return null;
  const moved = value.addMonths(months);
  const wasLast = value.day === daysInMonth(value.year, value.month);
  return wasLast ? DateValue.of(moved.year, moved.month, daysInMonth(moved.year, moved.month)) : moved;
}

function isoWeek(date: DateValue): { readonly year: number; readonly week: number } {
  const thursday = date.addDays(3 - ((date.dayOfWeek + 6) % 7));
  return { year: thursday.year, week: Math.floor((thursday.dayOfYear - 1) / 7) + 1 };
}
