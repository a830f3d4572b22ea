import { Messages } from '@salesforce/core';
import { Flags, SfCommand } from '@salesforce/sf-plugins-core';
import { readObject } from '../../../services/commandSender.js';
import { sendEvent, type SentEvent } from '../../../services/eventSender.js';

Messages.importMessagesDirectoryFromMetaUrl(import.meta.url);
const messages = Messages.loadMessages('@retrysafe/plugin', 'retrysafe.event.send');

export default class RetrysafeEventSend extends SfCommand<SentEvent> {
  static override readonly summary = messages.getMessage('summary');
  static override readonly description = messages.getMessage('description');
  static override readonly examples = messages.getMessages('examples');

  static override readonly flags = {
    'target-org': Flags.requiredOrg(),
    key: Flags.string({ char: 'k', summary: messages.getMessage('flags.key.summary'), required: true }),
    source: Flags.string({ char: 's', summary: messages.getMessage('flags.source.summary'), required: true }),
    type: Flags.string({ char: 't', summary: messages.getMessage('flags.type.summary'), required: true }),
    entity: Flags.string({ char: 'e', summary: messages.getMessage('flags.entity.summary'), required: true }),
    timestamp: Flags.string({
      summary: messages.getMessage('flags.timestamp.summary'),
      required: true,
      parse: async (text) => {
        const time = Date.parse(text);
        if (Number.isNaN(time)) throw messages.createError('invalidTimestamp', [text]);
        return new Date(time).toISOString();
      }
    }),
    payload: Flags.string({
      char: 'b',
      summary: messages.getMessage('flags.payload.summary'),
      exactlyOne: ['payload', 'file']
    }),
    file: Flags.file({ char: 'f', summary: messages.getMessage('flags.file.summary'), exactlyOne: ['payload', 'file'] })
  };

  async run(): Promise<SentEvent> {
    const { flags } = await this.parse(RetrysafeEventSend);
    const payload = await readObject(flags.payload, flags.file);
    const { key, source, type, entity: entityId, timestamp } = flags;
    const event = { key, source, type, entityId, timestamp, payload };
    const sent = await sendEvent(event, flags['target-org'].getConnection());
    this.log(messages.getMessage(sent.isNew ? 'stored' : 'known', [sent.key, sent.id]));
    return sent;
  }
}
