import { Decimal } from '../../values/decimal.js';
import type { EnumValue } from '../../values/enum.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { formatNumber } from '../support/locale.js';
import { decimalOf } from '../support/numbers.js';
import { apexReference } from '../support/reference.js';
import { roundingMode } from './RoundingMode.js';

export default definePlatformType({
  name: 'System.Decimal',
  source: apexReference('apex_methods_system_decimal'),
  statics: {
    'Decimal valueOf(Double)': (value: number | null) => Decimal.fromDouble(required(value)),
    'Decimal valueOf(Long)': (value: bigint | null) => Decimal.fromLong(required(value)),
    'Decimal valueOf(String)': decimalOf,
    'Decimal valueOf(Object)': decimalOf
  },
  methods: {
    'Decimal abs()': (self: Decimal) => self.abs(),
    'Decimal divide(Decimal, Integer)': (self: Decimal, divisor: Decimal | null, scale: number | null) =>
      self.divide(required(divisor), required(scale, 2)),
    'Decimal divide(Decimal, Integer, System.RoundingMode)': (
      self: Decimal,
      divisor: Decimal | null,
      scale: number | null,
      mode: EnumValue | null
    ) => self.divide(required(divisor), required(scale, 2), roundingMode(mode)),
    'Double doubleValue()': (self: Decimal) => self.doubleValue(),
    'String format()': (self: Decimal) => formatNumber(self.toPlainString(), Math.max(self.scale, 0)),
    'Integer intValue()': (self: Decimal) => self.intValue(),
    'Long longValue()': (self: Decimal) => self.longValue(),
    'Decimal pow(Integer)': (self: Decimal, exponent: number | null) => self.pow(required(exponent)),
    'Integer precision()': (self: Decimal) => self.precision(),
    'Long round()': (self: Decimal) => BigInt.asIntN(64, self.toBigInt('HALF_EVEN')),
    'Long round(System.RoundingMode)': (self: Decimal, mode: EnumValue | null) =>
      BigInt.asIntN(64, self.toBigInt(roundingMode(mode))),
    'Integer scale()': (self: Decimal) => self.scale,
    'Decimal setScale(Integer)': (self: Decimal, scale: number | null) => self.setScale(required(scale)),
    'Decimal setScale(Integer, System.RoundingMode)': (self: Decimal, scale: number | null, mode: EnumValue | null) =>
      self.setScale(required(scale), roundingMode(mode)),
    'Decimal stripTrailingZeros()': (self: Decimal) => self.stripTrailingZeros(),
    'String toPlainString()': (self: Decimal) => self.toPlainString()
  }
});
