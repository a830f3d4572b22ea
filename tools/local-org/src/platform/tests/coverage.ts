import type { Coverage } from './test-runner.js';

/** A line that any test ran is covered. */
export function mergeCoverage(a: Coverage, b: Coverage | null): Coverage {
  const merged: Record<string, { covered: readonly number[]; uncovered: readonly number[] }> = { ...a };
  for (const [name, lines] of Object.entries(b ?? {})) {
    const known = merged[name];
    const covered = new Set([...(known?.covered ?? []), ...lines.covered]);
    const uncovered = new Set([...(known?.uncovered ?? []), ...lines.uncovered].filter((line) => !covered.has(line)));
    const sort = (set: Set<number>): number[] => [...set].sort((x, y) => x - y);
    merged[name] = { covered: sort(covered), uncovered: sort(uncovered) };
  }
  return merged;
}
