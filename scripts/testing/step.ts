/** How many checks of one kind held. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One part of `npm test`. */
export interface Step {
  /** What to write after `npm test --` to run only this. */
  readonly name: string;
  readonly title: string;
  /** Prints what failed; throws only when it could not run at all. */
  run(): Promise<Counts>;
}

export const ONE_PASSED: Counts = { passed: 1, failed: 0, skipped: 0 };
export const ONE_FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };

export function add(left: Counts, right: Counts): Counts {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped
  };
}

/** The line that `npm test` ends with. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
