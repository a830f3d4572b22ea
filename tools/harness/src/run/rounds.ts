import { combineVerdicts } from '../checkers/finding.js';
import { LatencyRecorder } from '../measure/latency.js';
import type { RoundSummary, ScenarioResult } from '../report/results.js';
import type { ScenarioOutcome } from './scenarioRun.js';
import { KEPT_FINDINGS } from './scenarioRun.js';
import { MAX_SEED } from './random.js';

/** The seed of one round, from 1. Each round has a schedule of its own; the first has that of a run without rounds. */
export function seedOfRound(seed: number, round: number): number {
  return (seed + round - 1) % (MAX_SEED + 1);
}

/** Begins the keys of one round; all of them begin with the mark of the run and a dash. */
export function prefixOfRound(prefix: string, round: number): string {
  return round === 1 ? prefix : `${prefix}-r${round}`;
}

/** What the scenarios of a run have come to, over all rounds so far. */
export class Rounds {
  readonly #results = new Map<string, ScenarioResult>();
  readonly #latencies = new Map<string, LatencyRecorder>();
  readonly #summaries: RoundSummary[] = [];
  #current: ScenarioOutcome[] = [];

  /** One result a scenario, in the order of the first round. */
  get scenarios(): ScenarioResult[] {
    return [...this.#results.values()];
  }

  /** The rounds that have ended. */
  get summaries(): readonly RoundSummary[] {
    return this.#summaries;
  }

  add(outcome: ScenarioOutcome): void {
    const { result, latency } = outcome;
    this.#current.push(outcome);
    const known = this.#results.get(result.name);
    const total = this.#latencies.get(result.name) ?? new LatencyRecorder();
    this.#latencies.set(result.name, total);
    total.add(latency);
    const latencies = { latencyMs: total.total(), latencyMsByAnswer: total.byClass() };
    this.#results.set(result.name, { ...(known === undefined ? result : merge(known, result)), ...latencies });
  }

  /** Closes a round: what was added since the last one. */
  end(round: number, seed: number): RoundSummary {
    const latency = new LatencyRecorder();
    for (const outcome of this.#current) latency.add(outcome.latency);
    const sum = (of: (result: ScenarioResult) => number): number =>
      this.#current.reduce((total, { result }) => total + of(result), 0);
    const summary: RoundSummary = {
      round,
      seed,
      verdict: combineVerdicts(this.#current.map(({ result }) => result.verdict)),
      attempts: sum(({ attempts }) => attempts),
      duplicateEffects: sum(({ duplicateEffects }) => duplicateEffects),
      durationMs: sum(({ durationMs }) => durationMs),
      latencyMs: latency.total()
    };
    this.#summaries.push(summary);
    this.#current = [];
    return summary;
  }
}

/** Two results of one scenario as one; percentiles are left to who has the histograms. */
function merge(before: ScenarioResult, next: ScenarioResult): ScenarioResult {
  // What was skipped once is skipped always: an org does not learn.
  if (before.verdict === 'skipped' || next.verdict === 'skipped') return before;
  const verdict = combineVerdicts([before.verdict, next.verdict]);
  const [worse, better] = before.verdict === verdict ? [before, next] : [next, before];
  return {
    ...before,
    verdict,
    attempts: before.attempts + next.attempts,
    outcomes: {
      ok: before.outcomes.ok + next.outcomes.ok,
      fail: before.outcomes.fail + next.outcomes.fail,
      unknown: before.outcomes.unknown + next.outcomes.unknown
    },
    duplicateEffects: before.duplicateEffects + next.duplicateEffects,
    faults: before.faults + next.faults,
    mostWaitingOnLock: most(before.mostWaitingOnLock, next.mostWaitingOnLock),
    durationMs: before.durationMs + next.durationMs,
    // What decides the verdict comes first, with the command line that shows it again.
    findings: [...worse.findings, ...better.findings].slice(0, KEPT_FINDINGS),
    findingCount: before.findingCount + next.findingCount,
    replay: worse.replay
  };
}

function most(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.max(left, right);
}
