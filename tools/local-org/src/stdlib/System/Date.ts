import { currentTransaction } from '../../apex/runtime/transaction.js';
import { DateValue, daysInMonth, isLeapYear } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { textOf } from '../../values/text.js';
import { definePlatformType } from '../define.js';
import { required, typeError } from '../support/arguments.js';
import { inZone } from '../support/datetime-text.js';
import { firstDayOfWeek, parseShortDate, shortDate } from '../support/locale-dates.js';
import { userLocale } from '../support/locale.js';
import { apexReference } from '../support/reference.js';

/** Today by the org's clock in the user's zone. */
export function today(): DateValue {
  const transaction = currentTransaction();
  return inZone(new DatetimeValue(transaction.now()), transaction.user.timeZone).dateUtc();
}

/** `yyyy-MM-dd`, with or without a time behind it. */
function ofText(text: string | null): DateValue {
  const match = /^\s*(\d{1,4})(-\d{1,2}-\d{1,2})(?:[ T].*)?$/.exec(required(text));
  const date = match && DateValue.parseIso(match[1]!.padStart(4, '0') + match[2]!);
  if (!date) throw typeError(`Invalid date: ${text}`);
  return date;
}

function ofObject(given: unknown): DateValue {
  const value = required(given);
  if (value instanceof DateValue) return value;
  if (value instanceof DatetimeValue) return inZone(value, currentTransaction().user.timeZone).dateUtc();
  if (typeof value === 'string') return ofText(value);
  throw typeError(`Invalid date: ${textOf(value)}`);
}

export default definePlatformType({
  name: 'System.Date',
  source: apexReference('apex_methods_system_date'),
  statics: {
    'Integer daysInMonth(Integer, Integer)': (year: number, month: number) =>
      daysInMonth(required(year), required(month, 2)),
    'Boolean isLeapYear(Integer)': (year: number) => isLeapYear(required(year)),
    'Date newInstance(Integer, Integer, Integer)': (year: number, month: number, day: number) =>
      DateValue.of(required(year), required(month, 2), required(day, 3)),
    'Date parse(String)': (text: string | null) => {
      const date = parseShortDate(required(text), userLocale());
      if (!date) throw typeError(`Invalid date: ${text}`);
      return date;
    },
    'Date today()': today,
    'Date valueOf(String)': ofText,
    'Date valueOf(Object)': ofObject
  },
  methods: {
    'Date addDays(Integer)': (self: DateValue, days: number) => self.addDays(required(days)),
    'Date addMonths(Integer)': (self: DateValue, months: number) => self.addMonths(required(months)),
    'Date addYears(Integer)': (self: DateValue, years: number) => self.addYears(required(years)),
    'Integer day()': (self: DateValue) => self.day,
    'Integer dayOfYear()': (self: DateValue) => self.dayOfYear,
    'Integer daysBetween(Date)': (self: DateValue, other: DateValue | null) =>
      required(other).epochDays - self.epochDays,
    'String format()': (self: DateValue) => shortDate(self, userLocale()),
    'Boolean isSameDay(Date)': (self: DateValue, other: DateValue | null) =>
      required(other).epochDays === self.epochDays,
    'Integer month()': (self: DateValue) => self.month,
    'Integer monthsBetween(Date)': (self: DateValue, other: DateValue | null) =>
      (required(other).year - self.year) * 12 + other!.month - self.month,
    'Date toStartOfMonth()': (self: DateValue) => DateValue.of(self.year, self.month, 1),
    'Date toStartOfWeek()': (self: DateValue) =>
      self.addDays(-((self.dayOfWeek - firstDayOfWeek(userLocale()) + 7) % 7)),
    'Integer year()': (self: DateValue) => self.year
  }
});
