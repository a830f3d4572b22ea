import { memberOf, scalarOf, type JsonValue } from '../body/json.js';
import type { Normalization, Profile } from '../contract.js';

/**
 * A sender that only checks the address, if this is one: Slack sends `url_verification` and wants its challenge back.
 *
 * @see https://docs.slack.dev/reference/events/url_verification
 */
export function handshakeIn(profile: Profile, body: JsonValue): Normalization | undefined {
  if (profile !== 'slack' || textOf(body, 'type') !== 'url_verification') return undefined;
  const challenge = textOf(body, 'challenge');
  if (challenge === undefined) return { kind: 'malformed', detail: 'challenge is missing' };
  return { kind: 'handshake', contentType: 'text/plain; charset=utf-8', body: challenge };
}

function textOf(body: JsonValue, name: string): string | undefined {
  const value = memberOf(body, name);
  return value === undefined ? undefined : scalarOf(value);
}
