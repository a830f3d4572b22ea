const MS_PER_DAY = 86_400_000;

/** Days since 1970-01-01 of a date of the proleptic Gregorian calendar; months and days outside their range carry over. */
export function epochDay(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.round(date.getTime() / MS_PER_DAY);
}

export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** @param month 1 to 12. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** An Apex Date: a day without time and zone. Immutable. */
export class DateValue {
  private parts: { year: number; month: number; day: number } | null = null;

  /** @param epochDays days since 1970-01-01. */
  constructor(readonly epochDays: number) {}

  static of(year: number, month: number, day: number): DateValue {
    return new DateValue(epochDay(year, month, day));
  }

  /** @param text `yyyy-MM-dd`, as the database and JSON write it. @returns null when it is no such date. */
  static parseIso(text: string): DateValue | null {
    const match = /^([+-]?\d{4,6})-(\d{1,2})-(\d{1,2})$/.exec(text);
    if (!match) return null;
    const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
    if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
    return DateValue.of(year, month, day);
  }

  private read(): { year: number; month: number; day: number } {
    if (!this.parts) {
      const date = new Date(this.epochDays * MS_PER_DAY);
      this.parts = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    }
    return this.parts;
  }

  get year(): number {
    return this.read().year;
  }

  /** 1 to 12. */
  get month(): number {
    return this.read().month;
  }

  get day(): number {
    return this.read().day;
  }

  /** 0 Sunday to 6 Saturday. */
  get dayOfWeek(): number {
    return (((this.epochDays + 4) % 7) + 7) % 7;
  }

  get dayOfYear(): number {
    return this.epochDays - epochDay(this.year, 1, 1) + 1;
  }

  addDays(days: number): DateValue {
    return new DateValue(this.epochDays + days);
  }

  /** Clamps to the last day of the month. */
  addMonths(months: number): DateValue {
    const index = this.year * 12 + (this.month - 1) + months;
    const year = Math.floor(index / 12);
    const month = index - year * 12 + 1;
    return DateValue.of(year, month, Math.min(this.day, daysInMonth(year, month)));
  }

  addYears(years: number): DateValue {
    return this.addMonths(years * 12);
  }

  compareTo(other: DateValue): number {
    return this.epochDays - other.epochDays;
  }

  /** `yyyy-MM-dd`. */
  toString(): string {
    return `${String(this.year).padStart(4, '0')}-${pad2(this.month)}-${pad2(this.day)}`;
  }
}

export const pad2 = (value: number): string => (value < 10 ? `0${value}` : String(value));
