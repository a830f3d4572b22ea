import { sqlTime } from '../../platform/jobs/job-store.js';
import type { TestClassResult } from '../../platform/tests/test-runner.js';
import type { SlotTransaction } from '../../platform/transaction.js';

/**
 * Rows of ApexCodeCoverage (a test method and a class or trigger it ran lines of), ApexCodeCoverageAggregate (a class or
 * trigger) and ApexOrgWideCoverage (one row). Source: api_tooling, tooling_api_objects_apexcodecoverage and its neighbours.
 */

/** The field Coverage as the Tooling API writes it. */
interface Lines {
  readonly coveredLines: readonly number[];
  readonly uncoveredLines: readonly number[];
}

const AUDIT = 'createddate, createdbyid, lastmodifieddate, lastmodifiedbyid, systemmodstamp';
const AUDIT_VALUES = '$1::timestamp, $2, $1::timestamp, $2, $1::timestamp';

/** Replaces what earlier runs of these methods left. */
export function recordCoverage(tx: SlotTransaction, testClassId: string, result: TestClassResult): void {
  const counted = result.methods.filter((method) => method.coverage);
  if (counted.length === 0) return;
  const rows = counted.flatMap(({ methodName, coverage }) =>
    Object.entries(coverage ?? {}).map(([name, { covered, uncovered }]) => ({
      id: tx.newId('714'),
      unitId: tx.slot.image.classId(name) ?? '',
      methodName,
      covered,
      uncovered
    }))
  );
  tx.db.query('DELETE FROM apexcodecoverage WHERE apextestclassid = $1 AND testmethodname = ANY($2::text[])', [
    testClassId,
    counted.map(({ methodName }) => methodName)
  ]);
  tx.db.query(
    `INSERT INTO apexcodecoverage (id, ${AUDIT}, apextestclassid, apexclassortriggerid, testmethodname, numlinescovered, numlinesuncovered, coverage)
     SELECT r.id, ${AUDIT_VALUES}, $3, r.unit, r.method, r.covered::int, r.uncovered::int, r.lines
       FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[]) AS r(id, unit, method, covered, uncovered, lines)`,
    [
      sqlTime(tx.now()),
      tx.user.id,
      testClassId,
      rows.map(({ id }) => id),
      rows.map(({ unitId }) => unitId),
      rows.map(({ methodName }) => methodName),
      rows.map(({ covered }) => String(covered.length)),
      rows.map(({ uncovered }) => String(uncovered.length)),
      rows.map(({ covered, uncovered }) => linesText({ coveredLines: covered, uncoveredLines: uncovered }))
    ]
  );
}

/** Adds the rows of test methods up, by class and trigger and for the org. @param units names of all that count. */
export function sumUpCoverage(tx: SlotTransaction, units: readonly string[]): void {
  forgetChanged(tx);
  const covered = coveredLines(tx);
  const sums = units.map((name) => {
    const unitId = tx.slot.image.classId(name) ?? '';
    const all = tx.code.executableLines(name);
    const ran = covered.get(unitId);
    const coveredHere = all.filter((line) => ran?.has(line));
    const uncovered = all.filter((line) => !ran?.has(line));
    return { id: tx.newId('715'), unitId, lines: { coveredLines: coveredHere, uncoveredLines: uncovered } };
  });
  tx.db.query('DELETE FROM apexcodecoverageaggregate');
  tx.db.query(
    `INSERT INTO apexcodecoverageaggregate (id, ${AUDIT}, apexclassortriggerid, numlinescovered, numlinesuncovered, coverage)
     SELECT r.id, ${AUDIT_VALUES}, r.unit, r.covered::int, r.uncovered::int, r.lines
       FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) AS r(id, unit, covered, uncovered, lines)`,
    [
      sqlTime(tx.now()),
      tx.user.id,
      sums.map(({ id }) => id),
      sums.map(({ unitId }) => unitId),
      sums.map(({ lines }) => String(lines.coveredLines.length)),
      sums.map(({ lines }) => String(lines.uncoveredLines.length)),
      sums.map(({ lines }) => linesText(lines))
    ]
  );
  recordOrgWide(
    tx,
    sums.map(({ lines }) => lines)
  );
}

/** What was counted on an earlier form of a class says nothing about this one. */
function forgetChanged(tx: SlotTransaction): void {
  for (const table of ['apexclass', 'apextrigger']) {
    tx.db.query(
      `DELETE FROM apexcodecoverage c USING ${table} u WHERE u.id = c.apexclassortriggerid AND u.lastmodifieddate > c.createddate`
    );
  }
}

function coveredLines(tx: SlotTransaction): Map<string, Set<number>> {
  const covered = new Map<string, Set<number>>();
  for (const [unitId, text] of tx.db.query('SELECT apexclassortriggerid, coverage FROM apexcodecoverage').rows) {
    const known = covered.get(String(unitId)) ?? new Set<number>();
    covered.set(String(unitId), known);
    for (const line of (JSON.parse(String(text)) as Lines).coveredLines) known.add(line);
  }
  return covered;
}

function recordOrgWide(tx: SlotTransaction, all: readonly Lines[]): void {
  const covered = all.reduce((sum, { coveredLines }) => sum + coveredLines.length, 0);
  const total = all.reduce((sum, { uncoveredLines }) => sum + uncoveredLines.length, covered);
  tx.db.query('DELETE FROM apexorgwidecoverage');
  tx.db.query(`INSERT INTO apexorgwidecoverage (id, ${AUDIT}, percentcovered) VALUES ($3, ${AUDIT_VALUES}, $4::int)`, [
    sqlTime(tx.now()),
    tx.user.id,
    tx.newId('716'),
    total === 0 ? 0 : Math.round((100 * covered) / total)
  ]);
}

const linesText = (lines: Lines): string => JSON.stringify(lines);
