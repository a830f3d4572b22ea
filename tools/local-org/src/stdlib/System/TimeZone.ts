import { currentTransaction } from '../../apex/runtime/transaction.js';
import { pad2 } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { zoneOffset } from '../../values/zone.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { zoneName } from '../support/date-format.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'TimeZone');

export class TimeZone extends PlatformObject {
  constructor(readonly id: string) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return this.id;
  }

  override apexEquals(other: unknown): boolean {
    return other instanceof TimeZone && other.id === this.id;
  }

  /** `(GMT-08:00) Pacific Standard Time (America/Los_Angeles)`. */
  displayName(nowMs: number): string {
    const minutes = zoneOffset(this.id, nowMs) / 60_000;
    const size = Math.abs(minutes);
    const offset = `${minutes < 0 ? '-' : '+'}${pad2(Math.floor(size / 60))}:${pad2(size % 60)}`;
    return `(GMT${offset}) ${zoneName({ value: new DatetimeValue(nowMs), zone: this.id }, true)} (${this.id})`;
  }
}

export default definePlatformType({
  name: 'System.TimeZone',
  source: apexReference('apex_methods_system_timezone'),
  statics: { 'TimeZone getTimeZone(String)': (id: string | null) => new TimeZone(required(id)) },
  methods: {
    'String getDisplayName()': (self: TimeZone) => self.displayName(currentTransaction().now()),
    'String getID()': (self: TimeZone) => self.id,
    'Integer getOffset(Datetime)': (self: TimeZone, at: DatetimeValue | null) => zoneOffset(self.id, required(at).ms),
    'String toString()': (self: TimeZone) => self.id
  }
});
