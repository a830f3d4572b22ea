import type { ForwardingSettings } from '../config/schema.js';
import type { ApiUsage } from '../salesforce/collections.js';
import type { Waiting } from '../store/claims.js';

/** A burst ends without notice, so whether it goes on is looked at again after so long. Milliseconds. */
const LOOK_AGAIN_MS = 100;
/** From this share of the receiver's calls on, they are saved. */
const PLENTY = 0.5;

/**
 * How much longer the events that wait should wait for others to share a call with. A call and a job of the org cost much the
 * same for one event as for 200, and latency matters most while they are plentiful:
 *
 * - A full batch waits no longer.
 * - The oldest event waits for `lingerMilliseconds`; the longer, up to `burstLingerMilliseconds`, the fewer of the org's daily
 *   calls are left.
 * - While events come so fast that the batch will be full within `burstLingerMilliseconds`, it is waited for.
 *
 * @param usage what the last answer said; null: not known
 * @returns milliseconds; 0 or less: go
 */
export function lingerFor({ count, oldestMs }: Waiting, usage: ApiUsage | null, settings: ForwardingSettings): number {
  const { batchSize, burstLingerMilliseconds: most } = settings;
  if (count >= batchSize) return 0;
  const leastMs = leastLinger(usage, settings);
  if (oldestMs < leastMs) return leastMs - oldestMs;
  // At the pace so far.
  const fullAtMs = (oldestMs * batchSize) / count;
  return fullAtMs <= most ? Math.min(LOOK_AGAIN_MS, fullAtMs - oldestMs) : 0;
}

function leastLinger(usage: ApiUsage | null, settings: ForwardingSettings): number {
  const { lingerMilliseconds: least, burstLingerMilliseconds: most, reservedShare } = settings;
  if (usage === null || most <= least) return least;
  const used = usage.used / (usage.limit * (1 - reservedShare));
  const scarcity = Math.min(Math.max((used - PLENTY) / (1 - PLENTY), 0), 1);
  return least + (most - least) * scarcity;
}
