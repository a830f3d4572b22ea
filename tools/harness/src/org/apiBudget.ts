import { isCompletion, type Entry } from '../history/entry.js';
import { UsageError } from '../run/errors.js';
import type { RestClient } from './restClient.js';

/** Part of what is left that a run may use: other integrations of the org need the rest. */
const SHARE = 0.5;

interface Limits {
  readonly DailyApiRequests?: { readonly Max: number; readonly Remaining: number };
}

/**
 * Refuses a run for which the org has not enough API requests left today (REST API Developer Guide, "Limits").
 *
 * @param needed requests that the run sends, about
 * @throws UsageError before anything is sent
 */
export async function requireApiBudget(admin: RestClient, needed: number): Promise<void> {
  const limits = await admin.call<Limits>('GET', `/services/data/v${admin.apiVersion}/limits`);
  const remaining = limits.DailyApiRequests?.Remaining;
  if (remaining === undefined || needed <= remaining * SHARE) return;
  throw new UsageError(
    `The run sends about ${needed} API requests; the org has ${remaining} left today, of which it may use half.`,
    ['Use --profile smoke or single scenarios, use another org, or wait until the limit is reset.']
  );
}

/** Whether the org refused attempts because its API requests are used up (REST API Developer Guide, "Status Codes and Error Responses"). */
export function ranOutOfRequests(entries: readonly Entry[]): boolean {
  return entries.some((entry) => isCompletion(entry) && entry.code === 'REQUEST_LIMIT_EXCEEDED');
}
