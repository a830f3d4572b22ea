/**
 * What the layers of the receiver agree upon: http → verify → normalize → store → forward. Each layer is a function of these
 * values; none knows the insides of another.
 */
import type { Buffer } from 'node:buffer';

/** The signature schemes. `generic` is described by configuration (`GenericScheme`). */
export const PROFILES = [
  'standard-webhooks',
  'stripe',
  'github',
  'shopify',
  'slack',
  'twilio',
  'adyen',
  'hubspot',
  'paddle',
  'square',
  'generic'
] as const;

export type Profile = (typeof PROFILES)[number];

/** A signature scheme that no profile knows: HMAC over a text made from parts of the request. */
export interface GenericScheme {
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  readonly signatureHeader: string;
  /** Stands before each signature, such as `sha256=`; a signature without it is ignored. */
  readonly signaturePrefix?: string | undefined;
  /** Separates several signatures in the header; absent: there is one. */
  readonly signatureSeparator?: string | undefined;
  readonly encoding: 'hex' | 'base64';
  /** The signed text: `{method}`, `{url}`, `{id}`, `{timestamp}` and `{body}` (the raw bytes) are replaced. */
  readonly signedContent: string;
  readonly timestampHeader?: string | undefined;
  readonly timestampUnit?: 'seconds' | 'milliseconds' | undefined;
  readonly idHeader?: string | undefined;
  /** How the secret's text becomes the key. */
  readonly secretEncoding: 'utf8' | 'hex' | 'base64';
}

/**
 * Where a value of an event is found: a path in the body (`data.object.id`, list positions as numbers, `lines.0.sku`),
 * `header:NAME`, or `constant:TEXT`. Alternatives are separated by ` | `: the first that has a value counts. A backslash takes
 * the meaning from a point in a name.
 */
export type ValuePath = string;

/** Where the values of an event are found. What is left out comes from the preset of the profile. */
export interface EventPaths {
  /** The list in the body that holds one event an element; absent: the body is the event. Other paths start at an element. */
  readonly events?: ValuePath | undefined;
  /** The provider's own id of the event. Absent: the key is derived from entity and version or timestamp. */
  readonly id?: ValuePath | undefined;
  readonly type?: ValuePath | undefined;
  /** Names the kind of entity in a derived key, such as `constant:order`. */
  readonly entityType?: ValuePath | undefined;
  readonly entityId?: ValuePath | undefined;
  readonly timestamp?: ValuePath | undefined;
  readonly timestampUnit?: 'iso8601' | 'seconds' | 'milliseconds' | undefined;
  /** A whole number that grows with each change of the entity. */
  readonly version?: ValuePath | undefined;
  readonly correlationId?: ValuePath | undefined;
  /** The part of the event that is stored as payload; absent: the whole event, in the sender's own characters. */
  readonly payload?: ValuePath | undefined;
}

/** A sender of events, as configured. Frozen for the life of the process. */
export interface SourceConfiguration {
  /** Developer name of the source in Salesforce (`Inbound_Event__c.Source__c`), such as `Payments`. */
  readonly name: string;
  /** Where the sender posts to, such as `/webhooks/payments`. */
  readonly path: string;
  readonly profile: Profile;
  /** Only for the profile `generic`. */
  readonly scheme?: GenericScheme | undefined;
  /** As the provider shows them (decoding is the profile's business); several while they are rotated. Never empty. */
  readonly secrets: readonly string[];
  /** How far the signed time may lie in the past and in the future; absent: what the profile prescribes. */
  readonly windowSeconds?: number | undefined;
  readonly maximumBodyBytes: number;
  readonly event: EventPaths;
}

/** A delivery before anything is known about it. */
export interface DeliveryRequest {
  /** In upper case. */
  readonly method: string;
  /** Complete, as the sender knows it: the configured public address with the request's own path and query. */
  readonly url: string;
  /** Names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it came over the wire; empty when there was none. */
  readonly rawBody: Buffer;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export const REFUSALS = [
  'signature-missing',
  'signature-malformed',
  'signature-mismatch',
  'timestamp-missing',
  'timestamp-malformed',
  'timestamp-too-old',
  'timestamp-too-new',
  'body-malformed'
] as const;

export type Refusal = (typeof REFUSALS)[number];

export type Verification =
  | {
      readonly accepted: true;
      /** Which of the source's secrets fitted: tells when an old one is no longer used. */
      readonly secretIndex: number;
    }
  | { readonly accepted: false; readonly reason: Refusal };

/** Checks the signature over the raw bytes, in constant time. Never throws for what a sender may send. */
export type Verify = (source: SourceConfiguration, request: DeliveryRequest) => Verification;

/** One event, as the inbox in Salesforce wants it. */
export interface NormalizedEvent {
  /** The provider's id or derived; never from arrival time, chance or transport. At most 255 characters. */
  readonly eventKey: string;
  /** Name of the source. */
  readonly source: string;
  readonly eventType: string;
  readonly entityId: string;
  /** ISO 8601 in UTC with milliseconds, `2026-01-31T12:00:00.000Z`. */
  readonly sourceTimestamp: string | null;
  /** Whole number as decimal digits: it may exceed what a JavaScript number holds. */
  readonly sourceVersion: string | null;
  /** JSON text; numbers as the sender wrote them. */
  readonly payload: string;
  readonly correlationId: string | null;
}

export type Normalization =
  /** None when the delivery tells nothing that is to be stored. */
  | { readonly kind: 'events'; readonly events: readonly NormalizedEvent[] }
  /** The sender checks the address and waits for this answer, such as Slack's `url_verification`. */
  | { readonly kind: 'handshake'; readonly contentType: string; readonly body: string }
  /** `detail` names what is wrong and where, and repeats no value of the body. */
  | { readonly kind: 'malformed'; readonly detail: string };

/** Turns a verified delivery into events. Never throws for what a sender may send. */
export type Normalize = (source: SourceConfiguration, request: DeliveryRequest) => Normalization;
