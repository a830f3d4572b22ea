import { TimeValue } from '../../values/time.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.Time',
  source: apexReference('apex_methods_system_time'),
  statics: {
    'Time newInstance(Integer, Integer, Integer, Integer)': (...parts: (number | null)[]) => {
      const [hour, minute, second, millisecond] = parts.map((part, index) => required(part, index + 1));
      return TimeValue.of(hour!, minute!, second!, millisecond!);
    }
  },
  methods: {
    'Time addHours(Integer)': (self: TimeValue, hours: number) => self.add(required(hours) * 3_600_000),
    'Time addMilliseconds(Integer)': (self: TimeValue, ms: number) => self.add(required(ms)),
    'Time addMinutes(Integer)': (self: TimeValue, minutes: number) => self.add(required(minutes) * 60_000),
    'Time addSeconds(Integer)': (self: TimeValue, seconds: number) => self.add(required(seconds) * 1000),
    'Integer hour()': (self: TimeValue) => self.hour,
    'Integer millisecond()': (self: TimeValue) => self.millisecond,
    'Integer minute()': (self: TimeValue) => self.minute,
    'Integer second()': (self: TimeValue) => self.second
  }
});
