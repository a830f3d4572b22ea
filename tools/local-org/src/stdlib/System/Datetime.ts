import { currentTransaction } from '../../apex/runtime/transaction.js';
import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { textOf } from '../../values/text.js';
import type { TimeValue } from '../../values/time.js';
import { zoneToUtc } from '../../values/zone.js';
import { definePlatformType } from '../define.js';
import { required, typeError } from '../support/arguments.js';
import { formatPattern } from '../support/date-format.js';
import { inZone } from '../support/datetime-text.js';
import { longDatetime, parseShortDatetime, shortDatetime } from '../support/locale-dates.js';
import { userLocale } from '../support/locale.js';
import { apexReference } from '../support/reference.js';

const userZone = (): string => currentTransaction().user.timeZone;

/** The time on the user's clocks, carried as if it were UTC. */
const local = (value: DatetimeValue): DatetimeValue => inZone(value, userZone());

/** Reads a wall-clock time of the user's zone. */
const fromLocal = (value: DatetimeValue, zone = userZone()): DatetimeValue =>
  new DatetimeValue(zoneToUtc(zone, value.ms));

function joined(date: DateValue | null, time: TimeValue | null): DatetimeValue {
  return new DatetimeValue(required(date).epochDays * 86_400_000 + (time?.ms ?? 0));
}

function parts(...values: (number | null)[]): DatetimeValue {
  const [year, month, day, hour, minute, second] = values.map((value, index) => required(value, index + 1));
  return DatetimeValue.ofUtc(year!, month!, day!, hour, minute, second);
}

/** `yyyy-MM-dd HH:mm:ss`, the time optional, as a wall-clock time. */
/** `2024-05-06 07:08:09`; what follows the seconds does not count. */
function wallClock(text: string | null): DatetimeValue {
  const match = /^\s*(\d{1,4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d).*)?\s*$/.exec(
    required(text)
  );
  const [year, month, day, hour, minute, second] = (match?.slice(1) ?? []).map((part) => Number(part ?? 0));
  const date = match && DateValue.parseIso(`${String(year).padStart(4, '0')}-${month}-${day}`);
  if (!date || hour! > 23 || minute! > 59 || second! > 59) throw typeError(`Invalid date/time: ${text}`);
  return DatetimeValue.ofUtc(year!, month!, day!, hour, minute, second);
}

function ofObject(value: unknown): DatetimeValue {
  const given = required(value);
  if (given instanceof DatetimeValue) return given;
  if (given instanceof DateValue) return new DatetimeValue(given.epochDays * 86_400_000);
  if (typeof given === 'string') return fromLocal(wallClock(given));
  if (typeof given === 'bigint' || typeof given === 'number') return new DatetimeValue(Number(given));
  throw typeError(`Invalid date/time: ${textOf(given)}`);
}

/** Whole months on the given clocks, so that the hour stays the same across a clock change. */
function addMonths(self: DatetimeValue, months: number): DatetimeValue {
  const here = local(self);
  return fromLocal(joined(here.dateUtc().addMonths(months), here.timeUtc()));
}

function addDays(self: DatetimeValue, days: number): DatetimeValue {
  const here = local(self);
  return fromLocal(joined(here.dateUtc().addDays(days), here.timeUtc()));
}

export default definePlatformType({
  name: 'System.Datetime',
  source: apexReference('apex_methods_system_datetime'),
  statics: {
    'Datetime newInstance(Long)': (ms: bigint | null) => new DatetimeValue(Number(required(ms))),
    'Datetime newInstance(Date, Time)': (date: DateValue | null, time: TimeValue | null) =>
      fromLocal(joined(date, time)),
    'Datetime newInstance(Integer, Integer, Integer)': (year: number, month: number, day: number) =>
      fromLocal(parts(year, month, day)),
    'Datetime newInstance(Integer, Integer, Integer, Integer, Integer, Integer)': (...values: (number | null)[]) =>
      fromLocal(parts(...values)),
    'Datetime newInstanceGmt(Date, Time)': joined,
    'Datetime newInstanceGmt(Integer, Integer, Integer)': (year: number, month: number, day: number) =>
      parts(year, month, day),
    'Datetime newInstanceGmt(Integer, Integer, Integer, Integer, Integer, Integer)': parts,
    'Datetime now()': () => new DatetimeValue(currentTransaction().now()),
    'Datetime parse(String)': (text: string | null) => {
      const value = parseShortDatetime(required(text), userZone(), userLocale());
      if (!value) throw typeError(`Invalid date/time: ${text}`);
      return value;
    },
    'Datetime valueOf(String)': (text: string | null) => fromLocal(wallClock(text)),
    'Datetime valueOf(Object)': ofObject,
    'Datetime valueOfGmt(String)': wallClock
  },
  methods: {
    'Datetime addDays(Integer)': (self: DatetimeValue, days: number) => addDays(self, required(days)),
    'Datetime addHours(Integer)': (self: DatetimeValue, hours: number) => self.add(required(hours) * 3_600_000),
    'Datetime addMinutes(Integer)': (self: DatetimeValue, minutes: number) => self.add(required(minutes) * 60_000),
    'Datetime addMonths(Integer)': (self: DatetimeValue, months: number) => addMonths(self, required(months)),
    'Datetime addSeconds(Integer)': (self: DatetimeValue, seconds: number) => self.add(required(seconds) * 1000),
    'Datetime addYears(Integer)': (self: DatetimeValue, years: number) => addMonths(self, required(years) * 12),
    'Date date()': (self: DatetimeValue) => local(self).dateUtc(),
    'Date dateGMT()': (self: DatetimeValue) => self.dateUtc(),
    'Integer day()': (self: DatetimeValue) => local(self).dateUtc().day,
    'Integer dayGmt()': (self: DatetimeValue) => self.dateUtc().day,
    'Integer dayOfYear()': (self: DatetimeValue) => local(self).dateUtc().dayOfYear,
    'Integer dayOfYearGmt()': (self: DatetimeValue) => self.dateUtc().dayOfYear,
    'String format()': (self: DatetimeValue) => shortDatetime(self, userZone(), userLocale()),
    'String format(String)': (self: DatetimeValue, pattern: string | null) =>
      formatPattern(self, required(pattern), userZone(), userLocale()),
    'String format(String, String)': (self: DatetimeValue, pattern: string | null, zone: string | null) =>
      formatPattern(self, required(pattern), zone ?? userZone(), userLocale()),
    'String formatGmt(String)': (self: DatetimeValue, pattern: string | null) =>
      formatPattern(self, required(pattern), 'GMT', userLocale()),
    'String formatLong()': (self: DatetimeValue) => longDatetime(self, userZone(), userLocale()),
    'Long getTime()': (self: DatetimeValue) => BigInt(self.ms),
    'Integer hour()': (self: DatetimeValue) => local(self).timeUtc().hour,
    'Integer hourGmt()': (self: DatetimeValue) => self.timeUtc().hour,
    'Boolean isSameDay(Datetime)': (self: DatetimeValue, other: DatetimeValue | null) =>
      local(self).dateUtc().epochDays === local(required(other)).dateUtc().epochDays,
    'Integer millisecond()': (self: DatetimeValue) => self.timeUtc().millisecond,
    'Integer millisecondGmt()': (self: DatetimeValue) => self.timeUtc().millisecond,
    'Integer minute()': (self: DatetimeValue) => local(self).timeUtc().minute,
    'Integer minuteGmt()': (self: DatetimeValue) => self.timeUtc().minute,
    'Integer month()': (self: DatetimeValue) => local(self).dateUtc().month,
    'Integer monthGmt()': (self: DatetimeValue) => self.dateUtc().month,
    'Integer second()': (self: DatetimeValue) => local(self).timeUtc().second,
    'Integer secondGmt()': (self: DatetimeValue) => self.timeUtc().second,
    'Time time()': (self: DatetimeValue) => local(self).timeUtc(),
    'Time timeGmt()': (self: DatetimeValue) => self.timeUtc(),
    'Integer year()': (self: DatetimeValue) => local(self).dateUtc().year,
    'Integer yearGmt()': (self: DatetimeValue) => self.dateUtc().year
  }
});
