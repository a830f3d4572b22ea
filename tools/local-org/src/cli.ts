#!/usr/bin/env node
import { Command, InvalidArgumentError } from 'commander';
import { startCommand } from './server/commands/start.js';
import { testCommand } from './server/commands/test.js';

const program = new Command('local-org')
  .description('An embedded Salesforce org: runs Apex over real PostgreSQL transactions and speaks to the sf CLI.')
  .showHelpAfterError()
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

const wholeNumber = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError('Give a whole number.');
  return value;
};

program
  .command('start', { isDefault: true })
  .description('Start an org in the foreground; Ctrl-C stops it.')
  .option('--port <number>', 'port on 127.0.0.1; a free one is taken when it is in use', wholeNumber, 8998)
  .option('--keep', 'keep the data for the next start (in --data)')
  .option('--data <folder>', 'where kept data lives', '.local-org')
  .option('--restart', 'start the org again when it ends by itself (with --keep)')
  .option('--slots <number>', 'transactions that may run at once', wholeNumber, 16)
  .option('--dev-hub', 'make it a Dev Hub, whose scratch orgs run in this process')
  .option('--config <file>', 'connected apps, named credentials, allowed hosts (usual: config/local-org.json)')
  .option(
    '--connected-app <key=certificate>',
    'consumer key that may log in by JWT, and its certificate or public key (PEM); may be repeated',
    (value: string, before: string[]) => [...before, value],
    []
  )
  .option('--json', 'print one line of JSON when ready')
  .action(startCommand);

program
  .command('test')
  .description('Make a throw-away org, deploy the package directories of a project, run every Apex test.')
  .option('--project <folder>', 'folder with sfdx-project.json', '.')
  .option('--keep-going', 'leave out classes that do not compile and run the other tests')
  .option('--filter <text>', 'only test classes whose name contains the text (any case)')
  .option(
    '--permission-set <name...>',
    'what the user who runs the tests is granted besides the profile (usual: all permission sets of the project)'
  )
  .option('--watch', 'stay, and run again after each change of a file; Ctrl-C ends')
  .option('--coverage', 'measure line coverage')
  .option('--json', 'print the result as JSON')
  .action(testCommand);

await program.parseAsync();
