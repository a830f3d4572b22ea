/**
 * The form of an idempotency key on the wire. A bare token and the quoted string of the IETF draft
 * "The Idempotency-Key HTTP Header Field" (an Item Structured Header of type String) are the same key.
 */
export const IDEMPOTENCY_KEY_PATTERN = '^[A-Za-z0-9._~:-]{1,128}$';

const KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/**
 * The key in a header value.
 *
 * @returns the key without quotes, or undefined when the value is not a valid key
 */
export function parseIdempotencyKey(headerValue: string): string | undefined {
  const value = headerValue.trim();
  const quoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"');
  const key = quoted ? value.slice(1, -1) : value;
  return KEY.test(key) ? key : undefined;
}
