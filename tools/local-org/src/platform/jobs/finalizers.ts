import { toApexException, type ApexException } from '../../apex/runtime/exception.js';
import { deserializeValue, serializeValue } from '../../apex/runtime/serialize.js';
import type { StoredJob } from './job-store.js';

/** A Finalizer may enqueue its failed job at most so often in a row (apex_transaction_finalizers). */
const MAX_CONSECUTIVE_FAILURES = 5;

/** A Finalizer object and what its job ended with; null: well. */
export interface FinalizerCall {
  readonly finalizer: object;
  readonly error: ApexException | null;
}

export interface WaitingFinalizer extends FinalizerCall {
  /** The job as the queue keeps it until the Finalizer has run. */
  readonly job: StoredJob;
}

/** @returns null when the job has failed too often in a row for its Finalizer to run. */
export function waitingFinalizer(job: StoredJob, finalizer: object, thrown: unknown): WaitingFinalizer | null {
  const failed = thrown !== null;
  const failures = failed ? job.failures + 1 : 0;
  if (failures > MAX_CONSECUTIVE_FAILURES) return null;
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
