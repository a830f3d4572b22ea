import { Messages } from '@salesforce/core';
import { Flags, SfCommand } from '@salesforce/sf-plugins-core';
import { LocalOrgs, type LocalOrgRecord } from '../services/localOrg.js';
import { repositoryRoot } from '../services/repository.js';

Messages.importMessagesDirectoryFromMetaUrl(import.meta.url);
const messages = Messages.loadMessages('@retrysafe/plugin', 'retrysafe.local');

/** Flags of the commands that bring a local org up. */
export const localOrgFlags = {
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

/** A command after which a local org runs. */
export abstract class LocalOrgCommand extends SfCommand<LocalOrgRecord> {
  /** @param own messages `progress`, `done` and `result` of the command */
  protected async bringUp(
    own: Messages<string>,
    task: (orgs: LocalOrgs) => Promise<LocalOrgRecord>
  ): Promise<LocalOrgRecord> {
    this.spinner.start(own.getMessage('progress'));
    try {
      const org = await task(new LocalOrgs(repositoryRoot(), this.config.dataDir));
      this.spinner.stop(own.getMessage('done'));
      this.log(own.getMessage('result', [org.url, org.username, org.alias, org.alias]));
      return org;
    } finally {
      this.spinner.stop();
    }
  }
}
