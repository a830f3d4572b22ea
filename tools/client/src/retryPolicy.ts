/** When to try again. Times in milliseconds. */
export interface RetryPolicy {
  /** Attempts in all, the first included. */
  readonly maxAttempts: number;
  readonly baseMs: number;
  /** No wait that we choose is longer; a `Retry-After` of the org is obeyed up to `maxRetryAfterMs`. */
  readonly capMs: number;
  readonly maxRetryAfterMs: number;
  /** Polls of the status resource of an asynchronous command. */
  readonly maxPolls: number;
  readonly pollMs: number;
  /** One request; longer means that the outcome is not known. */
  readonly timeoutMs: number;
}

export const DEFAULT_POLICY: RetryPolicy = {
  maxAttempts: 8,
  baseMs: 250,
  capMs: 20_000,
  maxRetryAfterMs: 120_000,
  maxPolls: 120,
  pollMs: 1000,
  timeoutMs: 30_000
};

/**
 * Exponential back-off with full jitter: uniform between 0 and the capped exponential, so that callers that failed together
 * do not come back together. Source: AWS Architecture Blog, "Exponential Backoff And Jitter".
 *
 * @param attempt the one that failed, from 1. @param random in [0, 1).
 */
export function backoffMs(attempt: number, policy: RetryPolicy, random: () => number): number {
  return Math.floor(random() * Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1)));
}

/**
 * Wait that a `Retry-After` header asks for (RFC 9110, 10.2.3: seconds, or an HTTP date); undefined when there is none
 * that can be read. Never negative.
 *
 * @param now milliseconds since 1970.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The longer of what we would wait and what the org asks for, within the policy's bounds. */
export function waitMs(
  attempt: number,
  header: string | undefined,
  policy: RetryPolicy,
  random: () => number,
  now: number
): number {
  const asked = Math.min(retryAfterMs(header, now) ?? 0, policy.maxRetryAfterMs);
  // Jitter on top of what is asked: everybody was asked for the same.
  return asked + backoffMs(attempt, policy, random);
}
