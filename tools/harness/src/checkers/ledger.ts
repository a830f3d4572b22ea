import { entriesOf, operationsByKey, type Entry } from '../history/entry.js';
import type { Finding } from './finding.js';

/** A row of the ledger, as far as checkers look at it. */
export interface LedgerRow {
  readonly key: string;
  readonly status: string;
  /** How often the key arrived with other content. */
  readonly conflicts: number;
}

/** One row for each key that the org said anything final about, in the state that belongs to the answer. */
export function checkLedger(history: readonly Entry[], rows: readonly LedgerRow[]): Finding[] {
  const byKey = new Map<string, LedgerRow[]>();
  for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);
  const findings: Finding[] = [];
  const violation = (key: string, message: string, evidence: readonly Entry[]): void =>
    void findings.push({ checker: 'ledger', kind: 'violation', key, message, evidence });

  for (const [key, operations] of operationsByKey(history)) {
    const own = byKey.get(key) ?? [];
    const succeeded = operations.find((operation) => operation.completion?.code === 'COMPLETED');
    const rejected = operations.find((operation) => operation.completion?.code === 'REJECTED');
    const stored = succeeded ?? rejected;
    if (own.length > 1) {
      violation(key, `The ledger has ${own.length} rows for one key.`, entriesOf(operations.slice(0, 2)));
    }
    if (stored !== undefined && own.length === 0) {
      violation(key, 'The org answered finally, but the ledger does not know the key.', entriesOf([stored]));
    }
    const expected = succeeded !== undefined ? 'Succeeded' : rejected !== undefined ? 'Rejected' : undefined;
    const wrong = own.find((row) => expected !== undefined && row.status !== expected);
    if (stored !== undefined && wrong !== undefined) {
      violation(key, `The row is ${wrong.status}, but the answer was ${expected}.`, entriesOf([stored]));
    }
  }
  return findings;
}

/**
 * Every refused conflict is counted in the ledger. Attempts whose answer was lost may have been conflicts too, so the
 * count may be higher by as many.
 */
export function checkConflictsCounted(history: readonly Entry[], rows: readonly LedgerRow[]): Finding[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const findings: Finding[] = [];
  for (const [key, operations] of operationsByKey(history)) {
    const conflicts = operations.filter((operation) => operation.completion?.code === 'IDEMPOTENCY_CONFLICT');
    const unsure = operations.filter(
      ({ completion }) => completion === undefined || completion.kind === 'unknown'
    ).length;
    const counted = byKey.get(key)?.conflicts ?? 0;
    if (counted >= conflicts.length && counted <= conflicts.length + unsure) continue;
    findings.push({
      checker: 'conflicts-counted',
      kind: 'violation',
      key,
      message: `${conflicts.length} conflicts were refused, but the ledger counted ${counted}.`,
      evidence: entriesOf(conflicts)
    });
  }
  return findings;
}
