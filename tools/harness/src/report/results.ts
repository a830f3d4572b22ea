import type { Finding, PartVerdict, Verdict } from '../checkers/finding.js';
import type { LatencySummary } from '../measure/latency.js';

/** Checker of the one finding of a scenario that was not run. */
export const NOT_RUN = 'not-run';

/** What a run found out; `results.json`, described by results.schema.json. */
export interface Results {
  readonly schemaVersion: 1;
  readonly verdict: Verdict;
  readonly seed: number;
  readonly profile: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly interrupted: boolean;
  readonly org: OrgSummary | null;
  readonly timings: Timings;
  readonly scenarios: readonly ScenarioResult[];
  /** One a time that all scenarios were run; a run without `minutes` has one. */
  readonly rounds: readonly RoundSummary[];
  readonly negativeControls: readonly ControlResult[];
  /** What kept the run from doing all of its work. */
  readonly problems: readonly Problem[];
}

/** An org without any secret. */
export interface OrgSummary {
  readonly kind: 'local' | 'alias';
  readonly label: string;
  readonly orgId: string;
  readonly instanceUrl: string;
  readonly apiVersion: string;
  /** Username of who sent commands and events. */
  readonly caller: string | null;
}

/** Milliseconds; null for what was not done. */
export interface Timings {
  readonly orgStartMs: number | null;
  readonly deployMs: number | null;
  readonly usersMs: number | null;
  readonly warmUpMs: number | null;
  readonly scenariosMs: number | null;
  readonly negativeControlsMs: number | null;
}

export interface ScenarioResult {
  readonly name: string;
  readonly proves: string;
  readonly verdict: PartVerdict;
  /** What the org lacks, as one clause; null unless the verdict is skipped. */
  readonly skipReason: string | null;
  readonly attempts: number;
  readonly outcomes: { readonly ok: number; readonly fail: number; readonly unknown: number };
  /** Effects beyond the first of each key or entity. */
  readonly duplicateEffects: number;
  /** Requests that the proxy did something to. */
  readonly faults: number;
  /** Most transactions that waited for a lock at one time; null on an org that cannot tell. */
  readonly mostWaitingOnLock: number | null;
  readonly durationMs: number;
  readonly latencyMs: LatencySummary;
  readonly latencyMsByAnswer: Readonly<Record<string, LatencySummary & { readonly count: number }>>;
  readonly findings: readonly Finding[];
  /** How many findings there were; only the first are listed. */
  readonly findingCount: number;
  /** Command line that runs the same schedule again. */
  readonly replay: string;
}

/** All scenarios together, run once. */
export interface RoundSummary {
  /** From 1. */
  readonly round: number;
  /** Gives the schedule of this round as its first one. */
  readonly seed: number;
  readonly verdict: Verdict;
  readonly attempts: number;
  readonly duplicateEffects: number;
  readonly durationMs: number;
  readonly latencyMs: LatencySummary;
}

export interface ControlResult {
  readonly name: string;
  readonly breaks: string;
  /** Scenario that called it invalid, or null when it escaped or could not be run. */
  readonly caughtBy: string | null;
  /** Scenario that has to catch it. */
  readonly expectedBy: string;
  /** Verdict of that scenario, null when the control could not be run. */
  readonly verdict: Verdict | null;
  /** Verdict of every scenario that was run on the broken org. */
  readonly verdicts: Readonly<Record<string, PartVerdict>>;
  readonly message: string;
}

/** Something that went wrong outside of any scenario, and what to do about it. */
export interface Problem {
  readonly message: string;
  readonly actions: readonly string[];
}
