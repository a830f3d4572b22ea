/** How a provider writes the time of an event. */
export type TimestampUnit = 'iso8601' | 'seconds' | 'milliseconds';

export type TimeReading = { readonly iso: string } | { readonly problem: string };

/** What a Datetime of the platform holds (SOAP API developer guide, primitive data types). */
const EARLIEST = Date.UTC(1700, 0, 1);
const LATEST = Date.UTC(4000, 11, 31, 23, 59, 59, 999);

const ISO =
  /^(?<date>\d{4}-\d{2}-\d{2})[Tt ](?<time>\d{2}:\d{2}(?::\d{2})?)(?:[.,](?<fraction>\d{1,12}))?(?<zone>[Zz]|[+-]\d{2}(?::?\d{2})?)?$/;

/**
 * The time in UTC with milliseconds; finer fractions are cut. A time far from ours is taken as it is: what an event says of itself
 * must not depend on when it arrives.
 */
export function readSourceTime(text: string, unit: TimestampUnit): TimeReading {
  const reading = unit === 'iso8601' ? readIso(text) : readNumber(text, unit);
  if (typeof reading === 'string') return { problem: reading };
  if (reading < EARLIEST || reading > LATEST) {
    return {
      problem: 'lies outside the years 1700 to 4000 (seconds instead of milliseconds, or the other way round?)'
    };
  }
  return { iso: new Date(reading).toISOString() };
}

function readNumber(text: string, unit: 'seconds' | 'milliseconds'): number | string {
  const match = /^(-?\d{1,16})(?:\.(\d+))?$/.exec(text);
  if (match === null) return `is no number of ${unit} since 1970`;
  const whole = Number(match[1]);
  if (unit === 'milliseconds') return whole;
  const milliseconds = Number(`${match[2] ?? ''}000`.slice(0, 3));
  return whole * 1000 + (whole < 0 ? -milliseconds : milliseconds);
}

function readIso(text: string): number | string {
  const parts = ISO.exec(text)?.groups;
  if (parts === undefined) return 'is no ISO 8601 time, such as 2026-01-31T12:00:00Z';
  if (parts.zone === undefined) return 'has no time zone';
  const { date, time, fraction = '' } = parts;
  const seconds = time!.length === 5 ? `${time}:00` : time!;
  const zone = parts.zone.toUpperCase();
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const local = Date.parse(`${date}T${seconds}Z`);
  const instant = Date.parse(`${date}T${seconds}${offset}`);
  // The engine takes the 30th of February for the 2nd of March.
  const isReal = !Number.isNaN(local) && new Date(local).toISOString().startsWith(`${date}T${seconds}`);
  if (!isReal || Number.isNaN(instant)) return 'is no day or time of the calendar';
  return instant + Number(`${fraction}000`.slice(0, 3));
}
