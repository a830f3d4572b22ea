import { Messages } from '@salesforce/core';
import { Flags, SfCommand } from '@salesforce/sf-plugins-core';
import { randomUUID } from 'node:crypto';
import type { SendResult } from '@retrysafe/client';
import { OUTCOME_EXIT_CODES, readObject, sendCommand } from '../../../services/commandSender.js';

Messages.importMessagesDirectoryFromMetaUrl(import.meta.url);
const messages = Messages.loadMessages('@retrysafe/plugin', 'retrysafe.command.send');

export default class RetrysafeCommandSend extends SfCommand<SendResult> {
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
    key: Flags.string({ char: 'k', summary: messages.getMessage('flags.key.summary') }),
    body: Flags.string({ char: 'b', summary: messages.getMessage('flags.body.summary'), exactlyOne: ['body', 'file'] }),
    file: Flags.file({ char: 'f', summary: messages.getMessage('flags.file.summary'), exactlyOne: ['body', 'file'] }),
    attempts: Flags.integer({ summary: messages.getMessage('flags.attempts.summary'), min: 1, max: 50, default: 8 })
  };

  async run(): Promise<SendResult> {
    const { flags } = await this.parse(RetrysafeCommandSend);
    const { operation, attempts: maxAttempts } = flags;
    const body = await readObject(flags.body, flags.file);
    const key = flags.key ?? randomUUID();
    // Said first: whatever happens next, the same key goes on with the same command.
    this.log(messages.getMessage('key', [key]));
    this.spinner.start(messages.getMessage('progress', [operation]));
    const org = flags['target-org'];
    const command = { operation, key, body, maxAttempts };
    const result = await sendCommand(command, org.getOrgId(), org.getConnection(), this.config.dataDir).finally(() =>
      this.spinner.stop()
    );
    process.exitCode = OUTCOME_EXIT_CODES[result.outcome];
    this.show(result);
    return result;
  }

  private show(result: SendResult): void {
    if (result.outcome === 'done') {
      const name = result.replayed ? 'replayed' : 'done';
      this.log(messages.getMessage(name, [result.recordId ?? '–', result.attempts]));
    } else if (result.outcome === 'unresolved') {
      this.warn(messages.getMessage('unresolved', [result.knowledge, result.lastError]));
    } else {
      this.warn(messages.getMessage(result.outcome, [result.problem?.detail ?? result.problem?.title ?? '']));
    }
  }
}
