import type { Coverage } from './test-runner.js';

/** A line that any test ran is covered. */
export function mergeCoverage(parts: readonly (Coverage | null)[]): Coverage {
  const lines = new Map<string, Map<number, boolean>>();
  for (const part of parts) {
    for (const [name, { covered, uncovered }] of Object.entries(part ?? {})) {
      const known = lines.get(name) ?? new Map<number, boolean>();
      lines.set(name, known);
      for (const line of uncovered) if (!known.has(line)) known.set(line, false);
      for (const line of covered) known.set(line, true);
    }
  }
  return Object.fromEntries(
    [...lines].map(([name, known]) => {
      const sorted = [...known].sort(([a], [b]) => a - b);
      const pick = (wanted: boolean): number[] => sorted.flatMap(([line, ran]) => (ran === wanted ? [line] : []));
      return [name, { covered: pick(true), uncovered: pick(false) }];
    })
  );
}
