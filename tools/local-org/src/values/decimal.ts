import { PlatformError } from './platform-error.js';
import { divideRounded, type RoundingMode } from './rounding.js';
import { doubleText } from './double.js';

/** Digits after the point that a quotient without an exact result keeps. */
const QUOTIENT_SCALE = 33;
/** Scales that setScale and divide take: https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_decimal.htm */
const MAX_SCALE = 33;

const powersOfTen: bigint[] = [1n];

/** `1e999999999` is short to write; its digits would fill the memory. The platform's numbers end far below. */
const MOST_DIGITS = 100_000;

/** @throws PlatformError System.MathException for a number too large to write out. */
function powerOfTen(exponent: number): bigint {
  if (exponent > MOST_DIGITS) throw new PlatformError('System.MathException', 'Numeric overflow');
  for (let known = powersOfTen.length; known <= exponent; known++) powersOfTen.push(powersOfTen[known - 1]! * 10n);
  return powersOfTen[exponent]!;
}

/**
 * An Apex Decimal: `unscaled × 10^-scale`, exact, of any size. Arithmetic follows Java's BigDecimal: a sum keeps the
 * larger scale, a product adds the scales, comparison ignores the scale, the hash does not.
 */
export class Decimal {
  constructor(
    readonly unscaled: bigint,
    readonly scale: number
  ) {}

  static readonly ZERO = new Decimal(0n, 0);
  static readonly ONE = new Decimal(1n, 0);

  /** @param value an int32 (or any integer that a double holds exactly). */
  static fromInteger(value: number): Decimal {
    return new Decimal(BigInt(value), 0);
  }

  static fromLong(value: bigint): Decimal {
    return new Decimal(value, 0);
  }

  /** The shortest decimal text of the double, as Java's BigDecimal.valueOf(double): 1 becomes 1.0. */
  static fromDouble(value: number): Decimal {
    const parsed = Decimal.tryParse(doubleText(value));
    if (!parsed) throw new PlatformError('System.TypeException', `Invalid decimal: ${doubleText(value)}`);
    return parsed;
  }

  /** @param text `-12.50`, `.5`, `1E3`. @returns null when it is no number. */
  static tryParse(text: string): Decimal | null {
    const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text);
    if (!match) return null;
    const whole = match[2] ?? '';
    const fraction = match[3] ?? '';
    if (whole.length + fraction.length === 0) return null;
    const digits = BigInt(whole + fraction);
    return new Decimal(match[1] === '-' ? -digits : digits, fraction.length - Number(match[4] ?? 0));
  }

  /** For texts known to be numbers: literals, database values. @throws Error */
  static parse(text: string): Decimal {
    const parsed = Decimal.tryParse(text);
    if (!parsed) throw new Error(`not a decimal: ${text}`);
    return parsed;
  }

  /** The unscaled value this number has at a scale that is not smaller than its own. */
  private at(scale: number): bigint {
    return scale === this.scale ? this.unscaled : this.unscaled * powerOfTen(scale - this.scale);
  }

  add(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return new Decimal(this.at(scale) + other.at(scale), scale);
  }

  subtract(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return new Decimal(this.at(scale) - other.at(scale), scale);
  }

  multiply(other: Decimal): Decimal {
    return new Decimal(this.unscaled * other.unscaled, this.scale + other.scale);
  }

  negate(): Decimal {
    return new Decimal(-this.unscaled, this.scale);
  }

  abs(): Decimal {
    return this.unscaled < 0n ? this.negate() : this;
  }

  /** The operator `/`: exact when possible with the scale difference of the operands, else 33 digits HALF_EVEN. */
  divideExact(divisor: Decimal): Decimal {
    if (divisor.unscaled === 0n) throw new PlatformError('System.MathException', 'Divide by 0');
    const preferred = Math.max(this.scale - divisor.scale, 0);
    const wide = this.divideAt(divisor, Math.max(QUOTIENT_SCALE, preferred), 'HALF_EVEN');
    return wide.stripZeros(preferred);
  }

  /** @throws PlatformError System.MathException: divisor 0, scale outside -33…33, rounding UNNECESSARY yet needed. */
  divide(divisor: Decimal, scale: number, mode: RoundingMode = 'HALF_EVEN'): Decimal {
    checkScale(scale);
    if (divisor.unscaled === 0n) throw new PlatformError('System.MathException', 'Divide by 0');
    return this.divideAt(divisor, scale, mode);
  }

  private divideAt(divisor: Decimal, scale: number, mode: RoundingMode): Decimal {
    const shift = scale + divisor.scale - this.scale;
    const dividend = shift >= 0 ? this.unscaled * powerOfTen(shift) : this.unscaled;
    const by = shift >= 0 ? divisor.unscaled : divisor.unscaled * powerOfTen(-shift);
    return new Decimal(roundedOrThrow(dividend, by, mode), scale);
  }

  /** @throws PlatformError System.MathException as divide. */
  setScale(scale: number, mode: RoundingMode = 'HALF_EVEN'): Decimal {
    checkScale(scale);
    return this.withScale(scale, mode);
  }

  /** setScale without the platform's bound, for values of fields and literals. */
  withScale(scale: number, mode: RoundingMode = 'HALF_EVEN'): Decimal {
    if (scale === this.scale) return this;
    if (scale > this.scale) return new Decimal(this.at(scale), scale);
    return new Decimal(roundedOrThrow(this.unscaled, powerOfTen(this.scale - scale), mode), scale);
  }

  pow(exponent: number): Decimal {
    if (this.precision() * exponent > MOST_DIGITS) throw new PlatformError('System.MathException', 'Numeric overflow');
    return new Decimal(this.unscaled ** BigInt(exponent), this.scale * exponent);
  }

  /** Digits of the unscaled value; 1 for zero. */
  precision(): number {
    return (this.unscaled < 0n ? -this.unscaled : this.unscaled).toString().length;
  }

  /** Removes all trailing zeros, also those before the point: 600.0 becomes 6E+2. */
  stripTrailingZeros(): Decimal {
    return this.unscaled === 0n ? Decimal.ZERO : this.stripZeros(Number.NEGATIVE_INFINITY);
  }

  private stripZeros(minimumScale: number): Decimal {
    let { unscaled, scale } = this;
    while (scale > minimumScale && unscaled % 10n === 0n) {
      unscaled /= 10n;
      scale -= 1;
      if (unscaled === 0n && scale <= 0) break;
    }
    return scale === this.scale ? this : new Decimal(unscaled, scale);
  }

  /** The whole part, rounded by the mode. */
  toBigInt(mode: RoundingMode = 'DOWN'): bigint {
    return this.withScale(0, mode).unscaled;
  }

  /** Truncates and wraps at 32 bits. */
  intValue(): number {
    return Number(BigInt.asIntN(32, this.toBigInt()));
  }

  /** Truncates and wraps at 64 bits. */
  longValue(): bigint {
    return BigInt.asIntN(64, this.toBigInt());
  }

  doubleValue(): number {
    return Number(this.toString());
  }

  signum(): -1 | 0 | 1 {
    return this.unscaled === 0n ? 0 : this.unscaled < 0n ? -1 : 1;
  }

  compareTo(other: Decimal): -1 | 0 | 1 {
    const signs = this.signum() - other.signum();
    if (signs !== 0) return signs < 0 ? -1 : 1;
    if (this.scale !== other.scale && this.unscaled !== 0n) {
      // By size first: numbers far apart need not be written out at one scale.
      const magnitude = this.precision() - this.scale - (other.precision() - other.scale);
      if (magnitude !== 0) return magnitude < 0 === this.unscaled > 0n ? -1 : 1;
    }
    const scale = Math.max(this.scale, other.scale);
    const left = this.at(scale);
    const right = other.at(scale);
    return left === right ? 0 : left < right ? -1 : 1;
  }

  /** By value: 1.1 equals 1.10. */
  equals(other: Decimal): boolean {
    return this.scale === other.scale ? this.unscaled === other.unscaled : this.compareTo(other) === 0;
  }

  /** Depends on the scale: https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_decimal.htm */
  hashCode(): number {
    let rest = this.unscaled < 0n ? -this.unscaled : this.unscaled;
    let hash = 0;
    const words: number[] = [];
    while (rest > 0n) {
      words.unshift(Number(rest & 0xffffffffn));
      rest >>= 32n;
    }
    for (const word of words) hash = (Math.imul(31, hash) + word) | 0;
    if (this.unscaled < 0n) hash = -hash | 0;
    return (Math.imul(31, hash) + this.scale) | 0;
  }

  toPlainString(): string {
    if (this.scale <= 0) return (this.unscaled * powerOfTen(-this.scale)).toString();
    const negative = this.unscaled < 0n;
    const digits = (negative ? -this.unscaled : this.unscaled).toString().padStart(this.scale + 1, '0');
    const point = digits.length - this.scale;
    return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
  }

  /** Java's form: plain, with an exponent only for negative scales and for numbers below 0.000001. */
  toString(): string {
    if (this.scale === 0) return this.unscaled.toString();
    const negative = this.unscaled < 0n;
    const digits = (negative ? -this.unscaled : this.unscaled).toString();
    const exponent = digits.length - 1 - this.scale;
    if (this.scale > 0 && exponent >= -6) return this.toPlainString();
    const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
    return `${negative ? '-' : ''}${mantissa}${exponent === 0 ? '' : `E${exponent > 0 ? '+' : ''}${exponent}`}`;
  }
}

function checkScale(scale: number): void {
  if (scale < -MAX_SCALE || scale > MAX_SCALE) {
    throw new PlatformError('System.MathException', `Invalid scale: ${scale}`);
  }
}

function roundedOrThrow(dividend: bigint, divisor: bigint, mode: RoundingMode): bigint {
  const rounded = divideRounded(dividend, divisor, mode);
  if (rounded === null) throw new PlatformError('System.MathException', 'Rounding necessary');
  return rounded;
}
