import type { DispatchRow } from './dispatches.js';
import type { Finding } from './finding.js';

/** What reconciliation says about one piece of work. */
export interface FindingRow {
  readonly workKey: string;
  readonly classification: string;
  readonly status: string;
  /** How often it was repaired. */
  readonly repairs: number;
}

/** What the remote has in the end. */
export interface RemoteResource {
  readonly key: string;
  readonly id: string;
}

/** The class of work on which all sides agree; nothing is kept about it. */
export const CONSISTENT = 'Consistent';

/**
 * A run finds each planted disagreement in its class, and invents none.
 *
 * @param expected class of each key
 * @param findings after the run that was to find them
 */
export function checkClassesFound(expected: ReadonlyMap<string, string>, findings: readonly FindingRow[]): Finding[] {
  const byKey = groupByKey(findings);
  return [...expected].flatMap(([key, classification]): Finding[] => {
    const own = byKey.get(key) ?? [];
    const found = own.length === 0 ? CONSISTENT : own.map((finding) => finding.classification).join(' and ');
    if (found === classification) return [];
    return [violation('classes-found', key, `Reconciliation found it ${found}, not ${classification}.`)];
  });
}

/**
 * After repairs and another run all sides agree: one effect at the remote, the dispatch succeeded with its identifier, and
 * nothing about it is open. Each repair was made once.
 */
export function checkRepaired(
  expected: ReadonlyMap<string, string>,
  findings: readonly FindingRow[],
  dispatches: readonly DispatchRow[],
  resources: readonly RemoteResource[]
): Finding[] {
  const rows = new Map(dispatches.map((row) => [row.key, row]));
  const found = groupByKey(findings);
  return [...expected.keys()].flatMap((key): Finding[] => {
    const own = resources.filter((resource) => resource.key === key);
    const row = rows.get(key);
    const complaints: string[] = [];
    if (own.length !== 1) complaints.push(`the remote has it ${own.length} times`);
    if (row?.status !== 'Succeeded') complaints.push(`the dispatch is ${row?.status ?? 'gone'}`);
    else if (row.remoteId !== own[0]?.id) complaints.push(`the dispatch names ${row.remoteId}, not ${own[0]?.id}`);
    for (const { status, repairs } of found.get(key) ?? []) {
      if (status !== 'Resolved') complaints.push(`the finding is ${status}`);
      if (repairs > 1) complaints.push(`it was repaired ${repairs} times`);
    }
    return complaints.length === 0 ? [] : [violation('repaired', key, `After the repair ${complaints.join(', ')}.`)];
  });
}

function groupByKey(findings: readonly FindingRow[]): Map<string, FindingRow[]> {
  const groups = new Map<string, FindingRow[]>();
  for (const finding of findings) groups.set(finding.workKey, [...(groups.get(finding.workKey) ?? []), finding]);
  return groups;
}

function violation(checker: string, key: string, message: string): Finding {
  return { checker, kind: 'violation', key, message, evidence: [] };
}
