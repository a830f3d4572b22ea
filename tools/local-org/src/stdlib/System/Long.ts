import { Decimal } from '../../values/decimal.js';
import { definePlatformType } from '../define.js';
import { formatNumber } from '../support/locale.js';
import { longOf, longOfObject } from '../support/numbers.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.Long',
  source: apexReference('apex_methods_system_long'),
  statics: {
    'Long valueOf(String)': longOf,
    'Long valueOf(Object)': longOfObject
  },
  methods: {
    'String format()': (self: bigint) => formatNumber(self),
    'Integer intValue()': (self: bigint) => Number(BigInt.asIntN(32, self)),
    'Long longValue()': (self: bigint) => self,
    'Decimal decimalValue()': (self: bigint) => Decimal.fromLong(self),
    'Double doubleValue()': (self: bigint) => Number(self)
  }
});
