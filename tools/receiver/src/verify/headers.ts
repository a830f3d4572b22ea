import type { DeliveryRequest, Refusal } from '../contract.js';

/**
 * A header that may come once.
 *
 * @returns undefined if it is not there or empty, null if it came several times
 */
export function headerOf({ headers }: Pick<DeliveryRequest, 'headers'>, name: string): string | null | undefined {
  const value = headers[name.toLowerCase()];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value.trim();
  return value.length > 1 ? null : value[0]?.trim();
}

/** The header, or why there is none. */
export function requiredHeader(
  request: Pick<DeliveryRequest, 'headers'>,
  name: string,
  reasons: { readonly missing: Refusal; readonly malformed: Refusal } = {
    missing: 'signature-missing',
    malformed: 'signature-malformed'
  }
): { readonly value: string } | { readonly refusal: Refusal } {
  const value = headerOf(request, name);
  if (value === undefined) return { refusal: reasons.missing };
  return value === null ? { refusal: reasons.malformed } : { value };
}
