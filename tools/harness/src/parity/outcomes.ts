import type { PartVerdict } from '../checkers/finding.js';
import { ANSWERS } from '@retrysafe/contracts';
import { remoteAttemptsOf } from '../checkers/remoteAttempts.js';
import { operationsOf, type Completion, type Entry } from '../history/entry.js';
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
  /**
   * By key without the part that names the run: the answers that its attempts got and that say how it ended, each once,
   * sorted. How often an attempt had to be made again is a matter of time.
   */
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
  const remote = new Set(remoteAttemptsOf(history).map(({ operation }) => operation.invocation.index));
  for (const { invocation, completion } of operationsOf(history)) {
    if (completion === undefined || completion.kind === 'unknown') continue;
    const answer = remote.has(invocation.index) ? answerOfRemote(completion) : answerOfOrg(completion);
    if (answer === undefined) continue;
    const ofScenario = answers.get(invocation.scenario) ?? new Map<string, Set<string>>();
    answers.set(invocation.scenario, ofScenario);
    const key = invocation.key.replace(prefix, '');
    const codes = ofScenario.get(key) ?? new Set<string>();
    codes.add(answer);
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

/** Codes of the contract after which the caller sends the same again: nothing has ended. */
const IN_PASSING = new Set<string>(ANSWERS.filter(({ next }) => next === 'retry-same-key').map(({ code }) => code));

function answerOfOrg({ status, code }: Completion): string | undefined {
  if (code !== undefined && IN_PASSING.has(code)) return undefined;
  return `${status ?? ''} ${code ?? ''}`.trim();
}

/** Statuses of 4xx that may be others the next time (RFC 9110, RFC 8470, RFC 6585). */
const REFUSED_IN_PASSING = new Set([408, 425, 429]);

/** Whether a remote does work now or has done it already depends on which of its answers were lost. */
function answerOfRemote({ kind, status = 0 }: Completion): string | undefined {
  if (kind === 'ok') return 'done';
  return status < 400 || status >= 500 || REFUSED_IN_PASSING.has(status) ? undefined : String(status);
}
