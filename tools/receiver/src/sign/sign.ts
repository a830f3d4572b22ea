import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { GenericScheme, Profile } from '../contract.js';
import { macOf, type SignedContent } from '../verify/mac.js';
import { schemeOf } from '../verify/schemes/catalogue.js';

/** A delivery to be signed. */
export interface SignOptions {
  readonly profile: Profile;
  /** Only for the profile `generic`. */
  readonly scheme?: GenericScheme | undefined;
  /** As the provider shows it. */
  readonly secret: string;
  /** Complete; several schemes sign it. */
  readonly url: string;
  readonly body: Buffer | string;
  /** Absent: POST. */
  readonly method?: string | undefined;
  /** Absent: that of the profile. */
  readonly contentType?: string | undefined;
  /** Id of the message, where the scheme signs one; absent: a new one. */
  readonly id?: string | undefined;
  /** Milliseconds since 1970; absent: now. */
  readonly now?: number | undefined;
}

/** The delivery as it is to be sent: a scheme may also change the address (Twilio) or the body (Adyen). */
export interface SignedDelivery {
  readonly method: string;
  readonly url: string;
  /** Names in lower case, with the content type. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Signs a delivery as the provider would, for trying out and for tests.
 *
 * @throws Error if the secret is not of the provider's form, or the body is none that the provider signs
 */
export function signDelivery(options: SignOptions): SignedDelivery {
  const { profile, secret, url, method = 'POST', id = `msg_${randomUUID()}`, now = Date.now() } = options;
  const scheme = schemeOf(profile, options.scheme);
  const key = scheme.keyOf(secret);
  if (key === undefined) throw new Error(`The secret is not of the form that ${profile} uses: ${scheme.secretForm}.`);
  const body = typeof options.body === 'string' ? Buffer.from(options.body, 'utf8') : options.body;
  const contentType = options.contentType ?? contentTypeOf(profile, body);
  const mac = (content: SignedContent): string => macOf(scheme.algorithm, key, content).toString(scheme.encoding);
  const signed = scheme.write({ method, url, body, now, id, contentType }, mac);
  return { method, url: signed.url, body: signed.body, headers: { 'content-type': contentType, ...signed.headers } };
}

/** Twilio sends forms as a rule, and JSON for some products. */
function contentTypeOf(profile: Profile, body: Buffer): string {
  const isJson = /^\s*[[{]/.test(body.toString('latin1', 0, 64));
  return profile === 'twilio' && !isJson ? 'application/x-www-form-urlencoded' : 'application/json';
}
