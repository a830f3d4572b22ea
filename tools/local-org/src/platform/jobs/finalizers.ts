import { toApexException, type ApexException } from '../../apex/runtime/exception.js';
import { deserializeValue, serializeValue } from '../../apex/runtime/serialize.js';
import type { StoredJob } from './job-store.js';

/**
 * Finalizers may enqueue a job again after at most so many failures in a row; the enqueueing after the next one fails
 * (apex_transaction_finalizers).
 */
export const MAX_CONSECUTIVE_FAILURES = 5;

/** A Finalizer object and what its job ended with; null: well. */
export interface FinalizerCall {
  readonly finalizer: object;
  readonly error: ApexException | null;
}

export interface WaitingFinalizer extends FinalizerCall {
  /** The job as the queue keeps it until the Finalizer has run. */
  readonly job: StoredJob;
}

export function waitingFinalizer(job: StoredJob, finalizer: object, thrown: unknown): WaitingFinalizer {
  const failed = thrown !== null;
  const failures = failed ? job.failures + 1 : 0;
  const error = failed ? toApexException(thrown) : null;
  const payload = JSON.stringify({
    finalizer: serializeValue(finalizer),
    error: error && serializeValue(error)
  } satisfies StoredFinalizer);
  return { finalizer, error, job: { ...job, kind: 'finalizer', payload, depth: failed ? 0 : job.depth, failures } };
}

interface StoredFinalizer {
  readonly finalizer: string;
  readonly error: string | null;
}

export function restoreFinalizer(payload: string): FinalizerCall {
  const { finalizer, error } = JSON.parse(payload) as StoredFinalizer;
  return {
    finalizer: deserializeValue(finalizer) as object,
    error: error === null ? null : (deserializeValue(error) as ApexException)
  };
}
