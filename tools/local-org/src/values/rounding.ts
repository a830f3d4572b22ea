/**
 * Rounding modes of System.RoundingMode, in the order in which the platform lists them.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_decimal.htm
 */
export const ROUNDING_MODES = [
  'CEILING',
  'DOWN',
  'FLOOR',
  'HALF_DOWN',
  'HALF_EVEN',
  'HALF_UP',
  'UNNECESSARY',
  'UP'
] as const;
export type RoundingMode = (typeof ROUNDING_MODES)[number];

/**
 * Quotient of two integers rounded to an integer.
 * @returns null when the mode is UNNECESSARY and the quotient is not exact.
 */
export function divideRounded(dividend: bigint, divisor: bigint, mode: RoundingMode): bigint | null {
  const quotient = dividend / divisor;
  const remainder = dividend % divisor;
  if (remainder === 0n) return quotient;
  const negative = dividend < 0n !== divisor < 0n;
  const away = negative ? quotient - 1n : quotient + 1n;
  const twice = (remainder < 0n ? -remainder : remainder) * 2n;
  const size = divisor < 0n ? -divisor : divisor;
  switch (mode) {
    case 'UP':
      return away;
    case 'DOWN':
      return quotient;
    case 'CEILING':
      return negative ? quotient : away;
    case 'FLOOR':
      return negative ? away : quotient;
    case 'HALF_UP':
      return twice >= size ? away : quotient;
    case 'HALF_DOWN':
      return twice > size ? away : quotient;
    case 'HALF_EVEN':
      if (twice === size) return quotient % 2n === 0n ? quotient : away;
      return twice > size ? away : quotient;
    case 'UNNECESSARY':
      return null;
  }
}
