import { parseArgs } from 'node:util';
import { openAliasTarget } from '../org/aliasTarget.js';
import { permissionSetsOf } from '../org/permissionSets.js';
import { HarnessError, UsageError } from '../run/errors.js';
import { newProgress } from '../run/progress.js';
import { findProject } from '../run/project.js';
import { assignPermissionSets, deploySource } from '../sf/commands.js';
import { EXIT_CODES } from './exitCodes.js';

const HELP = `Deploys all package directories with the Salesforce CLI and makes the user of the org an operator.

USAGE
  npm run deploy -- --target-org ALIAS [--json]

OPTIONS
  -o, --target-org ALIAS   Scratch org or sandbox that \`sf\` is logged in to.
  --json                   Print the result as JSON.
  -h, --help               Show this.

EXIT CODES
  0  deployed
  1  the deploy failed; nothing was changed
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
    const { help, json, alias } = parse(args);
    if (help) {
      process.stdout.write(HELP);
      return EXIT_CODES.valid;
    }
    const project = findProject(cwd);
    progress.step(`org ${alias}`);
    const target = await openAliasTarget(alias, project.root, controller.signal);
    progress.done(`org ${target.org.admin.username}`);
    progress.step('sf project deploy start');
    const components = await deploySource(target.alias, project.packageDirectories, target.sf);
    progress.done(`${components} components deployed`);
    const { operator } = permissionSetsOf(project);
    progress.step('permission sets');
    await assignPermissionSets(target.alias, operator, target.org.admin.username, target.sf);
    progress.done(`permission sets: ${operator.join(', ')}`);
    if (json) {
      const { label, orgId, admin } = target.org;
      const result = { org: label, orgId, username: admin.username, components, permissionSets: operator };
      process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
    }
    return EXIT_CODES.valid;
  } catch (error) {
    if (controller.signal.aborted) return 130;
    const actions = error instanceof HarnessError ? error.actions : [];
    process.stderr.write(
      `\nError: ${(error as Error).message}\n${actions.map((action) => `  → ${action}\n`).join('')}`
    );
    return error instanceof UsageError ? EXIT_CODES.usage : 1;
  } finally {
    process.off('SIGINT', interrupt);
  }
}

function parse(args: readonly string[]): { help: boolean; json: boolean; alias: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        'target-org': { type: 'string', short: 'o' }
      }
    });
    const help = values.help === true;
    const alias = values['target-org'] ?? '';
    if (help || alias.trim() !== '') return { help, json: values.json === true, alias };
  } catch (error) {
    throw new UsageError((error as Error).message, ['See all options with `npm run deploy -- --help`.']);
  }
  throw new UsageError('--target-org is missing.', ['Name an org of `sf org list`, such as a scratch org.']);
}
