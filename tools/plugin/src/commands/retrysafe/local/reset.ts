import { Messages } from '@salesforce/core';
import { Flags, SfCommand } from '@salesforce/sf-plugins-core';
import { repositoryRoot } from '../../../services/repository.js';
import { LocalOrgs, type LocalOrgRecord } from '../../../services/localOrg.js';

Messages.importMessagesDirectoryFromMetaUrl(import.meta.url);
const messages = Messages.loadMessages('@retrysafe/plugin', 'retrysafe.local.reset');

export default class RetrysafeLocalReset extends SfCommand<LocalOrgRecord> {
  static override readonly summary = messages.getMessage('summary');
  static override readonly description = messages.getMessage('description');
  static override readonly examples = messages.getMessages('examples');

  static override readonly flags = {
    alias: Flags.string({ char: 'a', summary: messages.getMessage('flags.alias.summary'), default: 'local' }),
    port: Flags.integer({
      char: 'p',
      summary: messages.getMessage('flags.port.summary'),
      min: 0,
      max: 65_535,
      default: 8998
    }),
    keep: Flags.boolean({ summary: messages.getMessage('flags.keep.summary'), default: false })
  };

  async run(): Promise<LocalOrgRecord> {
    const { flags } = await this.parse(RetrysafeLocalReset);
    this.spinner.start(messages.getMessage('progress'));
    try {
      const org = await new LocalOrgs(repositoryRoot(), this.config.dataDir).reset(flags);
      this.spinner.stop(messages.getMessage('done'));
      this.log(messages.getMessage('result', [org.url, org.username, org.alias]));
      return org;
    } finally {
      this.spinner.stop();
    }
  }
}
