/**
 * A Double whose static type is Object: boxed, because a JavaScript number there is an Integer.
 * Where the static type is Double it travels as a plain number.
 */
export class DoubleValue {
  constructor(readonly value: number) {}

  toString(): string {
    return doubleText(this.value);
  }
}

/** Java's Double.toString: `1.0`, `0.001`, `1.0E7`, `1.5E-5`, `NaN`, `Infinity`. */
export function doubleText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e7) {
    const plain = value.toString();
    return plain.includes('.') ? plain : `${plain}.0`;
  }
  const [mantissa, exponent] = value.toExponential().split('e') as [string, string];
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent.replace('+', '')}`;
}
