import { Decimal } from '../../values/decimal.js';
import { PlatformError } from '../../values/platform-error.js';
import { definePlatformType, type Implementation } from '../define.js';
import { required } from '../support/arguments.js';
import { doubleToInteger, doubleToLong, roundHalfEven } from '../support/numbers.js';
import { apexReference } from '../support/reference.js';

/** The Double and the Decimal form of a function of reals; the Decimal one goes through Double, as its exactness allows no more. */
function real(name: string, compute: (value: number) => number): Record<string, Implementation> {
  return {
    [`Double ${name}(Double)`]: (value: number | null) => compute(required(value)),
    [`Decimal ${name}(Decimal)`]: (value: Decimal | null) => Decimal.fromDouble(compute(required(value).doubleValue()))
  };
}

const divideByZero = (): PlatformError => new PlatformError('System.MathException', 'Divide by 0');

const wholes = (mode: 'CEILING' | 'FLOOR' | 'HALF_EVEN') => (value: Decimal | null) =>
  required(value).withScale(0, mode);

/** Half to even, then cut to 32 bits: the platform wraps where its page promises an error. */
const roundDecimal = (value: Decimal | null): number =>
  Number(BigInt.asIntN(32, required(value).toBigInt('HALF_EVEN')));

const larger = <T extends number | bigint>(left: T | null, right: T | null): T =>
  required(left) > required(right, 2) ? left! : right!;
const smaller = <T extends number | bigint>(left: T | null, right: T | null): T =>
  required(left) < required(right, 2) ? left! : right!;

export default definePlatformType({
  name: 'System.Math',
  source: apexReference('apex_methods_system_math'),
  staticProperties: {
    'Double E': { get: () => Math.E },
    'Double PI': { get: () => Math.PI }
  },
  statics: {
    'Decimal abs(Decimal)': (value: Decimal | null) => required(value).abs(),
    'Double abs(Double)': (value: number | null) => Math.abs(required(value)),
    'Integer abs(Integer)': (value: number | null) => Math.abs(required(value)) | 0,
    'Long abs(Long)': (value: bigint | null) => BigInt.asIntN(64, required(value) < 0n ? -value! : value!),
    ...real('acos', Math.acos),
    ...real('asin', Math.asin),
    ...real('atan', Math.atan),
    'Double atan2(Double, Double)': (y: number | null, x: number | null) => Math.atan2(required(y), required(x, 2)),
    'Decimal atan2(Decimal, Decimal)': (y: Decimal | null, x: Decimal | null) =>
      Decimal.fromDouble(Math.atan2(required(y).doubleValue(), required(x, 2).doubleValue())),
    ...real('cbrt', Math.cbrt),
    'Decimal ceil(Decimal)': wholes('CEILING'),
    'Double ceil(Double)': (value: number | null) => Math.ceil(required(value)),
    ...real('cos', Math.cos),
    ...real('cosh', Math.cosh),
    ...real('exp', Math.exp),
    'Decimal floor(Decimal)': wholes('FLOOR'),
    'Double floor(Double)': (value: number | null) => Math.floor(required(value)),
    ...real('log', Math.log),
    ...real('log10', Math.log10),
    'Decimal max(Decimal, Decimal)': (left: Decimal | null, right: Decimal | null) =>
      required(left).compareTo(required(right, 2)) >= 0 ? left : right,
    'Double max(Double, Double)': larger<number>,
    'Integer max(Integer, Integer)': larger<number>,
    'Long max(Long, Long)': larger<bigint>,
    'Decimal min(Decimal, Decimal)': (left: Decimal | null, right: Decimal | null) =>
      required(left).compareTo(required(right, 2)) <= 0 ? left : right,
    'Double min(Double, Double)': smaller<number>,
    'Integer min(Integer, Integer)': smaller<number>,
    'Long min(Long, Long)': smaller<bigint>,
    'Integer mod(Integer, Integer)': (dividend: number | null, divisor: number | null) => {
      if (required(divisor, 2) === 0) throw divideByZero();
      return (required(dividend) % divisor!) | 0;
    },
    'Long mod(Long, Long)': (dividend: bigint | null, divisor: bigint | null) => {
      if (required(divisor, 2) === 0n) throw divideByZero();
      return required(dividend) % divisor!;
    },
    'Double pow(Double, Double)': (base: number | null, exponent: number | null) =>
      Math.pow(required(base), required(exponent, 2)),
    'Double random()': () => Math.random(),
    'Decimal rint(Decimal)': wholes('HALF_EVEN'),
    'Double rint(Double)': (value: number | null) => roundHalfEven(required(value)),
    'Integer round(Double)': (value: number | null) => doubleToInteger(roundHalfEven(required(value))),
    'Integer round(Decimal)': roundDecimal,
    'Long roundToLong(Decimal)': (value: Decimal | null) => BigInt.asIntN(64, required(value).toBigInt('HALF_EVEN')),
    'Long roundToLong(Double)': (value: number | null) => doubleToLong(roundHalfEven(required(value))),
    ...real('signum', Math.sign),
    ...real('sin', Math.sin),
    ...real('sinh', Math.sinh),
    ...real('sqrt', Math.sqrt),
    ...real('tan', Math.tan),
    ...real('tanh', Math.tanh)
  }
});
