import { createHash } from 'node:crypto';

/** What an event is known by. */
export interface KeyParts {
  readonly source: string;
  /** The provider's id of the event, in one or more parts. */
  readonly id?: readonly string[] | undefined;
  readonly entityType?: string | undefined;
  readonly entityId: string;
  readonly eventType: string;
  readonly version?: string | undefined;
  /** As the provider writes it. */
  readonly timestamp?: string | undefined;
  /** The event's own text. */
  readonly content: string;
}

export const KEY_LENGTH = 255;

/**
 * The key of an event, from the most to the least that a provider tells:
 *
 * - its id: `Payments:evt_1`
 * - entity and version: `Shop:order:98765:v4`
 * - entity, type and time, and the content, since two changes may fall into one second: `Shop:order:98765:order.updated:t…:…`
 * - entity, type and content
 *
 * Parts are escaped so that they cannot run together, and each kind of key has its own number of parts. A source whose id has
 * several parts has no other kind.
 */
export function eventKeyOf(parts: KeyParts): string {
  const key = [parts.source, ...identityOf(parts)].map(escapePart).join(':');
  // Cut and hashed, it stays deterministic. No other key has a tilde: it is escaped in every part.
  return key.length <= KEY_LENGTH ? key : `${escapePart(parts.source)}:~${digestOf(key, 64)}`;
}

function identityOf({ id, entityType = '', entityId, eventType, version, timestamp, content }: KeyParts): string[] {
  if (id !== undefined) return [...id];
  if (version !== undefined) return [entityType, entityId, `v${version}`];
  const at = timestamp === undefined ? '' : `t${timestamp}`;
  return [entityType, entityId, eventType, at, digestOf(content, 32)];
}

/**
 * Keeps letters, digits and `-_.@`, and writes everything else as the bytes of its UTF-8: colons, because they separate; spaces,
 * because the platform trims them; the tilde, because it marks a digest.
 */
export function escapePart(part: string): string {
  return encodeURIComponent(part)
    .replaceAll('%40', '@')
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function digestOf(text: string, length: number): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, length);
}
