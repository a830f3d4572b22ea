import { currentTransaction } from '../../apex/runtime/transaction.js';
import { heapTooLarge } from '../../values/platform-error.js';

/** No limit is smaller. */
const ALWAYS_FITS = 1_000_000;

/**
 * A text that would not fit into the heap is never made: one call can ask for more than the machine has.
 *
 * @param length of the text to come, in characters.
 * @throws PlatformError System.LimitException
 */
export function checkLength(length: number): void {
  if (length < ALWAYS_FITS) return;
  const { limits } = currentTransaction();
  if (length > limits.limit('heapSize')) throw heapTooLarge(length + limits.used('heapSize'));
}
