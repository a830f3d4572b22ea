import type { DeliveryRequest, Refusal } from '../contract.js';
import { requiredHeader } from './headers.js';

export type TimeUnit = 'seconds' | 'milliseconds';

/** A time as it was signed, and what it means. */
export interface SignedTime {
  /** The characters of the header: they are what was signed. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** @returns undefined if the text is no time: digits only, at most as many as the year 9999 needs */
export function readSignedTime(text: string, unit: TimeUnit): SignedTime | undefined {
  if (!(unit === 'seconds' ? /^\d{1,12}$/ : /^\d{1,15}$/).test(text)) return undefined;
  return { text, at: Number(text) * (unit === 'seconds' ? 1000 : 1) };
}

export function signedTimeOf(
  request: DeliveryRequest,
  header: string,
  unit: TimeUnit
): SignedTime | { readonly refusal: Refusal } {
  const found = requiredHeader(request, header, { missing: 'timestamp-missing', malformed: 'timestamp-malformed' });
  if ('refusal' in found) return found;
  return readSignedTime(found.value, unit) ?? { refusal: 'timestamp-malformed' };
}

/** The time as a sender writes it into its header. */
export function writeTime(at: number, unit: TimeUnit): string {
  return String(Math.floor(unit === 'seconds' ? at / 1000 : at));
}

/** Both ends of the window belong to it: a clock that is ahead is as suspicious as one that is behind. */
export function outsideWindow(signedAt: number, now: number, windowSeconds: number): Refusal | undefined {
  const age = now - signedAt;
  if (age > windowSeconds * 1000) return 'timestamp-too-old';
  return age < -windowSeconds * 1000 ? 'timestamp-too-new' : undefined;
}
