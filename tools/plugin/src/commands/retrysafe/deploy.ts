import { Messages } from '@salesforce/core';
import { Flags, SfCommand } from '@salesforce/sf-plugins-core';
import { repositoryRoot } from '../../services/repository.js';
import { parseOutcome, runScript } from '../../services/scripts.js';

Messages.importMessagesDirectoryFromMetaUrl(import.meta.url);
const messages = Messages.loadMessages('@retrysafe/plugin', 'retrysafe.deploy');

export interface DeployResult {
  readonly org: string;
  readonly orgId: string;
  readonly username: string;
  readonly components: number;
  readonly permissionSets: readonly string[];
  /** Whether the scheduled jobs were started. */
  readonly jobs: boolean;
}

export default class RetrysafeDeploy extends SfCommand<DeployResult> {
  static override readonly summary = messages.getMessage('summary');
  static override readonly description = messages.getMessage('description');
  static override readonly examples = messages.getMessages('examples');

  static override readonly flags = {
    'target-org': Flags.requiredOrg(),
    jobs: Flags.boolean({ summary: messages.getMessage('flags.jobs.summary'), allowNo: true, default: true })
  };

  async run(): Promise<DeployResult> {
    const { flags } = await this.parse(RetrysafeDeploy);
    const org = flags['target-org'].getUsername() ?? '';
    this.spinner.start(messages.getMessage('progress', [org]));
    const args = ['--target-org', org, '--json', ...(flags.jobs ? [] : ['--no-jobs'])];
    const outcome = await runScript(repositoryRoot(), 'deploy.ts', args, (line) => {
      this.spinner.status = line.replace(/^… /, '');
    });
    this.spinner.stop(outcome.code === 0 ? messages.getMessage('done') : messages.getMessage('failed'));
    const result = parseOutcome<DeployResult>('Deploy', outcome);
    this.log(messages.getMessage('result', [result.components, result.org, result.permissionSets.join(', ')]));
    return result;
  }
}
