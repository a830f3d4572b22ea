import { Messages } from '@salesforce/core';
import { Flags, SfCommand } from '@salesforce/sf-plugins-core';
import { replayEvents, type ReplayedEvents } from '../../../services/eventSender.js';

Messages.importMessagesDirectoryFromMetaUrl(import.meta.url);
const messages = Messages.loadMessages('@retrysafe/plugin', 'retrysafe.event.replay');

export default class RetrysafeEventReplay extends SfCommand<ReplayedEvents> {
  static override readonly summary = messages.getMessage('summary');
  static override readonly description = messages.getMessage('description');
  static override readonly examples = messages.getMessages('examples');

  static override readonly flags = {
    'target-org': Flags.requiredOrg(),
    reason: Flags.string({ char: 'r', summary: messages.getMessage('flags.reason.summary'), required: true }),
    status: Flags.string({
      summary: messages.getMessage('flags.status.summary'),
      options: ['Dead Letter', 'Processed', 'Stale', 'Retry Scheduled'],
      default: 'Dead Letter'
    }),
    source: Flags.string({ char: 's', summary: messages.getMessage('flags.source.summary') }),
    type: Flags.string({ char: 't', summary: messages.getMessage('flags.type.summary') }),
    entity: Flags.string({ char: 'e', summary: messages.getMessage('flags.entity.summary') }),
    'error-category': Flags.string({ summary: messages.getMessage('flags.error-category.summary') })
  };

  async run(): Promise<ReplayedEvents> {
    const { flags } = await this.parse(RetrysafeEventReplay);
    const { status, source, type: eventType, entity: entityId, 'error-category': errorCategory } = flags;
    const filter = {
      status,
      ...(source === undefined ? {} : { source }),
      ...(eventType === undefined ? {} : { eventType }),
      ...(entityId === undefined ? {} : { entityId }),
      ...(errorCategory === undefined ? {} : { errorCategory })
    };
    const replayed = await replayEvents(filter, flags.reason, flags['target-org'].getConnection());
    this.log(messages.getMessage(replayed.queued === 0 ? 'none' : 'result', [replayed.queued]));
    return replayed;
  }
}
