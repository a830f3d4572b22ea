import { Decimal } from '../../values/decimal.js';
import { definePlatformType } from '../define.js';
import { formatNumber } from '../support/locale.js';
import { integerOf, integerOfObject } from '../support/numbers.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.Integer',
  source: apexReference('apex_methods_system_integer'),
  statics: {
    'Integer valueOf(String)': integerOf,
    'Integer valueOf(Object)': integerOfObject
  },
  methods: {
    'String format()': (self: number) => formatNumber(self),
    'Integer intValue()': (self: number) => self,
    'Long longValue()': (self: number) => BigInt(self),
    'Decimal decimalValue()': (self: number) => Decimal.fromInteger(self),
    'Double doubleValue()': (self: number) => self
  }
});
