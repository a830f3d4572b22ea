import { DateValue } from './date.js';
import { TimeValue } from './time.js';

/** An Apex Datetime: milliseconds since 1970 in UTC. Zones come in only when it is read or written. Immutable. */
export class DatetimeValue {
  /** @param ms whole milliseconds since 1970-01-01T00:00:00Z. */
  constructor(readonly ms: number) {}

  static ofUtc(
    year: number,
    month: number,
    day: number,
    hour = 0,
    minute = 0,
    second = 0,
    millisecond = 0
  ): DatetimeValue {
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    date.setUTCHours(hour, minute, second, millisecond);
    return new DatetimeValue(date.getTime());
  }

  /**
   * @param text ISO 8601 as JSON and the database write it: `2024-01-02T03:04:05.678Z`, offset `+0000` or `+00:00`,
   * seconds and fraction optional, `T` or a space; without a zone it is UTC. @returns null when it is no such time.
   */
  static parseIso(text: string): DatetimeValue | null {
    const match =
      /^([+-]?\d{4,6})-(\d{1,2})-(\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?$/.exec(
        text
      );
    if (!match) return null;
    const date = DateValue.parseIso(`${match[1]}-${match[2]}-${match[3]}`);
    const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)];
    if (!date || hour > 23 || minute > 59 || second > 59) return null;
    const fraction = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1000 + 1e-6);
    const local = date.epochDays * 86_400_000 + ((hour * 60 + minute) * 60 + second) * 1000 + fraction;
    return new DatetimeValue(local - offsetOf(match[8]));
  }

  /** The day in UTC. */
  dateUtc(): DateValue {
    return new DateValue(Math.floor(this.ms / 86_400_000));
  }

  /** The time of day in UTC. */
  timeUtc(): TimeValue {
    return new TimeValue(((this.ms % 86_400_000) + 86_400_000) % 86_400_000);
  }

  add(milliseconds: number): DatetimeValue {
    return new DatetimeValue(this.ms + milliseconds);
  }

  compareTo(other: DatetimeValue): number {
    return this.ms - other.ms;
  }

  /** `yyyy-MM-dd HH:mm:ss` in UTC: the form of debug output and of implicit conversion to String. */
  toString(): string {
    return `${this.dateUtc().toString()} ${this.timeUtc().toSeconds()}`;
  }

  /** `yyyy-MM-ddTHH:mm:ss.SSSZ`. */
  toIso(): string {
    return `${this.dateUtc().toString()}T${this.timeUtc().toString()}`;
  }
}

function offsetOf(zone: string | undefined): number {
  if (!zone || zone === 'Z' || zone === 'z') return 0;
  const digits = zone.replace(/\D/g, '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
