import { Messages } from '@salesforce/core';
import { SfCommand } from '@salesforce/sf-plugins-core';
import { repositoryRoot } from '../../../services/repository.js';
import { LocalOrgs, type LocalOrgRecord } from '../../../services/localOrg.js';

Messages.importMessagesDirectoryFromMetaUrl(import.meta.url);
const messages = Messages.loadMessages('@retrysafe/plugin', 'retrysafe.local.status');

export interface StatusResult {
  readonly running: boolean;
  readonly org: LocalOrgRecord | null;
}

export default class RetrysafeLocalStatus extends SfCommand<StatusResult> {
  static override readonly summary = messages.getMessage('summary');
  static override readonly description = messages.getMessage('description');
  static override readonly examples = messages.getMessages('examples');

  async run(): Promise<StatusResult> {
    await this.parse(RetrysafeLocalStatus);
    const org = await new LocalOrgs(repositoryRoot(), this.config.dataDir).running();
    if (org === undefined) this.log(messages.getMessage('none'));
    else this.log(messages.getMessage('result', [org.url, org.alias, org.pid, org.startedAt]));
    return { running: org !== undefined, org: org ?? null };
  }
}
