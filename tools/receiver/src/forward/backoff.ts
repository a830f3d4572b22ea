/** Bounds of a back-off. Milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/**
 * A random time between zero and an exponentially growing bound ("full jitter"): those who failed together come back
 * apart.
 *
 * @param failures in a row, 1 or more
 */
export function backoffMs({ firstMs, mostMs }: Backoff, failures: number, random: () => number = Math.random): number {
  return random() * Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 40));
}
