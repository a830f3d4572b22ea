import { isCompletion, type Entry } from '../history/entry.js';
import type { Finding } from './finding.js';

/** Most attempts that were under way at one moment, as the clients saw it. */
export function mostInFlight(history: readonly Entry[]): number {
  let inFlight = 0;
  let most = 0;
  for (const entry of history) {
    if (entry.kind === 'invoke') inFlight += 1;
    else if (isCompletion(entry)) inFlight -= 1;
    most = Math.max(most, inFlight);
  }
  return most;
}

/**
 * The attempts really overlapped; a race that never took place proves nothing.
 *
 * @param expected how many attempts were to be under way at once
 * @param waitingNeeded how many transactions must have waited for a lock at one time, where the org can tell
 */
export function checkOverlap(history: readonly Entry[], expected: number, waitingNeeded: number): Finding[] {
  const findings: Finding[] = [];
  const inconclusive = (message: string): void =>
    void findings.push({ checker: 'overlap', kind: 'inconclusive', message, evidence: [] });
  const most = mostInFlight(history);
  if (most < expected) {
    inconclusive(`Only ${most} attempts were under way at once, not ${expected}; nothing is proved about races.`);
  }
  const sightings = history.filter((entry) => entry.kind === 'remark' && entry.subject === 'lock-waits');
  const waiting = Math.max(
    0,
    ...sightings.map((entry) => (entry.kind === 'remark' ? Number(entry.detail.mostWaiting) : 0))
  );
  if (sightings.length > 0 && waiting < waitingNeeded) {
    inconclusive(
      `At most ${waiting} transactions waited for a lock at one time, not ${waitingNeeded}; nothing is proved about races.`
    );
  }
  return findings;
}
