import { NotSupportedError } from './platform-error.js';

interface ZoneRules {
  readonly format: Intl.DateTimeFormat;
  /** Offsets by the hour they were asked for: offsets never change inside one. */
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, ZoneRules | number>();
const MS_PER_QUARTER = 900_000;

function rulesOf(zone: string): ZoneRules | number {
  let rules = zones.get(zone);
  if (rules === undefined) zones.set(zone, (rules = loadZone(zone)));
  return rules;
}

function loadZone(zone: string): ZoneRules | number {
  const fixed = /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(zone);
  if (fixed) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0)) * 60_000;
  if (zone === 'GMT' || zone === 'UTC') return 0;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short'
    });
    return { format, offsets: new Map() };
  } catch {
    // Java falls back to GMT for a zone it does not know, and so does the platform.
    return 0;
  }
}

/** Whether the name is a time zone this runtime has rules for. */
export function isKnownZone(zone: string): boolean {
  return typeof rulesOf(zone) !== 'number' || /^(GMT|UTC)/.test(zone);
}

/**
 * Milliseconds to add to UTC to get local time.
 * @param zone IANA name, `GMT`, `GMT+05:30`; unknown names are GMT, as Java has it.
 */
export function zoneOffset(zone: string, utcMs: number): number {
  const rules = rulesOf(zone);
  if (typeof rules === 'number') return rules;
  const slot = Math.floor(utcMs / MS_PER_QUARTER);
  let offset = rules.offsets.get(slot);
  if (offset === undefined) {
    if (rules.offsets.size > 50_000) rules.offsets.clear();
    rules.offsets.set(slot, (offset = computeOffset(rules.format, slot * MS_PER_QUARTER)));
  }
  return offset;
}

function computeOffset(format: Intl.DateTimeFormat, utcMs: number): number {
  const parts: Record<string, string> = {};
  for (const part of format.formatToParts(utcMs)) parts[part.type] = part.value;
  const year = parts['era'] === 'BC' || parts['era'] === 'B' ? 1 - Number(parts['year']) : Number(parts['year']);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts['month']) - 1, Number(parts['day']));
  local.setUTCHours(Number(parts['hour']), Number(parts['minute']), Number(parts['second']), 0);
  if (Number.isNaN(local.getTime())) throw new NotSupportedError('time outside the range of dates');
  return local.getTime() - utcMs;
}

/**
 * UTC of a local time. A local time that a clock change skips moves forward by the gap; one that happens twice is the
 * earlier of the two, as in Java.
 * @param localMs local wall-clock time, written as if it were UTC milliseconds.
 */
export function zoneToUtc(zone: string, localMs: number): number {
  const before = zoneOffset(zone, localMs - 86_400_000);
  const after = zoneOffset(zone, localMs + 86_400_000);
  const first = localMs - before;
  if (zoneOffset(zone, first) === before) return first;
  const second = localMs - after;
  return zoneOffset(zone, second) === after ? second : first;
}
