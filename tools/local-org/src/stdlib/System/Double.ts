import { definePlatformType } from '../define.js';
import { formatNumber } from '../support/locale.js';
import { doubleOf, doubleToInteger, doubleToLong, roundHalfEven } from '../support/numbers.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.Double',
  source: apexReference('apex_methods_system_double'),
  statics: {
    'Double valueOf(String)': doubleOf,
    'Double valueOf(Object)': doubleOf
  },
  methods: {
    'String format()': (self: number) => formatNumber(self),
    'Integer intValue()': doubleToInteger,
    'Long longValue()': doubleToLong,
    'Double doubleValue()': (self: number) => self,
    'Long round()': (self: number) => doubleToLong(roundHalfEven(self))
  }
});
