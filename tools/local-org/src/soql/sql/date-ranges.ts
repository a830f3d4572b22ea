import { DateValue } from '../../values/date.js';
import { zoneOffset, zoneToUtc } from '../../values/zone.js';

/** Days from `start` up to, not including, `end`. */
export interface DayRange {
  readonly start: DateValue;
  readonly end: DateValue;
}

/** Today in the zone. */
export function today(now: number, zone: string): DateValue {
  return new DateValue(Math.floor((now + zoneOffset(zone, now)) / 86_400_000));
}

/** UTC milliseconds of a day's midnight in the zone. */
export const midnight = (day: DateValue, zone: string): number => zoneToUtc(zone, day.epochDays * 86_400_000);

const days = (start: DateValue, count: number): DayRange => ({ start, end: start.addDays(count) });
const months = (start: DateValue, count: number): DayRange => ({ start, end: start.addMonths(count) });
/** Weeks begin on Sunday in the locale en_US. */
const week = (day: DateValue): DateValue => day.addDays(-day.dayOfWeek);
const month = (day: DateValue): DateValue => day.addDays(1 - day.day);
const quarter = (day: DateValue): DateValue => DateValue.of(day.year, day.month - ((day.month - 1) % 3), 1);
const year = (day: DateValue): DateValue => DateValue.of(day.year, 1, 1);

type Unit = {
  readonly of: (day: DateValue) => DateValue;
  readonly range: (start: DateValue, count: number) => DayRange;
  readonly step: number;
};

/** The fiscal year is the calendar year, as in an org where nobody changed it. */
const UNITS: Readonly<Record<string, Unit>> = {
  week: { of: week, range: days, step: 7 },
  month: { of: month, range: months, step: 1 },
  quarter: { of: quarter, range: months, step: 3 },
  year: { of: year, range: months, step: 12 },
  fiscal_quarter: { of: quarter, range: months, step: 3 },
  fiscal_year: { of: year, range: months, step: 12 }
};

/**
 * The days a date literal covers.
 * https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_dateformats.htm
 *
 * @param name in lower case, without its `:n`. @returns null for a literal the reference does not list.
 */
export function dayRange(name: string, count: number | null, today: DateValue): DayRange | null {
  switch (name) {
    case 'yesterday':
      return days(today.addDays(-1), 1);
    case 'today':
      return days(today, 1);
    case 'tomorrow':
      return days(today.addDays(1), 1);
    case 'last_90_days':
      return { start: today.addDays(-90), end: today.addDays(1) };
    case 'next_90_days':
      return days(today.addDays(1), 90);
  }
  if (count !== null) return countedRange(name, count, today);
  const match = /^(last|this|next)_(.+)$/.exec(name);
  const unit = match ? UNITS[match[2] as string] : undefined;
  if (!match || !unit) return null;
  const shift = match[1] === 'last' ? -1 : match[1] === 'next' ? 1 : 0;
  const start = unit.range(unit.of(today), shift * unit.step).end;
  return unit.range(start, unit.step);
}

function countedRange(name: string, count: number, today: DateValue): DayRange | null {
  if (name === 'last_n_days') return { start: today.addDays(-count), end: today.addDays(1) };
  if (name === 'next_n_days') return days(today.addDays(1), count);
  if (name === 'n_days_ago') return days(today.addDays(-count), 1);
  const span = /^(last|next)_n_(.+)s$/.exec(name);
  const ago = /^n_(.+)s_ago$/.exec(name);
  const unit = UNITS[(span?.[2] ?? ago?.[1]) as string];
  if (!unit) return null;
  const current = unit.of(today);
  if (ago) return unit.range(unit.range(current, -count * unit.step).end, unit.step);
  if (span?.[1] === 'last') return { start: unit.range(current, -count * unit.step).end, end: current };
  return unit.range(unit.range(current, unit.step).end, count * unit.step);
}
