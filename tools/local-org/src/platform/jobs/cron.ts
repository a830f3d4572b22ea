import { Cron } from 'croner';
import { PlatformError } from '../../values/platform-error.js';
import { zoneOffset } from '../../values/zone.js';

/**
 * Next time of a Salesforce cron expression: seconds, minutes, hours, day of month, month, day of week and, optionally,
 * year; `?` where no day is meant, `L` and `W` as on the platform (apex_scheduler).
 *
 * @param after milliseconds since 1970; the time found is later. @returns null when there is none.
 * @throws PlatformError System.StringException for an expression that cannot be read.
 */
export function nextCronTime(expression: string, after: number, timeZone: string): number | null {
  const parts = expression.trim().split(/\s+/);
  if (parts.length < 6 || parts.length > 7) throw refusal('Unexpected end of expression.');
  const [seconds, minutes, hours, day, month, weekday, year] = parts as [
    string,
    string,
    string,
    string,
    string,
    string,
    string?
  ];
  // No lists, ranges or steps: nothing runs more than once an hour.
  if (![seconds, minutes].every((part) => /^\d+$/.test(part))) {
    throw refusal(`Seconds and minutes must be specified as integers: ${expression}`);
  }
  if (day === '?' && weekday === '?') throw refusal("'?' can only be specified for Day-of-Month -OR- Day-of-Week.");
  if (day !== '?' && weekday !== '?') {
    throw refusal('Support for specifying both a day-of-week AND a day-of-month parameter is not implemented.');
  }
  const read = [
    ...[seconds, minutes].map((part) => FIELDS.minute(part)),
    FIELDS.hour(hours),
    FIELDS.day(day),
    FIELDS.month(month),
    // Salesforce counts weekdays from 1 (Sunday); the library from 0.
    FIELDS.weekday(weekday).replace(/(?<![#/\d])\d+/g, (number) => String(Number(number) - 1)),
    ...(year === undefined ? [] : [FIELDS.year(year)])
  ];
  let cron: Cron;
  try {
    cron = new Cron(read.join(' ').replaceAll('?', '*'), { timezone: timeZone, domAndDow: true, paused: true });
  } catch {
    throw refusal(`Illegal cron expression: ${expression}`);
  }
  return cron.nextRun(new Date(after))?.getTime() ?? null;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Readers of each part: names become numbers, `a/n` a range with steps; numbers out of range are refused. */
const FIELDS = {
  minute: part(0, 59, 'Minute and Second values must be between 0 and 59'),
  hour: part(0, 23, 'Hour values must be between 0 and 23'),
  day: part(1, 31, 'Day of month values must be between 1 and 31'),
  month: part(1, 12, 'Month values must be between 1 and 12', MONTHS),
  weekday: part(1, 7, 'Day-of-Week values must be between 1 and 7', WEEKDAYS),
  year: part(1970, 2099, 'Year values must be between 1970 and 2099')
};

function part(least: number, most: number, message: string, names: readonly string[] = []): (text: string) => string {
  const isWeekday = names === WEEKDAYS;
  return (text) => {
    // By itself the last day of the week is Saturday.
    if (isWeekday && text.toUpperCase() === 'L') return String(most);
    let numbers = text.toUpperCase();
    names.forEach((name, index) => (numbers = numbers.replaceAll(name, String(index + 1))));
    for (const item of numbers.split(',')) {
      const [range = '', step] = item.split('/');
      const bounds = range.replace(/#\d$/, '').match(/\d+/g) ?? [];
      if (bounds.some((number) => Number(number) < least || Number(number) > most)) throw refusal(message);
      if (step !== undefined && !(Number(step) > 0)) throw refusal(`Illegal increment: ${text}`);
    }
    return numbers.replace(/(?<=^|,)(\d+)\/(?=\d)/g, `$1-${most}/`);
  };
}

/** The expression of one moment, whole seconds, as the time zone shows it. */
export function cronOfMoment(at: number, timeZone: string): string {
  const local = new Date(at + zoneOffset(timeZone, at));
  const time = [local.getUTCSeconds(), local.getUTCMinutes(), local.getUTCHours()];
  return [...time, local.getUTCDate(), local.getUTCMonth() + 1, '?', local.getUTCFullYear()].join(' ');
}

/** Texts of the scheduler that the platform uses. */
const refusal = (message: string): PlatformError => new PlatformError('System.StringException', message);
