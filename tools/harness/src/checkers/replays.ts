import type { Finding } from './finding.js';

/** An entry of the audit of operator replays. */
export interface ReplayRow {
  readonly kind: string;
  /** Key of the work, as it was first stored. */
  readonly workKey: string;
  readonly reason: string;
  /** Username. */
  readonly operator: string;
  readonly previousStatus: string;
}

/** The audit of operator replays, and who was the operator. */
export interface OperatorReplays {
  readonly replays: readonly ReplayRow[];
  /** Username. */
  readonly operator: string;
}

/**
 * The audit holds one entry for each key that was replayed, with who, why, and the original key; and none for any other.
 *
 * @param keys of the work, as the audit names them
 * @param done those of them that were done in the end, which only a replay can have brought about
 */
export function checkReplayed(
  keys: readonly string[],
  done: ReadonlySet<string>,
  { kind, reason }: { readonly kind: string; readonly reason: string },
  { replays, operator }: OperatorReplays
): Finding[] {
  const violation = (key: string, message: string): Finding => ({
    checker: 'replayed',
    kind: 'violation',
    key,
    message,
    evidence: []
  });
  const known = new Set(keys);
  const missing = keys.flatMap((key): Finding[] => {
    const own = replays.filter((replay) => replay.workKey === key);
    const [replay] = own;
    if (replay === undefined) {
      const finding = violation(key, 'The audit does not know of the replay.');
      return [done.has(key) ? finding : { ...finding, kind: 'inconclusive' }];
    }
    if (own.length > 1) return [violation(key, `The audit holds ${own.length} replays, not one.`)];
    const wrong = [
      replay.kind === kind ? '' : `the kind ${replay.kind}`,
      replay.reason === reason ? '' : `the reason '${replay.reason}'`,
      replay.operator === operator ? '' : `the operator ${replay.operator}`,
      replay.previousStatus === 'Exhausted' ? '' : `the former state ${replay.previousStatus}`
    ].filter((text) => text !== '');
    return wrong.length === 0 ? [] : [violation(key, `The audit has ${wrong.join(', ')}.`)];
  });
  const others = replays.filter((replay) => !known.has(replay.workKey));
  return [...missing, ...others.map(({ workKey }) => violation(workKey, 'The audit has a replay that nobody made.'))];
}
