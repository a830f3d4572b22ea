import type { Command } from 'commander';
import { loadConfiguration, type Configuration } from '../config/load.js';
import { createLogger } from '../observe/logger.js';
import { chooseOpenSession } from '../salesforce/openSession.js';
import { openDatabase } from '../store/database.js';
import { CONFIG_OPTION, JSON_OPTION } from './options.js';

interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
}

const SESSION_TIMEOUT_MS = 60_000;

export function addCheck(program: Command): void {
  program
    .command('check')
    .description('check the configuration, the database and the login, and start nothing')
    .option(...CONFIG_OPTION)
    .option('--offline', 'look at the configuration only')
    .option(...JSON_OPTION)
    .action(async ({ config, offline, json }: { config: string; offline?: true; json?: true }) => {
      const configuration = loadConfiguration(config, process.env);
      const findings: Finding[] = [
        {
          what: 'configuration',
          ok: true,
          detail: `${configuration.sources.length} source(s) in ${configuration.file}`
        }
      ];
      if (!offline) findings.push(await checkDatabase(configuration), await checkLogin(configuration));
      if (json) process.stdout.write(`${JSON.stringify({ ok: findings.every(({ ok }) => ok), findings }, null, 2)}\n`);
      else
        for (const { what, ok, detail } of findings)
          process.stdout.write(`${ok ? 'ok   ' : 'FAILS'} ${what}: ${detail}\n`);
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
    });
}

async function checkDatabase(configuration: Configuration): Promise<Finding> {
  const where = configuration.database.url === undefined ? configuration.database.directory! : 'DATABASE_URL';
  return find('database', async () => {
    const database = await openDatabase(
      { ...configuration.database, share: true, statementTimeoutMs: 10_000 },
      createLogger('silent')
    );
    await database.close();
    return `tables are up to date (${where})`;
  });
}

async function checkLogin({ salesforce }: Configuration): Promise<Finding> {
  return find('login', async () => {
    const open = chooseOpenSession(salesforce.authentication);
    const { instanceUrl } = await open(AbortSignal.timeout(SESSION_TIMEOUT_MS));
    return `a session was opened with ${instanceUrl}`;
  });
}

async function find(what: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { what, ok: true, detail: await look() };
  } catch (error) {
    return { what, ok: false, detail: (error as Error).message };
  }
}
