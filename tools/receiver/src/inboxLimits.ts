import type { NormalizedEvent } from './contract.js';

/** Columns of `Inbound_Event__c`: characters a text may have there. */
const LENGTHS = {
  eventKey: 255,
  source: 80,
  eventType: 120,
  entityId: 255,
  correlationId: 128
} as const;

/** Characters of `Payload__c`, a long text area. */
export const PAYLOAD_LENGTH = 131_072;
/** `Source_Version__c` is Number(18, 0). */
const VERSION = /^-?\d{1,18}$/;

export type Misfit = { readonly kind: 'malformed' | 'too-large'; readonly detail: string };

/**
 * What the inbox could never take is refused at the door, where the sender sees it, instead of becoming a dead letter. Also
 * what PostgreSQL cannot store as text: U+0000 and halves of surrogate pairs.
 */
export function findMisfit(event: NormalizedEvent): Misfit | undefined {
  for (const name of Object.keys(LENGTHS) as (keyof typeof LENGTHS)[]) {
    const value = event[name];
    if (value === null) continue;
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    if (value === '') return malformed(`the ${words} is empty`);
    if (value.length > LENGTHS[name]) return malformed(`the ${words} has more than ${LENGTHS[name]} characters`);
    if (!isStorable(value)) return malformed(`the ${words} contains characters that cannot be stored`);
  }
  if (event.sourceVersion !== null && !VERSION.test(event.sourceVersion)) {
    return malformed('the version is no whole number of at most 18 digits');
  }
  if (event.payload.length > PAYLOAD_LENGTH) {
    return { kind: 'too-large', detail: `the payload of an event has more than ${PAYLOAD_LENGTH} characters` };
  }
  return isStorable(event.payload) ? undefined : malformed('the payload contains characters that cannot be stored');
}

const malformed = (detail: string): Misfit => ({ kind: 'malformed', detail });

// With the flag u, a surrogate matches only where it has lost its other half.
const isStorable = (text: string): boolean => !text.includes('\0') && !/[\uD800-\uDFFF]/u.test(text);
