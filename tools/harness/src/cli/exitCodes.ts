import type { Verdict } from '../checkers/finding.js';

/** How the load test ends, for scripts and pipelines. */
export const EXIT_CODES = Object.freeze({
  /** Every guarantee held, and every negative control was caught. */
  valid: 0,
  /** A guarantee is broken, or a negative control escaped. */
  invalid: 1,
  /** The command line or its surroundings are wrong; nothing was run. */
  usage: 2,
  /** It could not be told: the org died, answers stayed out, the run was interrupted. */
  unknown: 3
});

export function exitCodeOf(verdict: Verdict): number {
  return EXIT_CODES[verdict];
}
