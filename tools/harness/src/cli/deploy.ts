import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openAliasTarget } from '../org/aliasTarget.js';
import { permissionSetsOf } from '../org/permissionSets.js';
import { UsageError } from '../run/errors.js';
import { newProgress } from '../run/progress.js';
import { findProject } from '../run/project.js';
import { assignPermissionSets, deploySource, runApexFile } from '../sf/commands.js';
import { askForName } from './askForName.js';
import { errorText } from './errorText.js';
import { EXIT_CODES } from './exitCodes.js';

const START_JOBS = join('scripts', 'apex', 'start-jobs.apex');

const HELP = `Deploys all package directories with the Salesforce CLI, makes the user of the org an operator and administrator,
and starts the jobs that have to run by themselves: sweepers, retention, reconciliation.

The jobs run as the user of the alias, who therefore also gets the permission sets of integration users and workers. Where
another user is to run them, leave them out here (--no-jobs), and run \`sf apex run --file scripts/apex/start-jobs.apex\` as
that user. Running this again is safe: what is there already is left alone.

USAGE
  npm run deploy -- --target-org ALIAS [--no-jobs] [--allow-production] [--json]

OPTIONS
  -o, --target-org ALIAS   Scratch org or sandbox that \`sf\` is logged in to.
  --no-jobs                Start no jobs.
  --allow-production       Ask for permission to use a production org, which is refused otherwise.
  --json                   Print the result as JSON.
  -h, --help               Show this.

EXIT CODES
  0  deployed
  1  the deploy failed and changed nothing, or a later step failed
  2  bad usage: nothing was run
`;

/**
 * The deploy as a command.
 *
 * @returns the exit code
 */
export async function deployMain(args: readonly string[], cwd: string): Promise<number> {
  const progress = newProgress(process.stderr);
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once('SIGINT', interrupt);
  try {
    const { help, json, jobs, alias, allowProduction } = parse(args);
    if (help) {
      process.stdout.write(HELP);
      return EXIT_CODES.valid;
    }
    const project = findProject(cwd);
    progress.step(`org ${alias}`);
    const target = await openAliasTarget(alias, project.root, controller.signal, {
      deed: 'the deploy changes it and starts jobs',
      command: 'npm run deploy --',
      confirm: allowProduction ? (name) => askForName(name, 'deploys to it and starts jobs in it') : undefined
    });
    progress.done(`org ${target.org.admin.username}`);
    progress.step('sf project deploy start');
    const components = await deploySource(target.alias, project.packageDirectories, target.sf);
    progress.done(`${components} components deployed`);
    const { operator, administrator, integration, worker } = permissionSetsOf(project);
    const permissionSets = [...operator, ...administrator, ...(jobs ? [...integration, ...worker] : [])];
    progress.step('permission sets');
    await assignPermissionSets(target.alias, permissionSets, target.org.admin.username, target.sf);
    progress.done(`permission sets: ${permissionSets.join(', ')}`);
    if (jobs) {
      progress.step('jobs');
      await runApexFile(target.alias, join(project.root, START_JOBS), target.sf);
      progress.done('jobs: started, as far as they did not run already');
    }
    if (json) {
      const { label, orgId, admin } = target.org;
      const result = { org: label, orgId, username: admin.username, components, permissionSets, jobs };
      process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
    }
    return EXIT_CODES.valid;
  } catch (error) {
    if (controller.signal.aborted) return 130;
    process.stderr.write(`\n${errorText(error)}\n`);
    return error instanceof UsageError ? EXIT_CODES.usage : 1;
  } finally {
    process.off('SIGINT', interrupt);
  }
}

interface DeployOptions {
  readonly help: boolean;
  readonly json: boolean;
  readonly jobs: boolean;
  readonly alias: string;
  readonly allowProduction: boolean;
}

function parse(args: readonly string[]): DeployOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        'no-jobs': { type: 'boolean' },
        'allow-production': { type: 'boolean' },
        'target-org': { type: 'string', short: 'o' }
      }
    });
    const help = values.help === true;
    const alias = values['target-org'] ?? '';
    const jobs = values['no-jobs'] !== true;
    const allowProduction = values['allow-production'] === true;
    if (help || alias.trim() !== '') return { help, json: values.json === true, jobs, alias, allowProduction };
  } catch (error) {
    throw new UsageError((error as Error).message, ['See all options with `npm run deploy -- --help`.']);
  }
  throw new UsageError('--target-org is missing.', ['Name an org of `sf org list`, such as a scratch org.']);
}
