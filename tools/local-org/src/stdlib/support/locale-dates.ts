import { DateValue, daysInMonth, pad2 } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { zoneToUtc } from '../../values/zone.js';
import { zoneName } from './date-format.js';
import { inZone } from './datetime-text.js';

/** Some ICU versions write a narrow no-break space before AM and PM; the platform writes a space. */
const plainSpaces = (text: string): string => text.replace(/[\u202f\u00a0]/g, ' ');

/** Date.format(): the short form of the user's locale, `1/31/2024` in the United States. */
export function shortDate(date: DateValue, locale: string): string {
  if (locale === 'en-US') return `${date.month}/${date.day}/${date.year}`;
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric'
  });
  return plainSpaces(format.format(date.epochDays * 86_400_000));
}

/** Datetime.format(): `1/31/2024, 4:05 PM` in the United States. */
export function shortDatetime(value: DatetimeValue, zone: string, locale: string): string {
  const local = inZone(value, zone);
  const time = local.timeUtc();
  if (locale === 'en-US') {
    return `${shortDate(local.dateUtc(), locale)}, ${time.hour % 12 || 12}:${pad2(time.minute)} ${time.hour < 12 ? 'AM' : 'PM'}`;
  }
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });
  return `${shortDate(local.dateUtc(), locale)}, ${plainSpaces(format.format(local.ms))}`;
}

/** Datetime.formatLong(): with seconds and zone, `1/31/2024, 4:05:06 PM PST`. */
export function longDatetime(value: DatetimeValue, zone: string, locale: string): string {
  const local = inZone(value, zone);
  const time = local.timeUtc();
  const clock =
    locale === 'en-US'
      ? `${time.hour % 12 || 12}:${pad2(time.minute)}:${pad2(time.second)} ${time.hour < 12 ? 'AM' : 'PM'}`
      : plainSpaces(
          new Intl.DateTimeFormat(locale, {
            timeZone: 'UTC',
            timeStyle: 'medium'
          } as Intl.DateTimeFormatOptions).format(local.ms)
        );
  return `${shortDate(local.dateUtc(), locale)}, ${clock} ${zoneName({ value, zone }, false)}`;
}

/** Order of year, month and day in the locale's short form. */
function partOrder(locale: string): readonly string[] {
  const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(0);
  return parts.map((part) => part.type).filter((type) => type === 'year' || type === 'month' || type === 'day');
}

/** Date.parse: a short date of the locale. @returns null when the text is none. */
export function parseShortDate(text: string, locale: string): DateValue | null {
  const numbers = /^\s*(\d{1,4})[/.\-\s]+(\d{1,2})[/.\-\s]+(\d{1,4})\.?\s*$/.exec(text);
  if (!numbers) return null;
  const parts: Record<string, number> = {};
  partOrder(locale).forEach((type, index) => (parts[type] = Number(numbers[index + 1])));
  const { month, day } = parts as { month: number; day: number };
  const year = parts['year']! < 100 ? 2000 + parts['year']! : parts['year']!;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return DateValue.of(year, month, day);
}

/** Datetime.parse: a short date and time of the locale, `10/14/2011, 11:46 AM`. @returns null when the text is none. */
export function parseShortDatetime(text: string, zone: string, locale: string): DatetimeValue | null {
  const match = /^(.*?\d),?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AaPp])?\.?[Mm]?\.?$/.exec(plainSpaces(text.trim()));
  const date = match && parseShortDate(match[1]!, locale);
  if (!date) return null;
  let hour = Number(match![2]);
  if (match![5]) hour = (hour % 12) + (/[pP]/.test(match![5]) ? 12 : 0);
  if (hour > 23 || Number(match![3]) > 59) return null;
  const clock = ((hour * 60 + Number(match![3])) * 60 + Number(match![4] ?? 0)) * 1000;
  return new DatetimeValue(zoneToUtc(zone, date.epochDays * 86_400_000 + clock));
}

/** First day of the week in the locale: 0 Sunday to 6 Saturday. */
export function firstDayOfWeek(locale: string): number {
  const info = new Intl.Locale(locale) as Intl.Locale & {
    weekInfo?: { firstDay: number };
    getWeekInfo?(): { firstDay: number };
  };
  return (info.getWeekInfo?.() ?? info.weekInfo ?? { firstDay: 7 }).firstDay % 7;
}
