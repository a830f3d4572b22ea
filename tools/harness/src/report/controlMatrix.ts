import type { ControlResult } from './results.js';

/** What a scenario made of a mistake. */
export type Cell =
  /** It had to notice, and did. */
  | 'caught'
  /** It had to notice, and did not. */
  | 'escaped'
  /** It noticed as well. */
  | 'noticed'
  /** It was run and saw nothing wrong. */
  | 'quiet'
  /** It could not tell. */
  | 'unclear'
  | 'not-run';

export interface ControlMatrix {
  /** Names of the controls: one a column. */
  readonly controls: readonly string[];
  readonly rows: readonly { readonly scenario: string; readonly cells: readonly Cell[] }[];
}

export const SYMBOLS: Readonly<Record<Cell, string>> = {
  caught: '✔',
  escaped: '✘',
  noticed: '+',
  quiet: '–',
  unclear: '?',
  'not-run': '·'
};

/** The symbols in words. */
export const LEGEND =
  '✔ had to notice and did   ✘ had to notice and did not   + noticed too   – saw nothing   ? could not tell   · not run';

/** Scenario × control: who noticed what. Scenarios that must notice something come first. */
export function controlMatrixOf(controls: readonly ControlResult[]): ControlMatrix {
  const scenarios = new Set([
    ...controls.map(({ expectedBy }) => expectedBy),
    ...controls.flatMap(({ verdicts }) => Object.keys(verdicts))
  ]);
  return {
    controls: controls.map(({ name }) => name),
    rows: [...scenarios].map((scenario) => ({
      scenario,
      cells: controls.map((control) => cellOf(control, scenario))
    }))
  };
}

function cellOf({ expectedBy, caughtBy, verdict, verdicts }: ControlResult, scenario: string): Cell {
  if (scenario === expectedBy) {
    if (caughtBy !== null) return 'caught';
    return verdict === null ? 'not-run' : verdict === 'unknown' ? 'unclear' : 'escaped';
  }
  switch (verdicts[scenario]) {
    case 'invalid':
      return 'noticed';
    case 'valid':
      return 'quiet';
    case 'unknown':
      return 'unclear';
    default:
      return 'not-run';
  }
}
