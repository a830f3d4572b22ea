import { Decimal } from '../../values/decimal.js';
import { integerOf, numberOf } from '../values.js';
import { strict, type FunctionTable } from './define.js';

const numeric = (run: (number: Decimal, second: Decimal | null) => Decimal | null): FunctionTable[string]['run'] =>
  strict(([first, second]) => {
    const number = numberOf(first);
    return number && run(number, numberOf(second ?? null));
  });

/** Functions of real numbers: not exact, rounded to what a double holds. */
const real = (run: (value: number) => number): FunctionTable[string] => ({
  parameters: ['number'],
  result: 'number',
  run: numeric((number) => {
    const value = run(number.doubleValue());
    return Number.isFinite(value) ? Decimal.fromDouble(value) : null;
  })
});

/** Source: https://help.salesforce.com/s/articleView?id=sf.customize_functions.htm (math functions) */
export const MATH: FunctionTable = {
  ABS: { parameters: ['number'], result: 'number', run: numeric((number) => number.abs()) },
  // Away from zero for negative numbers: the M-variants follow the number line.
  CEILING: {
    parameters: ['number'],
    result: 'number',
    run: numeric((number) => number.withScale(0, 'UP'))
  },
  FLOOR: { parameters: ['number'], result: 'number', run: numeric((number) => number.withScale(0, 'DOWN')) },
  MCEILING: { parameters: ['number'], result: 'number', run: numeric((number) => number.withScale(0, 'CEILING')) },
  MFLOOR: { parameters: ['number'], result: 'number', run: numeric((number) => number.withScale(0, 'FLOOR')) },
  ROUND: {
    parameters: ['number', 'number'],
    result: 'number',
    run: strict(([value, digits]) => numberOf(value)?.withScale(integerOf(digits) ?? 0, 'HALF_UP') ?? null)
  },
  TRUNC: {
    parameters: ['number', 'number'],
    least: 1,
    result: 'number',
    run: strict(([value, digits]) => numberOf(value)?.withScale(integerOf(digits ?? null) ?? 0, 'DOWN') ?? null)
  },
  MOD: {
    parameters: ['number', 'number'],
    result: 'number',
    run: numeric((number, divisor) => {
      if (!divisor || divisor.signum() === 0) return null;
      const quotient = number.divide(divisor, 0, 'FLOOR');
      return number.subtract(quotient.multiply(divisor));
    })
  },
  SQRT: real(Math.sqrt),
  EXP: real(Math.exp),
  LN: real(Math.log),
  LOG: real(Math.log10),
  SIN: real(Math.sin),
  COS: real(Math.cos),
  TAN: real(Math.tan),
  ASIN: real(Math.asin),
  ACOS: real(Math.acos),
  ATAN: real(Math.atan),
  ATAN2: {
    parameters: ['number', 'number'],
    result: 'number',
    run: numeric((y, x) => Decimal.fromDouble(Math.atan2(y.doubleValue(), x?.doubleValue() ?? 0)))
  },
  PI: { parameters: [], result: 'number', run: () => Decimal.fromDouble(Math.PI) }
};
