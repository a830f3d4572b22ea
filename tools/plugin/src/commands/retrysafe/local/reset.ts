import { Messages } from '@salesforce/core';
import { LocalOrgCommand, localOrgFlags } from '../../../parts/localOrgCommand.js';
import type { LocalOrgRecord } from '../../../services/localOrg.js';

Messages.importMessagesDirectoryFromMetaUrl(import.meta.url);
const messages = Messages.loadMessages('@retrysafe/plugin', 'retrysafe.local.reset');

export default class RetrysafeLocalReset extends LocalOrgCommand {
  static override readonly summary = messages.getMessage('summary');
  static override readonly description = messages.getMessage('description');
  static override readonly examples = messages.getMessages('examples');
  static override readonly flags = localOrgFlags;

  async run(): Promise<LocalOrgRecord> {
    const { flags } = await this.parse(RetrysafeLocalReset);
    return this.bringUp(messages, (orgs) => orgs.reset(flags));
  }
}
