import type { Results, ScenarioResult } from '../../src/report/results.js';

const LATENCY = { p50: 5.1, p95: 9.2, p99: 12, max: 14.7 };

/** A scenario that held. */
export function sampleScenario(change: Partial<ScenarioResult> = {}): ScenarioResult {
  return {
    name: 'concurrent-duplicates',
    proves: 'One effect.',
    verdict: 'valid',
    skipReason: null,
    attempts: 500,
    outcomes: { ok: 500, fail: 0, unknown: 0 },
    duplicateEffects: 0,
    faults: 0,
    mostWaitingOnLock: 15,
    durationMs: 900,
    latencyMs: LATENCY,
    latencyMsByAnswer: { COMPLETED: { count: 500, ...LATENCY } },
    findings: [],
    findingCount: 0,
    replay: 'npm run load-test -- --scenario concurrent-duplicates --seed 42',
    ...change
  };
}

/** The results of a run in which everything held. */
export function sampleResults(change: Partial<Results> = {}): Results {
  return {
    schemaVersion: 1,
    verdict: 'valid',
    seed: 42,
    profile: 'standard',
    startedAt: '2026-01-31T10:00:00.000Z',
    durationMs: 30_000,
    interrupted: false,
    org: {
      kind: 'local',
      label: 'local org',
      orgId: '00D000000000001AAA',
      instanceUrl: 'http://127.0.0.1:1',
      apiVersion: '68.0',
      caller: 'integration@retrysafe.invalid'
    },
    timings: {
      orgStartMs: 1500,
      deployMs: 4000,
      usersMs: 2000,
      warmUpMs: 1000,
      scenariosMs: 9000,
      negativeControlsMs: null
    },
    scenarios: [sampleScenario()],
    rounds: [
      {
        round: 1,
        seed: 42,
        verdict: 'valid',
        attempts: 500,
        duplicateEffects: 0,
        durationMs: 900,
        latencyMs: LATENCY
      }
    ],
    negativeControls: [],
    problems: [],
    ...change
  };
}
