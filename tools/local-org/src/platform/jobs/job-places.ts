import { PlatformError } from '../../values/platform-error.js';
import type { JobKind } from './job-store.js';

/** Method of a batch class that runs. */
export type BatchPhase = 'start' | 'execute' | 'finish';

/** Where code runs that asks for a job: kind of the running job, and for a batch which of its methods. */
export interface JobPlace {
  readonly kind: JobKind | null;
  readonly phase: BatchPhase | null;
}

/**
 * Batches can be submitted and scheduled from anywhere but future methods and the first two methods of a batch; the
 * scheduler, too, refuses the scopes of a batch (apex_batch_interface; texts: answers of the platform as users report them).
 *
 * @param call as the message names it. @throws PlatformError System.AsyncException.
 */
export function checkBatchPlace(
  call: 'Database.executeBatch' | 'System.scheduleBatch' | 'System.schedule',
  { kind, phase }: JobPlace
): void {
  const inScope = kind === 'batch' && phase === 'execute';
  const refused = call === 'System.schedule' ? inScope : inScope || phase === 'start' || kind === 'future';
  if (!refused) return;
  throw new PlatformError(
    'System.AsyncException',
    `${call === 'System.schedule' ? 'System.scheduleBatch' : call} cannot be called from a batch start, batch execute, or future method.`
  );
}
