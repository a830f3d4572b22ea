import type { Buffer } from 'node:buffer';
import type { DeliveryRequest, Refusal } from '../contract.js';
import type { Algorithm, Encoding, SignedContent } from './mac.js';

/** One thing that a request claims to be signed. */
export interface Proof {
  /** What may have been signed: several readings where a provider leaves one open, such as the port in an address. */
  readonly contents: readonly SignedContent[];
  /** Every signature on offer, as the header spells it; one that fits is enough. */
  readonly signatures: readonly string[];
  /** Only where the request itself chooses between algorithms. */
  readonly algorithm?: Algorithm | undefined;
}

/** What a request claims. Nothing in it is to be trusted before every proof holds. */
export interface Claims {
  /** All have to hold; never empty. */
  readonly proofs: readonly Proof[];
  /** Milliseconds since 1970; absent where the provider signs no time. */
  readonly signedAt?: number | undefined;
}

export type Reading = Claims | { readonly refusal: Refusal };

/** What is to be signed: a request without its signature. */
export interface UnsignedRequest {
  readonly method: string;
  /** Complete, as the sender knows it. */
  readonly url: string;
  readonly body: Buffer;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Id of the message, where the scheme signs one. */
  readonly id: string;
  readonly contentType: string;
}

/** What the signature adds to a request. A scheme that signs inside the body or address changes these. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
  readonly body: Buffer;
}

/** One provider's way to sign: string to sign → MAC → window. */
export interface SignatureScheme {
  readonly algorithm: Algorithm;
  readonly encoding: Encoding;
  /** Seconds either way that the signed time may differ from ours; absent where no time is signed. */
  readonly windowSeconds?: number | undefined;
  /** The key that a secret stands for; undefined if the secret cannot be one of this provider. */
  keyOf(secret: string): Buffer | undefined;
  /** What a secret looks like, for the message about one that does not. */
  readonly secretForm: string;
  read(request: DeliveryRequest): Reading;
  /** Signs with `mac`, which gives a signature in the scheme's encoding. */
  write(request: UnsignedRequest, mac: (content: SignedContent) => string): SignedRequest;
}
