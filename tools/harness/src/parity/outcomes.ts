import type { PartVerdict } from '../checkers/finding.js';
import { operationsOf, type Entry } from '../history/entry.js';
import type { Results } from '../report/results.js';

/** File of a recording. */
export const OUTCOMES_FILE = 'outcomes.json';

/** What a run came to, without anything that differs by nature between two orgs: ids, times, who won a race. */
export interface RunOutcomes {
  readonly schemaVersion: 1;
  readonly seed: number;
  readonly profile: string;
  readonly concurrency: number;
  /** For people: which org it was. Never a token. */
  readonly org: string;
  readonly scenarios: Readonly<Record<string, ScenarioOutcomes>>;
}

export interface ScenarioOutcomes {
  readonly verdict: PartVerdict;
  readonly duplicateEffects: number;
  /** By key without the part that names the run: the certain answers that its attempts got, each once, sorted. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

/** @param prefix begins every key of the run */
export function outcomesOf(
  results: Results,
  history: readonly Entry[],
  prefix: string,
  concurrency: number
): RunOutcomes {
  const answers = new Map<string, Map<string, Set<string>>>();
  for (const { invocation, completion } of operationsOf(history)) {
    if (completion === undefined || completion.kind === 'unknown') continue;
    const ofScenario = answers.get(invocation.scenario) ?? new Map<string, Set<string>>();
    answers.set(invocation.scenario, ofScenario);
    const key = invocation.key.replace(prefix, '');
    const codes = ofScenario.get(key) ?? new Set<string>();
    codes.add(`${completion.status ?? ''} ${completion.code ?? ''}`.trim());
    ofScenario.set(key, codes);
  }
  return {
    schemaVersion: 1,
    seed: results.seed,
    profile: results.profile,
    concurrency,
    org: results.org === null ? 'none' : `${results.org.label} (${results.org.orgId})`,
    scenarios: Object.fromEntries(
      results.scenarios.map(({ name, verdict, duplicateEffects }) => [
        name,
        {
          verdict,
          duplicateEffects,
          answers: Object.fromEntries(
            [...(answers.get(name) ?? [])]
              .sort(([left], [right]) => left.localeCompare(right))
              .map(([key, codes]) => [key, [...codes].sort()])
          )
        }
      ])
    )
  };
}
