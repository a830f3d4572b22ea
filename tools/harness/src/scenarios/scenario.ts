import type { Finding } from '../checkers/finding.js';
import type { Entry } from '../history/entry.js';
import type { Recorder } from '../history/recorder.js';
import type { LatencyRecorder } from '../measure/latency.js';
import type { LockWatch } from '../org/lockWatch.js';
import type { RestClient } from '../org/restClient.js';
import type { Org, Session } from '../org/session.js';
import type { Helpers } from '../run/helpers.js';
import type { Sizes } from '../run/profile.js';
import type { Random } from '../run/random.js';
import type { Need } from './needs.js';

/** What decides the work of a scenario: nothing else may, so that one seed gives one schedule. */
export interface Shape {
  readonly random: Random;
  readonly sizes: Sizes;
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** Begins every key and external id of the run, so that runs on one org do not meet. */
  readonly prefix: string;
}

/** What a scenario works with. */
export interface Stage {
  readonly org: Org;
  /** The integration user: who sends commands and events. */
  readonly caller: Session;
  /** A user of the org without any of the project's permission sets; absent where the harness cannot make one. */
  readonly stranger: Session | undefined;
  /** Reads the final state. */
  readonly admin: RestClient;
  readonly recorder: Recorder;
  readonly latency: LatencyRecorder;
  /** Processes beside the org. */
  readonly helpers: Helpers;
  readonly concurrency: number;
  /** Watches transactions that wait for locks; absent on an org that cannot tell. */
  readonly locks: LockWatch | undefined;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** One line about what is going on. */
  progress(text: string): void;
}

/** The final state as a checker needs it, with how much was at stake. */
export interface Observation {
  /** Effects beyond the first, over all keys and entities. */
  readonly duplicateEffects: number;
}

/**
 * One scenario: what is done (generator), how it is done (client) and what must hold then (checker), in one file. The
 * generator and the checker are pure functions.
 */
export interface Scenario<Plan, State extends Observation> {
  readonly name: string;
  /** The guarantee that it proves, as one sentence. */
  readonly proves: string;
  /** On an org without these the scenario is skipped. */
  readonly needs?: readonly Need[];
  plan(shape: Shape): Plan;
  drive(plan: Plan, stage: Stage): Promise<void>;
  observe(plan: Plan, stage: Stage): Promise<State>;
  check(plan: Plan, history: readonly Entry[], state: State): Finding[];
}

/** A scenario whose types only it knows. */
export type AnyScenario = Scenario<unknown, Observation>;

/** Forgets the types of a scenario, for lists of scenarios. */
export function defineScenario<Plan, State extends Observation>(scenario: Scenario<Plan, State>): AnyScenario {
  return scenario as unknown as AnyScenario;
}
