import { DateValue, pad2 } from '../../values/date.js';
import type { DatetimeValue } from '../../values/datetime.js';
import { zoneOffset } from '../../values/zone.js';
import { illegalArgument } from './arguments.js';
import { inZone } from './datetime-text.js';

/**
 * Java's SimpleDateFormat, as Datetime.format(pattern) takes it: letters `G y Y M L w W D d F E u a H k K h m s S z Z X`,
 * quoted text, everything else literal.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_datetime.htm
 * @param zone IANA name. @param locale BCP 47 tag of month and day names.
 * @throws PlatformError System.IllegalArgumentException for an unknown letter or an open quote.
 */
export function formatPattern(value: DatetimeValue, pattern: string, zone: string, locale: string): string {
  const local = inZone(value, zone);
  let text = '';
  for (let at = 0; at < pattern.length;) {
    const character = pattern[at]!;
    if (character === "'") {
      const quoted = readQuoted(pattern, at);
      text += quoted.text;
      at = quoted.next;
    } else if (/[a-zA-Z]/.test(character)) {
      let end = at;
      while (pattern[end] === character) end += 1;
      text += field(character, end - at, { value, local, zone, locale });
      at = end;
    } else {
      text += character;
      at += 1;
    }
  }
  return text;
}

interface Moment {
  readonly value: DatetimeValue;
  readonly local: DatetimeValue;
  readonly zone: string;
  readonly locale: string;
}

function readQuoted(pattern: string, start: number): { readonly text: string; readonly next: number } {
  if (pattern[start + 1] === "'") return { text: "'", next: start + 2 };
  let text = '';
  for (let at = start + 1; at < pattern.length; at++) {
    if (pattern[at] !== "'") text += pattern[at];
    else if (pattern[at + 1] === "'") {
      text += "'";
      at += 1;
    } else return { text, next: at + 1 };
  }
  throw illegalArgument('Unterminated quote');
}

function field(letter: string, width: number, moment: Moment): string {
  const date = moment.local.dateUtc();
  const time = moment.local.timeUtc();
  const number = (value: number): string => String(value).padStart(width, '0');
  switch (letter) {
    case 'G':
      return date.year > 0 ? 'AD' : 'BC';
    case 'y':
      return width === 2 ? pad2(date.year % 100) : number(date.year);
    case 'Y':
      return width === 2 ? pad2(weekOf(date).year % 100) : number(weekOf(date).year);
    case 'M':
    case 'L':
      return width >= 3 ? name(moment, { month: width === 3 ? 'short' : 'long' }) : number(date.month);
    case 'w':
      return number(weekOf(date).week);
    case 'W':
      return number(Math.floor((date.day - 1 + DateValue.of(date.year, date.month, 1).dayOfWeek) / 7) + 1);
    case 'D':
      return number(date.dayOfYear);
    case 'd':
      return number(date.day);
    case 'F':
      return number(Math.floor((date.day - 1) / 7) + 1);
    case 'E':
      return name(moment, { weekday: width <= 3 ? 'short' : 'long' });
    case 'u':
      return number(date.dayOfWeek === 0 ? 7 : date.dayOfWeek);
    case 'a':
      return time.hour < 12 ? 'AM' : 'PM';
    case 'H':
      return number(time.hour);
    case 'k':
      return number(time.hour === 0 ? 24 : time.hour);
    case 'K':
      return number(time.hour % 12);
    case 'h':
      return number(time.hour % 12 === 0 ? 12 : time.hour % 12);
    case 'm':
      return number(time.minute);
    case 's':
      return number(time.second);
    case 'S':
      return number(time.millisecond);
    case 'z':
      return zoneName(moment, width >= 4);
    case 'Z':
      return offsetText(moment, '', 4);
    case 'X':
      return offsetOf(moment) === 0 ? 'Z' : offsetText(moment, width === 3 ? ':' : '', width === 1 ? 2 : 4);
    default:
      throw illegalArgument(`Illegal pattern character '${letter}'`);
  }
}

/** Week and week year as Java's calendar counts them for the United States: weeks start on Sunday, January 1 is in week 1. */
function weekOf(date: DateValue): { readonly year: number; readonly week: number } {
  const newYear = DateValue.of(date.year, 1, 1);
  const nextNewYear = DateValue.of(date.year + 1, 1, 1);
  if (date.epochDays >= nextNewYear.epochDays - nextNewYear.dayOfWeek) return { year: date.year + 1, week: 1 };
  return { year: date.year, week: Math.floor((date.dayOfYear - 1 + newYear.dayOfWeek) / 7) + 1 };
}

function name(moment: Moment, part: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(moment.locale, { ...part, timeZone: 'UTC' }).format(moment.local.ms);
}

const offsetOf = (moment: Moment): number => zoneOffset(moment.zone, moment.value.ms);

function offsetText(moment: Moment, separator: string, digits: 2 | 4): string {
  const minutes = Math.abs(offsetOf(moment)) / 60_000;
  const hours = `${offsetOf(moment) < 0 ? '-' : '+'}${pad2(Math.floor(minutes / 60))}`;
  return digits === 2 ? hours : `${hours}${separator}${pad2(minutes % 60)}`;
}

/** `PST`, `CET`; some names only another English locale knows. */
export function zoneName(moment: { value: DatetimeValue; zone: string }, long: boolean): string {
  if (moment.zone === 'GMT' || moment.zone === 'UTC') return long ? 'Greenwich Mean Time' : moment.zone;
  for (const locale of ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-ZA']) {
    const parts = new Intl.DateTimeFormat(locale, {
      timeZone: moment.zone,
      timeZoneName: long ? 'long' : 'short'
    }).formatToParts(moment.value.ms);
    const found = parts.find((part) => part.type === 'timeZoneName')?.value;
    if (found && !/^(GMT|UTC)[+-]/.test(found)) return found;
  }
  return `GMT${offsetText({ ...moment, local: moment.value, locale: 'en-US' }, ':', 4)}`;
}
