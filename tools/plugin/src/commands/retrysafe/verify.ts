import { Messages } from '@salesforce/core';
import { Flags, SfCommand } from '@salesforce/sf-plugins-core';
import { repositoryRoot } from '../../services/repository.js';
import { parseOutcome, runScript } from '../../services/scripts.js';

Messages.importMessagesDirectoryFromMetaUrl(import.meta.url);
const messages = Messages.loadMessages('@retrysafe/plugin', 'retrysafe.verify');

/** What the command needs of `results.json`, whose schema the harness publishes. */
export interface VerifyResult {
  readonly verdict: 'valid' | 'invalid' | 'unknown';
  readonly seed: number;
  readonly profile: string;
  readonly scenarios: readonly {
    readonly name: string;
    readonly verdict: string;
    readonly attempts: number;
    readonly duplicateEffects: number;
    /** What the org lacks; null unless the verdict is skipped. */
    readonly skipReason: string | null;
    readonly findings: readonly { readonly message: string }[];
    readonly replay: string;
  }[];
  readonly negativeControls: readonly { readonly name: string; readonly caughtBy: string | null }[];
  readonly problems: readonly { readonly message: string; readonly actions: readonly string[] }[];
}

export default class RetrysafeVerify extends SfCommand<VerifyResult> {
  static override readonly summary = messages.getMessage('summary');
  static override readonly description = messages.getMessage('description');
  static override readonly examples = messages.getMessages('examples');

  static override readonly flags = {
    'target-org': Flags.optionalOrg(),
    profile: Flags.string({ summary: messages.getMessage('flags.profile.summary'), default: 'standard' }),
    scenario: Flags.string({ summary: messages.getMessage('flags.scenario.summary'), multiple: true }),
    minutes: Flags.integer({ summary: messages.getMessage('flags.minutes.summary'), min: 1, max: 240 }),
    seed: Flags.integer({ summary: messages.getMessage('flags.seed.summary'), min: 0 }),
    'negative-controls': Flags.boolean({
      summary: messages.getMessage('flags.negative-controls.summary'),
      allowNo: true
    }),
    deploy: Flags.boolean({ summary: messages.getMessage('flags.deploy.summary'), allowNo: true, default: true }),
    local: Flags.boolean({ summary: messages.getMessage('flags.local.summary'), exclusive: ['target-org'] }),
    'report-dir': Flags.directory({ summary: messages.getMessage('flags.report-dir.summary') })
  };

  async run(): Promise<VerifyResult> {
    const { flags } = await this.parse(RetrysafeVerify);
    const org = flags.local ? undefined : flags['target-org']?.getUsername();
    const args = [
      '--json',
      ...(org === undefined ? [] : ['--target-org', org]),
      '--profile',
      flags.profile,
      ...(flags.scenario ?? []).flatMap((name) => ['--scenario', name]),
      ...(flags.minutes === undefined ? [] : ['--minutes', String(flags.minutes)]),
      ...(flags.seed === undefined ? [] : ['--seed', String(flags.seed)]),
      ...(flags['negative-controls'] === undefined
        ? []
        : [flags['negative-controls'] ? '--negative-controls' : '--no-negative-controls']),
      ...(flags.deploy ? [] : ['--no-deploy']),
      ...(flags['report-dir'] === undefined ? [] : ['--report-dir', flags['report-dir']])
    ];
    this.spinner.start(messages.getMessage('progress', [org ?? messages.getMessage('local')]));
    const outcome = await runScript(repositoryRoot(), 'load-test.ts', args, (line) => {
      if (line.trim() !== '') this.spinner.status = line.replace(/^… /, '');
    });
    this.spinner.stop();
    const result = parseOutcome<VerifyResult>('Verify', outcome);
    process.exitCode = outcome.code;
    this.show(result, flags['report-dir']);
    return result;
  }

  private show(result: VerifyResult, reportDir: string | undefined): void {
    this.table({
      data: result.scenarios.map(({ name, verdict, attempts, duplicateEffects }) => ({
        scenario: name,
        verdict,
        attempts,
        'duplicate effects': `${duplicateEffects} of ${attempts}`
      }))
    });
    const skipped = result.scenarios.filter(({ skipReason }) => skipReason !== null);
    if (skipped.length > 0) {
      const reasons = [...new Set(skipped.map(({ skipReason }) => skipReason))].join('; ');
      this.log(messages.getMessage('skipped', [skipped.length, reasons]));
    }
    for (const { findings, replay } of result.scenarios) {
      if (findings[0] !== undefined) this.warn(messages.getMessage('finding', [findings[0].message, replay]));
    }
    for (const { name } of result.negativeControls.filter(({ caughtBy }) => caughtBy === null)) {
      this.warn(messages.getMessage('escaped', [name]));
    }
    for (const { message, actions } of result.problems) this.warn([message, ...actions].join(' '));
    this.log(messages.getMessage('result', [result.verdict, result.seed, reportDir ?? 'reports/latest']));
  }
}
