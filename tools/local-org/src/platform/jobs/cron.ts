import { Cron } from 'croner';
import { PlatformError } from '../../values/platform-error.js';
import { zoneOffset } from '../../values/zone.js';

/**
 * Next time of a Salesforce cron expression: seconds, minutes, hours, day of month, month, day of week and, optionally,
 * year; `?` where no day is meant, `L` and `W` as on the platform (apex_scheduler).
 *
 * @param after milliseconds since 1970; the time found is later. @returns null when there is none.
 * @throws PlatformError System.AsyncException for an expression that cannot be read.
 */
export function nextCronTime(expression: string, after: number, timeZone: string): number | null {
  const parts = expression.trim().split(/\s+/);
  if (parts.length < 6 || parts.length > 7) throw badExpression(expression);
  const [seconds, minutes, hours, day, month, weekday, year] = parts as [
    string,
    string,
    string,
    string,
    string,
    string,
    string?
  ];
  if (day === '?' && weekday === '?') {
    throw new PlatformError('System.StringException', "'?' can only be specified for Day-of-Month -OR- Day-of-Week.");
  }
  try {
    // Salesforce counts weekdays from 1 (Sunday); the library from 0.
    const shifted = weekday.replace(/(?<![#/\d])\d+/g, (number) => String(Number(number) - 1));
    const cron = new Cron(
      [seconds, minutes, hours, day, month, shifted, ...(year ? [year] : [])].join(' ').replaceAll('?', '*'),
      {
        timezone: timeZone,
        // When both a day of month and a weekday are given the platform wants one of them to be `?`.
        domAndDow: true,
        paused: true
      }
    );
    return cron.nextRun(new Date(after))?.getTime() ?? null;
  } catch {
    throw badExpression(expression);
  }
}

/** The expression of one moment, whole seconds, as the time zone shows it. */
export function cronOfMoment(at: number, timeZone: string): string {
  const local = new Date(at + zoneOffset(timeZone, at));
  const time = [local.getUTCSeconds(), local.getUTCMinutes(), local.getUTCHours()];
  return [...time, local.getUTCDate(), local.getUTCMonth() + 1, '?', local.getUTCFullYear()].join(' ');
}

const badExpression = (expression: string): PlatformError =>
  new PlatformError('System.StringException', `Seconds and minutes must be specified as integers: ${expression}`);
