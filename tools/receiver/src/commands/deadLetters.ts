import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { loadConfiguration } from '../config/load.js';
import { createLogger } from '../observe/logger.js';
import { openDatabase } from '../store/database.js';
import { listDeadLetters, retryDeadLetters, type DeadLetter, type DeadLetterFilter } from '../store/deadLetters.js';
import { CONFIG_OPTION, JSON_OPTION } from './options.js';
import { UsageError } from './usageError.js';

interface FilterOptions {
  readonly config: string;
  readonly id?: string[];
  readonly source?: string;
  readonly code?: string;
  readonly limit?: string;
  readonly all?: true;
  readonly reason?: string;
  readonly json?: true;
}

const TIMEOUT_MS = 60_000;

export function addDeadLetters(program: Command): void {
  const parent = program
    .command('dead-letters')
    .description('events that Salesforce will not take: list them, or put them back into the queue');
  const withFilter = (command: Command): Command =>
    command
      .option(...CONFIG_OPTION)
      .option('--source <name>', 'only of this source')
      .option('--code <code>', 'only with this code, such as STRING_TOO_LONG')
      .option(...JSON_OPTION);

  withFilter(parent.command('list').description('print open dead letters, oldest first'))
    .option('--limit <count>', 'at most so many', '1000')
    .action(async (options: FilterOptions) => {
      const limit = wholeNumber(options.limit ?? '', '--limit');
      const letters = await withDatabase(options, (pool) => listDeadLetters(pool, { ...options, limit }));
      process.stdout.write(options.json ? `${JSON.stringify(letters, null, 2)}\n` : describe(letters));
    });

  withFilter(parent.command('retry').description('forward dead letters again, once their cause is mended'))
    .option('--id <id...>', 'these ones, by the ids that `list` shows')
    .option('--all', 'every open dead letter')
    .requiredOption('--reason <text>', 'why; kept with the dead letter')
    .action(async (options: FilterOptions) => {
      const { id, source, code, all, reason = '' } = options;
      if (all === undefined && id === undefined && source === undefined && code === undefined) {
        throw new UsageError('Say which: --id, --source or --code, or --all for every one.');
      }
      if (reason.trim() === '') throw new UsageError('Give a reason: --reason "mapping was corrected".');
      id?.forEach((one) => wholeNumber(one, '--id'));
      const filter: DeadLetterFilter = { ids: id, source, code };
      const count = await withDatabase(options, (pool) => retryDeadLetters(pool, filter, userInfo().username, reason));
      process.stdout.write(
        options.json ? `${JSON.stringify({ retried: count })}\n` : `${count} put back into the queue.\n`
      );
    });
}

async function withDatabase<T>(
  { config }: FilterOptions,
  work: (pool: Parameters<typeof listDeadLetters>[0]) => Promise<T>
): Promise<T> {
  const { database: settings } = loadConfiguration(config, process.env);
  const database = await openDatabase(
    { ...settings, share: true, statementTimeoutMs: TIMEOUT_MS },
    createLogger('warn')
  );
  try {
    return await work(database.pool);
  } finally {
    await database.close();
  }
}

function describe(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return 'There are no dead letters.\n';
  const lines = letters.map(
    (one) =>
      `${one.id.padStart(6)}  ${one.deadAt}  ${one.source}  ${one.eventType}  ${one.eventKey}  ${one.code}` +
      (one.fields.length > 0 ? ` (${one.fields.join(', ')})` : '')
  );
  return `${lines.join('\n')}\n`;
}

function wholeNumber(text: string, option: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${option} takes a whole number, not '${text}'.`);
  return Number(text);
}
