import { Messages } from '@salesforce/core';
import { Flags, SfCommand } from '@salesforce/sf-plugins-core';
import { commandStatusPath, type StatusBody } from '@retrysafe/contracts';
import { statusRows } from '../../../formatters/tables.js';
import { getJson } from '../../../services/apexRest.js';

Messages.importMessagesDirectoryFromMetaUrl(import.meta.url);
const messages = Messages.loadMessages('@retrysafe/plugin', 'retrysafe.command.status');

export default class RetrysafeCommandStatus extends SfCommand<StatusBody> {
  static override readonly summary = messages.getMessage('summary');
  static override readonly description = messages.getMessage('description');
  static override readonly examples = messages.getMessages('examples');

  static override readonly flags = {
    'target-org': Flags.requiredOrg(),
    operation: Flags.string({
      char: 'n',
      summary: messages.getMessage('flags.operation.summary'),
      required: true
    }),
    key: Flags.string({ char: 'k', summary: messages.getMessage('flags.key.summary'), required: true })
  };

  async run(): Promise<StatusBody> {
    const { flags } = await this.parse(RetrysafeCommandStatus);
    const path = commandStatusPath(flags.operation, flags.key);
    const status = await getJson<StatusBody>(flags['target-org'].getConnection(), path);
    this.table({ data: statusRows(status) });
    return status;
  }
}
