import { performance } from 'node:perf_hooks';
import { buildBrokenProject, type BrokenProject } from '../controls/overlay.js';
import type { NegativeControl } from '../controls/control.js';
import { RunHistory } from '../history/recorder.js';
import { prepareCallers, type Callers } from '../org/callers.js';
import { LocalHooks } from '../org/localHooks.js';
import { openLocalTarget, type Target } from '../org/localTarget.js';
import { permissionSetsOf } from '../org/permissionSets.js';
import { RestClient } from '../org/restClient.js';
import type { PartVerdict } from '../checkers/finding.js';
import type { ControlResult, ScenarioResult } from '../report/results.js';
import { scenarioNamed } from '../scenarios/catalogue.js';
import { deploySource } from '../sf/commands.js';
import { Helpers } from './helpers.js';
import { HarnessError } from './errors.js';
import type { Sizes } from './profile.js';
import type { Progress } from './progress.js';
import type { SfdxProject } from './project.js';
import { runScenario, type ScenarioSetting } from './scenarioRun.js';

export interface ControlSetting extends Pick<ScenarioSetting, 'seed' | 'profileName' | 'concurrency' | 'prefix'> {
  readonly project: SfdxProject;
  /** Sizes of each scenario, by its name. */
  readonly sizes: Readonly<Record<string, Sizes>>;
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
 * Runs negative controls one after the other, each with the scenario that must notice first.
 *
 * @param toAll then also with every other scenario that there are sizes for
 * @returns a result for each control that was reached, in the order of the controls
 */
export async function runControls(
  controls: readonly NegativeControl[],
  toAll: boolean,
  setting: ControlSetting
): Promise<ControlResult[]> {
  const { progress, signal } = setting;
  const bench = new ControlBench(setting);
  const done = new Map<string, ControlResult>();
  try {
    for (const control of inDeployOrder(controls)) {
      if (signal.aborted) break;
      progress.step(`negative control ${control.name}`, done.size / controls.length);
      const start = performance.now();
      const result = await bench.run(control, toAll ? scenariosFor(control, setting.sizes) : [control.caughtBy]);
      done.set(control.name, result);
      const caught = result.caughtBy === null ? 'NOT CAUGHT' : 'caught';
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      progress.done(`negative control ${control.name}: ${caught}, ${seconds} s`);
    }
  } finally {
    await bench.close();
  }
  return controls.flatMap(({ name }) => done.get(name) ?? []);
}

/** The one that must notice comes first: what others leave behind cannot help it. */
export function scenariosFor(
  { caughtBy }: Pick<NegativeControl, 'caughtBy'>,
  sizes: Readonly<Record<string, Sizes>>
): string[] {
  return [...new Set([caughtBy, ...Object.keys(sizes)])];
}

/**
 * Deploys broken copies of the project to a local org and runs scenarios there. The org is kept for the next control, to
 * which only the files that differ are deployed. Broken code never goes to an org that somebody else uses.
 */
class ControlBench {
  #org: BrokenOrg | undefined;
  #run = 0;

  constructor(private readonly setting: ControlSetting) {}

  /**
   * Never throws: a control that could not be run is a result, too.
   *
   * @param scenarios names; the first has to notice
   */
  async run(control: NegativeControl, scenarios: readonly string[]): Promise<ControlResult> {
    const { signal } = this.setting;
    const about = { name: control.name, breaks: control.breaks, expectedBy: control.caughtBy };
    try {
      const results = await this.#runBroken(control, scenarios);
      const expected = results[0]!;
      const verdicts = Object.fromEntries(results.map(({ name, verdict }): [string, PartVerdict] => [name, verdict]));
      if (expected.verdict === 'skipped') throw new HarnessError(`it needs more: ${expected.skipReason}`);
      const caught = expected.verdict === 'invalid';
      const seen = expected.findings.find((finding) => finding.kind === 'violation') ?? expected.findings[0];
      return {
        ...about,
        caughtBy: caught ? expected.name : null,
        verdict: expected.verdict,
        verdicts,
        message: caught ? (seen?.message ?? '') : `Escaped: ${seen?.message ?? 'the scenario saw nothing wrong.'}`
      };
    } catch (error) {
      // What state the org is in is not known now.
      await this.close().catch(() => undefined);
      const message = signal.aborted ? 'The run was interrupted.' : (error as Error).message;
      return { ...about, caughtBy: null, verdict: null, verdicts: {}, message: `Not run: ${message}` };
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

  async #runBroken(control: NegativeControl, scenarios: readonly string[]): Promise<ScenarioResult[]> {
    const { project, progress, signal, sizes } = this.setting;
    const broken = await buildBrokenProject(project, control);
    try {
      const { target, admin, callers, helpers } = await this.#bring(control, broken);
      this.#run += 1;
      const results: ScenarioResult[] = [];
      for (const name of scenarios) {
        if (signal.aborted && results.length > 0) break;
        progress.detail(`running ${name}`);
        const { result } = await runScenario(scenarioNamed(name), sizes[name] ?? {}, {
          ...this.setting,
          // Controls share an org, so their keys must differ.
          prefix: `${this.setting.prefix}${this.#run}`,
          org: target.org,
          callers,
          admin,
          helpers,
          history: new RunHistory()
        });
        results.push(result);
      }
      return results;
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
    // What the last control left undone must not be done by the next one's code.
    await new LocalHooks(before.admin).drain();
    await before.helpers.close();
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
