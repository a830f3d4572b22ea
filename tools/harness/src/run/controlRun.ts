import { performance } from 'node:perf_hooks';
import { buildBrokenProject, type BrokenProject } from '../controls/overlay.js';
import type { NegativeControl } from '../controls/control.js';
import { RunHistory } from '../history/recorder.js';
import { prepareCallers, type Callers } from '../org/callers.js';
import { openLocalTarget, type Target } from '../org/localTarget.js';
import { permissionSetsOf } from '../org/permissionSets.js';
import { RestClient } from '../org/restClient.js';
import type { ControlResult, ScenarioResult } from '../report/results.js';
import type { AnyScenario } from '../scenarios/scenario.js';
import { deploySource } from '../sf/commands.js';
import { Helpers } from './helpers.js';
import type { Sizes } from './profile.js';
import type { Progress } from './progress.js';
import type { SfdxProject } from './project.js';
import { runScenario, type ScenarioSetting } from './scenarioRun.js';

export interface ControlSetting extends Pick<ScenarioSetting, 'seed' | 'profileName' | 'concurrency' | 'prefix'> {
  readonly project: SfdxProject;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** A local org that holds the project with the mistakes of one control. */
interface BrokenOrg {
  readonly target: Target;
  readonly admin: RestClient;
  readonly callers: Callers;
  readonly helpers: Helpers;
  /** Files that differ from the project. */
  readonly changed: readonly string[];
}

/**
 * Runs negative controls one after the other: deploys a broken copy of the project to a local org and runs the scenario
 * that must notice. The org is kept for the next control, to which only the files that differ are deployed. Broken code
 * never goes to an org that somebody else uses.
 */
export class ControlBench {
  #org: BrokenOrg | undefined;
  #run = 0;

  constructor(private readonly setting: ControlSetting) {}

  /** Never throws: a control that could not be run is a result, too. */
  async run(control: NegativeControl, scenario: AnyScenario, sizes: Sizes): Promise<ControlResult> {
    const { progress, signal } = this.setting;
    const start = performance.now();
    const about = { name: control.name, breaks: control.breaks, expectedBy: control.caughtBy };
    try {
      const result = await this.#runBroken(control, scenario, sizes);
      const caught = result.verdict === 'invalid';
      const seen = result.findings.find((finding) => finding.kind === 'violation') ?? result.findings[0];
      return {
        ...about,
        caughtBy: caught ? scenario.name : null,
        verdict: result.verdict,
        message: caught ? (seen?.message ?? '') : `Escaped: ${seen?.message ?? 'the scenario saw nothing wrong.'}`
      };
    } catch (error) {
      // What state the org is in is not known now.
      await this.close().catch(() => undefined);
      const message = signal.aborted ? 'The run was interrupted.' : (error as Error).message;
      return { ...about, caughtBy: null, verdict: null, message: `Not run: ${message}` };
    } finally {
      progress.detail(`${((performance.now() - start) / 1000).toFixed(1)} s`);
    }
  }

  /** Ends the org. */
  async close(): Promise<void> {
    const org = this.#org;
    this.#org = undefined;
    if (org === undefined) return;
    await org.helpers.close();
    await org.admin.close();
    await org.target.org.close();
  }

  async #runBroken(control: NegativeControl, scenario: AnyScenario, sizes: Sizes): Promise<ScenarioResult> {
    const { project, progress } = this.setting;
    const broken = await buildBrokenProject(project, control);
    try {
      const { target, admin, callers, helpers } = await this.#bring(control, broken);
      progress.detail(`running ${scenario.name}`);
      this.#run += 1;
      return await runScenario(scenario, sizes, {
        ...this.setting,
        // Controls share an org, so their keys must differ.
        prefix: `${this.setting.prefix}${this.#run}`,
        org: target.org,
        callers,
        admin,
        helpers,
        history: new RunHistory()
      });
    } finally {
      await broken.remove();
    }
  }

  /** The org with the mistakes of this control, and no others. */
  async #bring(control: NegativeControl, broken: BrokenProject): Promise<BrokenOrg> {
    const own = filesOf(control);
    const before = this.#org;
    const toRestore = before?.changed.filter((file) => !own.includes(file)) ?? [];
    // A field that was not unique may hold values by now that do not let it be unique again.
    if (before === undefined || toRestore.some(isSchema)) {
      await this.close();
      return (this.#org = await this.#open(own, broken));
    }
    this.setting.progress.detail('deploying the mistake');
    const sf = { ...before.target.sf, cwd: broken.project.root };
    await deploySource(before.target.alias, [...toRestore, ...own], sf);
    return (this.#org = { ...before, changed: own });
  }

  async #open(changed: readonly string[], broken: BrokenProject): Promise<BrokenOrg> {
    const { progress, project, signal } = this.setting;
    progress.detail('starting a local org');
    const target = await openLocalTarget(project.root, signal);
    const admin = new RestClient(target.org.admin, target.org.apiVersion);
    try {
      progress.detail('deploying the broken project');
      const sf = { ...target.sf, cwd: broken.project.root };
      await deploySource(target.alias, broken.project.packageDirectories, sf);
      const callers = await prepareCallers(target, admin, permissionSetsOf(broken.project));
      return { target, admin, callers, helpers: new Helpers(), changed };
    } catch (error) {
      await admin.close();
      await target.org.close();
      throw error;
    }
  }
}

/** Controls that change the schema come last, so that as few orgs as possible are needed. */
export function inDeployOrder(controls: readonly NegativeControl[]): NegativeControl[] {
  const rank = (control: NegativeControl): number => filesOf(control).filter(isSchema).length;
  return [...controls].sort((left, right) => rank(left) - rank(right));
}

function filesOf(control: NegativeControl): string[] {
  return [...new Set(control.edits.map((edit) => edit.file))];
}

function isSchema(file: string): boolean {
  return file.includes('/objects/');
}
