import type { RunTestResult } from '../../metadata/index.js';
import type { OrgImage } from '../org-image.js';
import type { Coverage } from './test-runner.js';

export type CoverageReport = Pick<RunTestResult, 'codeCoverage' | 'codeCoverageWarnings'>;

/** Share of a class's lines that tests must reach. Source: https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_code_coverage_intro.htm */
const REQUIRED_PERCENT = 75;

/** Coverage as results of deploys and of synchronous runs show it. */
export function coverageReport(coverage: Coverage, image: OrgImage): CoverageReport {
  const id = (name: string): string => image.classId(name) ?? '';
  const triggers = new Set(image.contents.units.filter(({ kind }) => kind === 'trigger').map(({ name }) => name));
  const entries = Object.entries(coverage).map(([name, { covered, uncovered }]) => ({
    name,
    lines: covered.length + uncovered.length,
    uncovered
  }));
  return {
    codeCoverage: entries.map(({ name, lines, uncovered }) => ({
      id: id(name),
      name,
      type: triggers.has(name) ? ('Trigger' as const) : ('Class' as const),
      namespace: null,
      numLocations: lines,
      numLocationsNotCovered: uncovered.length,
      locationsNotCovered: uncovered.map((line) => ({ line, column: 0, numExecutions: 0, time: -1 })),
      dmlInfo: [],
      methodInfo: [],
      soqlInfo: [],
      soslInfo: []
    })),
    codeCoverageWarnings: entries
      .filter(({ lines, uncovered }) => lines > 0 && (lines - uncovered.length) / lines < REQUIRED_PERCENT / 100)
      .map(({ name, lines, uncovered }) => ({
        id: id(name),
        name,
        namespace: null,
        message: `Test coverage of selected Apex Class is ${Math.floor(((lines - uncovered.length) / lines) * 100)}%, at least ${REQUIRED_PERCENT}% test coverage is required`
      }))
  };
}
