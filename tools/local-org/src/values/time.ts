import { pad2 } from './date.js';

const MS_PER_DAY = 86_400_000;

/** An Apex Time: milliseconds since midnight, 0 to 86,399,999. Immutable; arithmetic wraps round midnight. */
export class TimeValue {
  constructor(readonly ms: number) {}

  static of(hour: number, minute: number, second: number, millisecond: number): TimeValue {
    return TimeValue.wrap(((hour * 60 + minute) * 60 + second) * 1000 + millisecond);
  }

  private static wrap(ms: number): TimeValue {
    return new TimeValue(((ms % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY);
  }

  /** @param text `HH:mm[:ss[.SSS]][Z]`. @returns null when it is no such time. */
  static parseIso(text: string): TimeValue | null {
    const match = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?Z?$/i.exec(text);
    if (!match) return null;
    const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
    if (hour > 23 || minute > 59 || second > 59) return null;
    return TimeValue.of(hour, minute, second, Math.floor(Number(`0.${match[4] ?? '0'}`) * 1000 + 1e-6));
  }

  get hour(): number {
    return Math.floor(this.ms / 3_600_000);
  }

  get minute(): number {
    return Math.floor(this.ms / 60_000) % 60;
  }

  get second(): number {
    return Math.floor(this.ms / 1000) % 60;
  }

  get millisecond(): number {
    return this.ms % 1000;
  }

  add(milliseconds: number): TimeValue {
    return TimeValue.wrap(this.ms + milliseconds);
  }

  compareTo(other: TimeValue): number {
    return this.ms - other.ms;
  }

  /** `HH:mm:ss`. */
  toSeconds(): string {
    return `${pad2(this.hour)}:${pad2(this.minute)}:${pad2(this.second)}`;
  }

  /** `HH:mm:ss.SSSZ`, as the platform prints and serialises it. */
  toString(): string {
    return `${this.toSeconds()}.${String(this.millisecond).padStart(3, '0')}Z`;
  }
}
