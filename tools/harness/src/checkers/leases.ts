import type { Entry, Remark } from '../history/entry.js';
import { LEASE_SEEN, type LeaseState } from '../workload/leaseWorkers.js';
import type { Finding } from './finding.js';

/** What the ledger must say about a command at one moment. */
export type ExpectedLease = Readonly<Partial<Omit<LeaseState, 'key'>>>;

/** Every command was in the expected state at the moment that some remarks tell of. Not looked at: nothing is proved. */
export function checkLeasesSeen(
  keys: readonly string[],
  history: readonly Entry[],
  when: string,
  expected: ExpectedLease
): Finding[] {
  const seen = new Map<string, Remark>();
  for (const entry of history) {
    const isSighting = entry.kind === 'remark' && entry.subject === LEASE_SEEN && entry.detail.when === when;
    if (isSighting && entry.key !== undefined) seen.set(entry.key, entry);
  }
  return keys.flatMap((key): Finding[] => {
    const remark = seen.get(key);
    if (remark === undefined) {
      const message = `Nobody looked at the command ${when}; nothing is proved.`;
      return [{ checker: 'leases', kind: 'inconclusive', key, message, evidence: [] }];
    }
    const wrong = differences(remark.detail, expected);
    return wrong === '' ? [] : [violation(key, `${when[0]!.toUpperCase()}${when.slice(1)}, ${wrong}.`, [remark])];
  });
}

/** Every command is in the expected state in the end. */
export function checkLeases(
  keys: readonly string[],
  leases: readonly LeaseState[],
  expected: ExpectedLease
): Finding[] {
  const byKey = new Map(leases.map((lease) => [lease.key, lease]));
  return keys.flatMap((key): Finding[] => {
    const lease = byKey.get(key);
    if (lease === undefined) {
      const message = 'The command is not in the ledger; nothing is proved.';
      return [{ checker: 'leases', kind: 'inconclusive', key, message, evidence: [] }];
    }
    const wrong = differences({ ...lease }, expected);
    return wrong === '' ? [] : [violation(key, `In the end, ${wrong}.`, [])];
  });
}

function differences(actual: Readonly<Record<string, unknown>>, expected: ExpectedLease): string {
  return Object.entries(expected)
    .filter(([name, value]) => actual[name] !== value)
    .map(([name, value]) => `its ${name} is ${String(actual[name])}, not ${String(value)}`)
    .join(', ');
}

function violation(key: string, message: string, evidence: readonly Entry[]): Finding {
  return { checker: 'leases', kind: 'violation', key, message, evidence };
}
