import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addCheck } from './commands/check.js';
import { addDeadLetters } from './commands/deadLetters.js';
import { addStart } from './commands/start.js';
import { UsageError } from './commands/usageError.js';
import { ConfigurationError } from './config/problems.js';
import { addSign } from './sign/command.js';

/**
 * The command `retrysafe-receiver`.
 *
 * Exit codes: 0 done; 1 it did not work; 2 command line or configuration are wrong; 130, 143 ended by a second signal.
 */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const program = new Command('retrysafe-receiver')
  .description(
    'Receives webhooks: verifies them, stores them before it answers, forwards them to the inbox in Salesforce.'
  )
  .version(version)
  .showHelpAfterError('(--help shows the options)')
  .exitOverride();
addStart(program);
addCheck(program);
addDeadLetters(program);
addSign(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof UsageError || error instanceof ConfigurationError ? 2 : 1;
  }
}
