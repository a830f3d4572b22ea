import { performance } from 'node:perf_hooks';
import { buildBrokenProject } from '../controls/overlay.js';
import type { NegativeControl } from '../controls/control.js';
import { RunHistory } from '../history/recorder.js';
import { prepareCallers } from '../org/callers.js';
import { openLocalTarget } from '../org/localTarget.js';
import { permissionSetsOf } from '../org/permissionSets.js';
import { RestClient } from '../org/restClient.js';
import type { ControlResult } from '../report/results.js';
import type { AnyScenario } from '../scenarios/scenario.js';
import { deploySource } from '../sf/commands.js';
import type { Sizes } from './profile.js';
import type { Progress } from './progress.js';
import type { SfdxProject } from './project.js';
import { runScenario, type ScenarioSetting } from './scenarioRun.js';

export interface ControlSetting extends Pick<ScenarioSetting, 'seed' | 'profileName' | 'concurrency' | 'prefix'> {
  readonly project: SfdxProject;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/**
 * Deploys a broken copy of the project to a local org of its own and runs the scenario that must notice. Broken code
 * never goes to an org that somebody else uses.
 */
export async function runControl(
  control: NegativeControl,
  scenario: AnyScenario,
  sizes: Sizes,
  setting: ControlSetting
): Promise<ControlResult> {
  const start = performance.now();
  const about = { name: control.name, breaks: control.breaks, expectedBy: control.caughtBy };
  try {
    const result = await runBroken(control, scenario, sizes, setting);
    const caught = result.verdict === 'invalid';
    const seen = result.findings.find((finding) => finding.kind === 'violation') ?? result.findings[0];
    return {
      ...about,
      caughtBy: caught ? scenario.name : null,
      verdict: result.verdict,
      message: caught ? (seen?.message ?? '') : `Escaped: ${seen?.message ?? 'the scenario saw nothing wrong.'}`
    };
  } catch (error) {
    const message = setting.signal.aborted ? 'The run was interrupted.' : (error as Error).message;
    return { ...about, caughtBy: null, verdict: null, message: `Not run: ${message}` };
  } finally {
    setting.progress.detail(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
}

async function runBroken(
  control: NegativeControl,
  scenario: AnyScenario,
  sizes: Sizes,
  setting: ControlSetting
): Promise<Awaited<ReturnType<typeof runScenario>>> {
  const { project, signal, progress } = setting;
  const broken = await buildBrokenProject(project, control);
  try {
    progress.detail('starting a local org');
    const target = await openLocalTarget(broken.project.root, signal);
    const admin = new RestClient(target.org.admin, target.org.apiVersion);
    try {
      progress.detail('deploying the broken project');
      await deploySource(target.alias, broken.project.packageDirectories, target.sf);
      const callers = await prepareCallers(target, admin, permissionSetsOf(broken.project));
      progress.detail(`running ${scenario.name}`);
      return await runScenario(scenario, sizes, {
        ...setting,
        org: target.org,
        callers,
        admin,
        history: new RunHistory()
      });
    } finally {
      await admin.close();
      await target.org.close();
    }
  } finally {
    await broken.remove();
  }
}
