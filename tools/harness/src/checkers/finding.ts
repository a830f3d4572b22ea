import type { Entry } from '../history/entry.js';

/** What a run may conclude: it held, it did not hold, or it could not be told. */
export type Verdict = 'valid' | 'invalid' | 'unknown';

/** The verdict of a part of a run. Skipped: the org does not offer what the part needs, so nothing was tried. */
export type PartVerdict = Verdict | 'skipped';

/** One thing that a checker has to say. No findings at all means valid. */
export interface Finding {
  /** Name of the checker. */
  readonly checker: string;
  /** A violation proves that a guarantee is broken; an inconclusive finding that it was not proved. */
  readonly kind: 'violation' | 'inconclusive';
  readonly message: string;
  readonly key?: string;
  /** The fewest entries that show it, in history order. */
  readonly evidence: readonly Entry[];
}

/** A violation outweighs everything; without one, an inconclusive finding makes the verdict unknown. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some((finding) => finding.kind === 'violation')) return 'invalid';
  return findings.length > 0 ? 'unknown' : 'valid';
}

/**
 * The verdict over several: invalid before unknown before valid. What was skipped does not count; when nothing else is
 * left, nothing is proved: unknown.
 */
export function combineVerdicts(verdicts: readonly PartVerdict[]): Verdict {
  if (verdicts.includes('invalid')) return 'invalid';
  return verdicts.includes('unknown') || !verdicts.includes('valid') ? 'unknown' : 'valid';
}
