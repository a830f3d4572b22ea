import { Messages } from '@salesforce/core';
import { SfCommand } from '@salesforce/sf-plugins-core';
import { repositoryRoot } from '../../../services/repository.js';
import { LocalOrgs } from '../../../services/localOrg.js';

Messages.importMessagesDirectoryFromMetaUrl(import.meta.url);
const messages = Messages.loadMessages('@retrysafe/plugin', 'retrysafe.local.stop');

export interface StopResult {
  /** False: none ran. */
  readonly stopped: boolean;
  readonly url: string | null;
}

export default class RetrysafeLocalStop extends SfCommand<StopResult> {
  static override readonly summary = messages.getMessage('summary');
  static override readonly description = messages.getMessage('description');
  static override readonly examples = messages.getMessages('examples');

  async run(): Promise<StopResult> {
    await this.parse(RetrysafeLocalStop);
    const org = await new LocalOrgs(repositoryRoot(), this.config.dataDir).stop();
    this.log(org === undefined ? messages.getMessage('none') : messages.getMessage('result', [org.url]));
    return { stopped: org !== undefined, url: org?.url ?? null };
  }
}
