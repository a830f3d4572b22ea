import type { HttpAnswer, HttpCall } from '../../apex/runtime/transaction.js';

/** Where a named credential leads here, and what is sent with each call. Values come from configuration, never from metadata. */
export interface CredentialTarget {
  /** Base address. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CalloutRequest extends Omit<HttpCall, 'endpoint'> {
  /** Set for `callout:Name/path`: the credential's name in lower case. */
  readonly credential: string | null;
  /** The address by metadata; for a credential the base and path, null when the metadata has none. */
  readonly url: string | null;
  /** What follows the credential's name. */
  readonly path: string;
}

export type CalloutResponse =
  | { readonly ok: true; readonly answer: HttpAnswer }
  /** `message` is what System.CalloutException says. */
  | { readonly ok: false; readonly message: string };

export interface CalloutConfiguration {
  /** By name in lower case. */
  readonly credentials: Readonly<Record<string, CredentialTarget>>;
  /** Hosts beyond loopback that calls may go to. */
  readonly allowedHosts: readonly string[];
}

export const NO_CALLOUT_CONFIGURATION: CalloutConfiguration = { credentials: {}, allowedHosts: [] };
