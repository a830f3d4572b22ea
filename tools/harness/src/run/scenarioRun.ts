import { performance } from 'node:perf_hooks';
import { verdictOf, type Finding } from '../checkers/finding.js';
import { isCompletion, operationsOf, type Entry } from '../history/entry.js';
import type { RunHistory } from '../history/recorder.js';
import { LatencyRecorder } from '../measure/latency.js';
import type { Callers } from '../org/callers.js';
import { LocalLockWatch } from '../org/lockWatch.js';
import type { RestClient } from '../org/restClient.js';
import type { Org } from '../org/session.js';
import { NOT_RUN, type ScenarioResult } from '../report/results.js';
import { reasonToSkip } from '../scenarios/needs.js';
import type { AnyScenario, Stage } from '../scenarios/scenario.js';
import { HarnessError } from './errors.js';
import type { Helpers } from './helpers.js';
import type { Sizes } from './profile.js';
import type { Progress } from './progress.js';
import { randomFor } from './random.js';
import { startTicker } from './scenarioProgress.js';

/** Findings and entries of evidence that a result keeps; a broken org gives thousands that all say the same. */
export const KEPT_FINDINGS = 20;
const KEPT_EVIDENCE = 40;

/** Where scenarios run, and how. */
export interface ScenarioSetting {
  readonly org: Org;
  readonly callers: Callers;
  readonly admin: RestClient;
  readonly history: RunHistory;
  readonly helpers: Helpers;
  readonly seed: number;
  readonly profileName: string;
  readonly concurrency: number;
  readonly prefix: string;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** What a scenario came to, and the histograms behind the numbers. */
export interface ScenarioOutcome {
  readonly result: ScenarioResult;
  readonly latency: LatencyRecorder;
  /** Its own part of the history. */
  readonly entries: readonly Entry[];
}

/**
 * Plans, drives, observes and checks one scenario. Whatever goes wrong on the way makes its verdict unknown, never
 * valid; a broken guarantee that was seen before that still makes it invalid. On an org that lacks what it needs it is skipped.
 */
export async function runScenario(
  scenario: AnyScenario,
  sizes: Sizes,
  setting: ScenarioSetting
): Promise<ScenarioOutcome> {
  const latency = new LatencyRecorder();
  const unmet = reasonToSkip(scenario, setting.org, setting.callers);
  if (unmet !== undefined) return { result: skipped(scenario, unmet, setting), latency, entries: [] };
  const start = performance.now();
  const recorder = setting.history.recorder(scenario.name);
  const ticker = startTicker(recorder, setting.progress);
  const stage: Stage = {
    org: setting.org,
    caller: setting.callers.integration,
    stranger: setting.callers.stranger,
    admin: setting.admin,
    recorder,
    latency,
    helpers: setting.helpers,
    concurrency: setting.concurrency,
    locks: setting.org.isLocal ? new LocalLockWatch(setting.org.admin) : undefined,
    signal: setting.signal,
    progress: ticker.tell
  };
  let findings: Finding[];
  let duplicateEffects = 0;
  try {
    const plan = scenario.plan({
      random: randomFor(setting.seed, scenario.name),
      sizes,
      concurrency: setting.concurrency,
      prefix: `${setting.prefix}-${initialsOf(scenario.name)}`
    });
    await scenario.drive(plan, stage);
    setting.signal.throwIfAborted();
    const state = await scenario.observe(plan, stage);
    duplicateEffects = state.duplicateEffects;
    findings = scenario.check(plan, recorder.entries(), state);
  } catch (error) {
    findings = [unfinished(error, setting.signal)];
  } finally {
    ticker.stop();
  }
  const result: ScenarioResult = {
    name: scenario.name,
    proves: scenario.proves,
    verdict: verdictOf(findings),
    skipReason: null,
    ...countEntries(recorder.entries()),
    duplicateEffects,
    durationMs: Math.round(performance.now() - start),
    latencyMs: latency.total(),
    latencyMsByAnswer: latency.byClass(),
    findings: violationsFirst(findings)
      .slice(0, KEPT_FINDINGS)
      .map((finding) => ({ ...finding, evidence: finding.evidence.slice(0, KEPT_EVIDENCE) })),
    findingCount: findings.length,
    replay: replayCommand(scenario.name, setting)
  };
  return { result, latency, entries: recorder.entries() };
}

/** What decides the verdict must be among the findings that are kept. */
function violationsFirst(findings: readonly Finding[]): Finding[] {
  return [
    ...findings.filter(({ kind }) => kind === 'violation'),
    ...findings.filter(({ kind }) => kind !== 'violation')
  ];
}

/** The result of a scenario that could not be started. */
export function notRun(scenario: AnyScenario, reason: string, setting: ReplaySetting): ScenarioResult {
  const finding: Finding = { checker: NOT_RUN, kind: 'inconclusive', message: `Not run: ${reason}`, evidence: [] };
  return { ...withoutAttempts(scenario, setting), verdict: 'unknown', findings: [finding], findingCount: 1 };
}

/** The result of a scenario for which the org lacks something. */
function skipped(scenario: AnyScenario, reason: string, setting: ReplaySetting): ScenarioResult {
  return { ...withoutAttempts(scenario, setting), verdict: 'skipped', skipReason: reason };
}

function withoutAttempts(scenario: AnyScenario, setting: ReplaySetting): Omit<ScenarioResult, 'verdict'> {
  return {
    name: scenario.name,
    proves: scenario.proves,
    skipReason: null,
    ...countEntries([]),
    duplicateEffects: 0,
    durationMs: 0,
    latencyMs: { p50: null, p95: null, p99: null, max: null },
    latencyMsByAnswer: {},
    findings: [],
    findingCount: 0,
    replay: replayCommand(scenario.name, setting)
  };
}

interface ReplaySetting {
  readonly org: Pick<Org, 'kind' | 'label'>;
  readonly seed: number;
  readonly profileName: string;
  readonly concurrency: number;
}

/** The command line that gives the same schedule again. */
export function replayCommand(scenario: string, { org, seed, profileName, concurrency }: ReplaySetting): string {
  const target = org.kind === 'alias' ? ` --target-org ${org.label}` : '';
  return `npm run load-test -- --scenario ${scenario} --profile ${profileName} --concurrency ${concurrency} --seed ${seed}${target}`;
}

function countEntries(
  entries: readonly Entry[]
): Pick<ScenarioResult, 'attempts' | 'outcomes' | 'faults' | 'mostWaitingOnLock'> {
  const completions = entries.filter(isCompletion);
  const having = (kind: string): number => completions.filter((completion) => completion.kind === kind).length;
  const waits = entries.flatMap((entry) =>
    entry.kind === 'remark' && entry.subject === 'lock-waits' ? [Number(entry.detail.mostWaiting)] : []
  );
  const attempts = operationsOf(entries).length;
  const ok = having('ok');
  const fail = having('fail');
  return {
    attempts,
    // An attempt without an end is as unknown as one without an answer.
    outcomes: { ok, fail, unknown: attempts - ok - fail },
    faults: entries.filter(
      (entry) => entry.kind === 'remark' && entry.subject === 'fault' && entry.detail.fault !== 'pass'
    ).length,
    mostWaitingOnLock: waits.length === 0 ? null : Math.max(...waits)
  };
}

function unfinished(error: unknown, signal: AbortSignal): Finding {
  const message = signal.aborted
    ? 'The run was interrupted.'
    : error instanceof HarnessError
      ? error.message
      : `The scenario broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return { checker: 'scenario', kind: 'inconclusive', message, evidence: [] };
}

/** `concurrent-duplicates` → `cd`: keys stay short. */
export function initialsOf(name: string): string {
  return name
    .split('-')
    .map((word) => word[0])
    .join('');
}
