/** What the proxy does to one request. Every fault happens on a real connection; nothing is simulated in the client. */
export type Fault =
  /** The request and its answer pass unchanged. */
  | { readonly kind: 'pass' }
  /** The org answers, then the connection is closed before the client sees a byte: the client cannot know. */
  | { readonly kind: 'drop-response' }
  /** The org answers, the client gets the head and half of the body, then a reset. */
  | { readonly kind: 'cut-mid-body' }
  /** The connection is closed before the request reaches the org. */
  | { readonly kind: 'drop-request' }
  /** The answer is held back. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The request is held before the org sees it, so that later ones overtake it. */
  | { readonly kind: 'hold'; readonly ms: number }
  /** The org gets the request twice, at the same time; the client gets the answer to the first. */
  | { readonly kind: 'duplicate' };

/** A request as it arrives at the proxy. */
export interface Arrival {
  /** Value of the Idempotency-Key header, else method and path. */
  readonly key: string;
  /** The how-manieth request with this key, from 1. */
  readonly occurrence: number;
  /** Value of the X-Correlation-Id header, which tells attempts with one key apart. */
  readonly correlationId?: string;
}

/** Decides the fault of each request. Depends on nothing but the arrival, so that one seed gives one schedule. */
export type FaultPlan = (arrival: Arrival) => Fault;

/** What the proxy did, told when it is done with a request. */
export interface FaultReport extends Arrival {
  readonly fault: Fault['kind'];
  /** Status of the org's answer; absent when the org was not asked or did not answer. */
  readonly upstreamStatus?: number;
}

export const PASS: Fault = { kind: 'pass' };
