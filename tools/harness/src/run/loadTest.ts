import { performance } from 'node:perf_hooks';
import { combineVerdicts, type PartVerdict, type Verdict } from '../checkers/finding.js';
import type { NegativeControl } from '../controls/control.js';
import type { Entry } from '../history/entry.js';
import { RunHistory } from '../history/recorder.js';
import { LatencyRecorder } from '../measure/latency.js';
import { openAliasTarget } from '../org/aliasTarget.js';
import { ranOutOfRequests, requireApiBudget } from '../org/apiBudget.js';
import { prepareCallers, type Callers } from '../org/callers.js';
import { requireSameVersion } from '../org/deployedVersion.js';
import { openLocalTarget, type Target } from '../org/localTarget.js';
import { permissionSetsOf } from '../org/permissionSets.js';
import { RestClient } from '../org/restClient.js';
import type { Org, Session } from '../org/session.js';
import { deleteTestData } from '../org/testData.js';
import { outcomesOf } from '../parity/outcomes.js';
import {
  dropReportFolder,
  prepareReportFolder,
  writeRecording,
  writeReport,
  type ReportFolder
} from '../report/folder.js';
import type { ControlResult, OrgSummary, Problem, Results, Timings } from '../report/results.js';
import { scenarioNamed } from '../scenarios/catalogue.js';
import { deploySource } from '../sf/commands.js';
import { chooseControls, controlSizes, verdictOfControl } from './controlChoice.js';
import { runControls } from './controlRun.js';
import { HarnessError, OrgUnreachableError, UsageError } from './errors.js';
import { Helpers } from './helpers.js';
import { loadProfile, type Sizes } from './profile.js';
import type { Progress } from './progress.js';
import type { SfdxProject } from './project.js';
import { newSeed } from './random.js';
import { Rounds, prefixOfRound, seedOfRound } from './rounds.js';
import { warmUp } from './warmUp.js';
import { describeResult } from './scenarioProgress.js';
import { notRun, runScenario, type ScenarioSetting } from './scenarioRun.js';

/** What a run is asked to do. */
export interface LoadTestOptions {
  readonly project: SfdxProject;
  /** Alias or username that the Salesforce CLI knows; absent: a local org is started. */
  readonly targetOrg?: string;
  readonly profile: string;
  /** Names of the scenarios to run; absent: those of the profile. */
  readonly scenarios?: readonly string[];
  /** Names; true: all of them; false: none; absent: those of the profile. Names alone mean that no scenario is run. */
  readonly negativeControls?: boolean | readonly string[];
  /** Shows every control to every scenario. */
  readonly fullMatrix?: boolean;
  /** Repeats the scenarios, round after round, until so many minutes have passed; absent: as the profile says. */
  readonly minutes?: number;
  readonly seed?: number;
  readonly concurrency?: number;
  readonly reportDir?: string;
  /** Folder for a recording of the outcomes, to be compared with that of another org. */
  readonly record?: string;
  /** Leaves the test data in an org that the run did not start. */
  readonly keepData?: boolean;
  /** Asked before anything is written to a production org; absent: such an org is refused. */
  readonly confirmProduction?: (orgName: string) => Promise<boolean>;
  readonly deploy: boolean;
}

export interface LoadTestEnvironment {
  readonly progress: Progress;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface LoadTestOutcome {
  readonly results: Results;
  /** Absolute path. */
  readonly reportFolder: string;
}

/**
 * Prepares an org, deploys, runs scenarios and negative controls, checks and reports. A report is written however the
 * run ends, unless it never began.
 *
 * @throws UsageError before anything was run, when the options cannot be followed
 */
export async function runLoadTest(
  options: LoadTestOptions,
  environment: LoadTestEnvironment
): Promise<LoadTestOutcome> {
  const run = new LoadTestRun(options, environment);
  return run.go();
}

type MutableTimings = { -readonly [Name in keyof Timings]: Timings[Name] };

class LoadTestRun {
  readonly #startedAt = new Date();
  readonly #start = performance.now();
  /** Begins every key of the run. */
  readonly #prefix = `rs${this.#startedAt.getTime().toString(36)}`;
  readonly #history = new RunHistory();
  readonly #helpers = new Helpers();
  readonly #seed: number;
  readonly #concurrency: number;
  readonly #work: readonly (readonly [string, Sizes])[];
  readonly #controls: readonly NegativeControl[];
  readonly #timings: MutableTimings = {
    orgStartMs: null,
    deployMs: null,
    usersMs: null,
    warmUpMs: null,
    scenariosMs: null,
    negativeControlsMs: null
  };
  readonly #minutes: number;
  readonly #rounds = new Rounds();
  readonly #controlResults: ControlResult[] = [];
  readonly #problems: Problem[] = [];
  #org: Org | undefined;
  #caller: Session | undefined;

  constructor(
    private readonly options: LoadTestOptions,
    private readonly environment: LoadTestEnvironment
  ) {
    const profile = loadProfile(options.project.root, options.profile);
    this.#seed = options.seed ?? newSeed();
    this.#concurrency = options.concurrency ?? profile.concurrency;
    this.#minutes = options.minutes ?? profile.minutes ?? 0;
    const controlsOnly = Array.isArray(options.negativeControls) && options.scenarios === undefined;
    const names = options.scenarios ?? (controlsOnly ? [] : Object.keys(profile.scenarios));
    this.#work = names.map((name) => {
      scenarioNamed(name);
      return [name, profile.scenarios[name] ?? {}] as const;
    });
    this.#controls = chooseControls(options, profile.negativeControls);
    if (!options.deploy && options.targetOrg === undefined) {
      throw new UsageError('--no-deploy needs --target-org: a local org starts empty.', [
        'Name an org that the project is already deployed to, or leave out --no-deploy.'
      ]);
    }
  }

  async go(): Promise<LoadTestOutcome> {
    const { options, environment } = this;
    const folder = await prepareReportFolder(options.project.root, options.reportDir, this.#startedAt, this.#seed);
    const recording = await this.#prepareRecording(folder);
    try {
      if (this.#work.length > 0) await this.#runOnOrg();
      await this.#runControls();
    } catch (error) {
      if (error instanceof UsageError) {
        await dropReportFolder(folder);
        if (recording !== undefined) await dropReportFolder(recording);
        throw error;
      }
      this.#note(error);
    }
    for (const [name] of this.#work.slice(this.#rounds.scenarios.length)) {
      const reason = environment.signal.aborted ? 'the run was interrupted.' : 'the run ended before.';
      const result = notRun(scenarioNamed(name), reason, this.#replaySetting());
      this.#rounds.add({ result, latency: new LatencyRecorder(), entries: [] });
    }
    this.#noteIfNothingWasAsked();
    const results = this.#results();
    await writeReport(folder, results, this.#history.entries);
    if (recording !== undefined) {
      await writeRecording(recording, outcomesOf(results, this.#history.entries, this.#prefix, this.#concurrency));
    }
    return { results, reportFolder: folder.path };
  }

  async #prepareRecording(folder: ReportFolder): Promise<ReportFolder | undefined> {
    if (this.options.record === undefined) return undefined;
    try {
      return await prepareReportFolder(this.options.project.root, this.options.record, this.#startedAt, this.#seed);
    } catch (error) {
      await dropReportFolder(folder);
      throw error;
    }
  }

  async #runOnOrg(): Promise<void> {
    const target = await this.#timed('orgStartMs', 'org', () => this.#open());
    // The step also logs the CLI in; an org by alias was not started at all.
    this.#timings.orgStartMs = target.startedInMs;
    this.#org = target.org;
    const admin = new RestClient(target.org.admin, target.org.apiVersion);
    try {
      if (!target.org.isLocal) await requireApiBudget(admin, this.#apiRequests());
      if (this.options.deploy) await this.#deploy(target);
      else await requireSameVersion(admin, this.options.project);
      const callers = await this.#timed('usersMs', 'permission sets', () =>
        prepareCallers(target, admin, permissionSetsOf(this.options.project))
      );
      this.#caller = callers.integration;
      await this.#timed('warmUpMs', 'warm-up', () =>
        warmUp(callers.integration, this.#prefix, this.environment.signal)
      );
      try {
        await this.#runScenarios(target.org, callers, admin);
      } finally {
        await this.#helpers.close();
        await this.#cleanUp(target.org, admin);
      }
    } finally {
      await admin.close();
      await target.org.close();
    }
  }

  #open(): Promise<Target> {
    const { options, environment } = this;
    return options.targetOrg === undefined
      ? openLocalTarget(options.project.root, environment.signal)
      : openAliasTarget(options.targetOrg, options.project.root, environment.signal, {
          deed: 'the load test writes and deletes data',
          command: 'npm run load-test --',
          confirm: options.confirmProduction
        });
  }

  /** In proportion, when only some of the profile's scenarios are run. */
  #apiRequests(): number {
    const { apiRequests = 0, scenarios } = loadProfile(this.options.project.root, this.options.profile);
    return Math.ceil((apiRequests * this.#work.length) / Object.keys(scenarios).length);
  }

  /** An org that was there before the run is left as it was. */
  async #cleanUp(org: Org, admin: RestClient): Promise<void> {
    if (org.kind === 'local' || this.options.keepData === true) return;
    this.environment.progress.step('cleaning up');
    const { deleted, left } = await deleteTestData(this.#prefix, admin);
    this.environment.progress.done(`${deleted} records of the run deleted`);
    if (left.length === 0) return;
    this.#problems.push({
      message: `Test data was left in the org: ${left.join('; ')}.`,
      actions: [`Delete the records whose keys begin with ${this.#prefix}.`]
    });
  }

  async #deploy({ alias, sf }: Target): Promise<void> {
    await this.#timed('deployMs', 'sf project deploy start', () =>
      deploySource(alias, this.options.project.packageDirectories, sf)
    );
  }

  /** Runs the scenarios, and again as long as the run is to last. A round that has begun is finished. */
  async #runScenarios(org: Org, callers: Callers, admin: RestClient): Promise<void> {
    const { signal } = this.environment;
    const start = performance.now();
    const isOver = (): boolean => performance.now() - start >= this.#minutes * 60_000;
    for (let round = 1; round === 1 || !(signal.aborted || isOver()); round += 1) {
      if (round > 1 && !(await this.#prepareFor(round, org, admin))) break;
      const seed = seedOfRound(this.#seed, round);
      const isComplete = await this.#runRound(round, {
        org,
        callers,
        admin,
        history: this.#history,
        helpers: this.#helpers,
        seed,
        profileName: this.options.profile,
        concurrency: this.#concurrency,
        prefix: prefixOfRound(this.#prefix, round),
        signal,
        progress: this.environment.progress
      });
      const { verdict, attempts } = this.#rounds.end(round, seed);
      if (this.#minutes > 0) this.environment.progress.done(`round ${round}: ${verdict}, ${attempts} attempts`);
      if (!isComplete) break;
    }
    this.#timings.scenariosMs = Math.round(performance.now() - start);
  }

  /** @returns whether all scenarios were run, and the org can be asked for more */
  async #runRound(round: number, setting: ScenarioSetting): Promise<boolean> {
    const { progress, signal } = this.environment;
    const where = round === 1 ? '' : `round ${round} · `;
    for (const [position, [name, sizes]] of this.#work.entries()) {
      if (signal.aborted) return false;
      progress.step(`${where}${name}`, position / this.#work.length);
      const outcome = await runScenario(scenarioNamed(name), sizes, setting);
      this.#rounds.add(outcome);
      progress.done(`${where}${describeResult(outcome.result)}`);
      // One dead org is one problem, not one for each scenario that is left.
      if (outcome.result.verdict === 'unknown' && !signal.aborted && !(await this.#isAlive(setting.admin)))
        return false;
      if (this.#isOutOfRequests(outcome.entries)) return false;
    }
    return true;
  }

  /** An org that others use has to have room for another round: requests that are left, and no records of the last one. */
  async #prepareFor(round: number, org: Org, admin: RestClient): Promise<boolean> {
    if (org.kind === 'local') return true;
    await this.#cleanUp(org, admin);
    try {
      if (!org.isLocal) await requireApiBudget(admin, this.#apiRequests());
      return true;
    } catch (error) {
      const { message, actions } = error as HarnessError;
      this.#problems.push({ message: `The run ended before round ${round}: ${message}`, actions: actions ?? [] });
      return false;
    }
  }

  /** Whether the org refused attempts because its API requests are used up; the others would be refused as well. */
  #isOutOfRequests(entries: readonly Entry[]): boolean {
    if (!ranOutOfRequests(entries)) return false;
    this.#problems.push({
      message: 'The org has no API requests left today; the scenarios that are left were not run.',
      actions: ['Wait until the limit is reset, or use another org, then run again with the same --seed.']
    });
    return true;
  }

  async #isAlive(admin: RestClient): Promise<boolean> {
    try {
      await admin.query('SELECT Id FROM Organization');
      return true;
    } catch (error) {
      if (!(error instanceof OrgUnreachableError)) return true;
      this.#note(error);
      return false;
    }
  }

  async #runControls(): Promise<void> {
    const { progress, signal } = this.environment;
    if (this.#controls.length === 0 || signal.aborted) return;
    const { project, profile, fullMatrix } = this.options;
    const start = performance.now();
    const results = await runControls(this.#controls, fullMatrix === true, {
      project,
      sizes: controlSizes(project.root, profile),
      seed: this.#seed,
      profileName: profile,
      concurrency: this.#concurrency,
      prefix: 'nc',
      signal,
      progress
    });
    this.#controlResults.push(...results);
    this.#timings.negativeControlsMs = Math.round(performance.now() - start);
  }

  async #timed<Result>(name: keyof Timings, label: string, task: () => Promise<Result>): Promise<Result> {
    this.environment.signal.throwIfAborted();
    this.environment.progress.step(label);
    const start = performance.now();
    const result = await task();
    const milliseconds = Math.round(performance.now() - start);
    this.#timings[name] = milliseconds;
    this.environment.progress.done(`${label}: ${(milliseconds / 1000).toFixed(1)} s`);
    return result;
  }

  #note(error: unknown): void {
    if (this.environment.signal.aborted) return;
    this.#problems.push(
      error instanceof HarnessError
        ? { message: error.message, actions: [...error.actions] }
        : { message: error instanceof Error ? (error.stack ?? error.message) : String(error), actions: [] }
    );
  }

  /** Whoever asks an org for nothing but what it lacks has to be told, because the verdict alone says too little. */
  #noteIfNothingWasAsked(): void {
    const { scenarios } = this.#rounds;
    if (scenarios.length === 0 || scenarios.some(({ verdict }) => verdict !== 'skipped')) return;
    this.#problems.push({
      message: 'Every scenario was skipped, so nothing is proved.',
      actions: ['Leave out --target-org to run them on a local org.']
    });
  }

  #replaySetting(): Parameters<typeof notRun>[2] {
    const kind = this.options.targetOrg === undefined ? 'local' : 'alias';
    return {
      org: { kind, label: this.options.targetOrg ?? 'local org' },
      seed: this.#seed,
      profileName: this.options.profile,
      concurrency: this.#concurrency
    };
  }

  #results(): Results {
    return {
      schemaVersion: 1,
      verdict: this.#verdict(),
      seed: this.#seed,
      profile: this.options.profile,
      startedAt: this.#startedAt.toISOString(),
      durationMs: Math.round(performance.now() - this.#start),
      interrupted: this.environment.signal.aborted,
      org: this.#org === undefined ? null : summarise(this.#org, this.#caller),
      timings: this.#timings,
      scenarios: this.#rounds.scenarios,
      rounds: this.#rounds.summaries,
      negativeControls: this.#controlResults,
      problems: this.#problems
    };
  }

  #verdict(): Verdict {
    const verdicts: PartVerdict[] = this.#rounds.scenarios.map(({ verdict }) => verdict);
    for (const control of this.#controlResults) {
      verdicts.push(verdictOfControl(control));
    }
    if (this.#problems.length > 0 || this.environment.signal.aborted) verdicts.push('unknown');
    return combineVerdicts(verdicts);
  }
}

function summarise(org: Org, caller: Session | undefined): OrgSummary {
  return {
    kind: org.kind,
    label: org.label,
    orgId: org.orgId,
    instanceUrl: org.admin.instanceUrl,
    apiVersion: org.apiVersion,
    caller: caller?.username ?? null
  };
}
