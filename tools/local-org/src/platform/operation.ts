import type { PublishedEvent } from './events/publish.js';
import type { FaultState } from './faults/plan.js';

/**
 * What the main thread asks of a slot. Each kind is declared and handled by the API family or platform part that owns it
 * (`OperationHandler`); here is only the envelope.
 */
export interface OperationRequest {
  readonly kind: string;
  readonly payload: unknown;
  /** 18-character id of the user on whose behalf it runs. */
  readonly userId: string;
}

/** What the slot must know before it runs an operation: whether its picture of the org is still right. */
export interface OrgState {
  /** 18 characters; empty before the org has been opened. */
  readonly orgId: string;
  readonly version: number;
  /** Grows when users or permissions may have changed without a deploy. */
  readonly setupEpoch: number;
  /** null: none is armed. */
  readonly faults: FaultState | null;
}

export interface SlotMessage {
  readonly id: number;
  readonly request: OperationRequest;
  readonly state: OrgState;
}

/** A job that was committed to the queue. */
export interface QueuedJob {
  readonly id: string;
  /** Milliseconds since 1970 by the org's clock. */
  readonly runAt: number;
  /** It waited for its turn and is no further execution. */
  readonly counted?: boolean;
}

/** What the rest of the org must know after an operation has committed. */
export interface Effects {
  readonly jobs: readonly QueuedJob[];
  /** Names of platform events that wait for delivery. */
  readonly events: readonly string[];
  /** Events that were published immediately: to be stored whether or not the transaction committed. */
  readonly immediateEvents: readonly PublishedEvent[];
  /** Rows of setup objects (users, permission set assignments …) were changed. */
  readonly setupChanged: boolean;
  /** A deploy committed: the org's new version; else null. */
  readonly newVersion: number | null;
}

export const NO_EFFECTS: Effects = { jobs: [], events: [], immediateEvents: [], setupChanged: false, newVersion: null };

export interface OperationFailure {
  /** 'api': the client's fault, to be shown as it is; 'internal': a bug of the local org. */
  readonly kind: 'api' | 'not-supported' | 'internal';
  readonly status: number;
  readonly errorCode: string;
  readonly message: string;
  readonly fields: readonly string[];
  readonly stack: string | null;
}

export type SlotReply = { readonly id: number; readonly effects: Effects } & (
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: OperationFailure }
);
