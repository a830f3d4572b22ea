import { HarnessError, UsageError } from '../run/errors.js';
import { runSf, type SfOptions, type SfResult } from './cli.js';

/** What `sf org display` says about an org; the access token is asked for separately, the CLI no longer shows it. */
export interface DisplayedOrg {
  readonly id: string;
  readonly username: string;
  readonly instanceUrl: string;
  readonly apiVersion?: string;
  readonly alias?: string;
}

/** A component that could not be deployed. */
interface ComponentFailure {
  readonly componentType: string;
  readonly fullName: string;
  readonly fileName?: string;
  readonly problem: string;
  readonly lineNumber?: number | string;
  readonly columnNumber?: number | string;
}

interface DeployResult {
  readonly status?: string;
  readonly numberComponentsDeployed?: number;
  readonly details?: { readonly componentFailures?: ComponentFailure | ComponentFailure[] };
}

/** `sf org login access-token`; the token goes by environment, so that no process list shows it. */
export async function loginWithAccessToken(
  login: { instanceUrl: string; accessToken: string; alias: string },
  options: SfOptions
): Promise<void> {
  const result = await runSf(
    ['org', 'login', 'access-token', '--instance-url', login.instanceUrl, '--alias', login.alias, '--no-prompt'],
    { ...options, env: { ...options.env, SF_ACCESS_TOKEN: login.accessToken } }
  );
  expectSuccess('sf org login access-token', result);
}

/**
 * `sf org display` and `sf org auth show-access-token` of an alias or username.
 *
 * @throws UsageError when the CLI knows no such org, or its login is no longer valid
 */
export async function displayOrg(
  alias: string,
  options: SfOptions
): Promise<DisplayedOrg & { readonly accessToken: string }> {
  const [shown, token] = await Promise.all([
    runSf<DisplayedOrg>(['org', 'display', '--target-org', alias], options),
    runSf<{ accessToken?: string }>(['org', 'auth', 'show-access-token', '--target-org', alias, '--no-prompt'], options)
  ]);
  if (shown.result === undefined || shown.status !== 0) {
    throw new UsageError(`The Salesforce CLI cannot reach an org called '${alias}': ${firstLine(shown.message)}`, [
      'See the orgs it knows with `sf org list`.',
      `Log in with \`sf org login web --alias ${alias}\`, or leave out --target-org to use the local org.`
    ]);
  }
  const accessToken = token.result?.accessToken;
  if (accessToken === undefined || token.status !== 0) {
    throw new UsageError(`The Salesforce CLI gives no access token for '${alias}': ${firstLine(token.message)}`, [
      `Log in again with \`sf org login web --alias ${alias}\`.`
    ]);
  }
  return { ...shown.result, accessToken };
}

/**
 * `sf project deploy start` of some folders of the project in `options.cwd`.
 *
 * @returns how many components were deployed
 * @throws HarnessError with file, line and problem of every component that failed
 */
export async function deploySource(
  targetOrg: string,
  sourceDirs: readonly string[],
  options: SfOptions
): Promise<number> {
  const result = await runSf<DeployResult>(
    [
      'project',
      'deploy',
      'start',
      ...sourceDirs.flatMap((folder) => ['--source-dir', folder]),
      '--target-org',
      targetOrg,
      '--wait',
      '30',
      '--ignore-conflicts'
    ],
    options
  );
  const failures = [result.result?.details?.componentFailures ?? []].flat();
  if (result.status !== 0 || failures.length > 0) {
    const lines = failures.map((failure) => `  ${positionOf(failure)}: ${failure.problem}`);
    throw new HarnessError(
      [`The deploy failed${lines.length > 0 ? ':' : `: ${result.message ?? 'no reason was given'}`}`, ...lines].join(
        '\n'
      ),
      ['Nothing was deployed. Correct the source and run again.']
    );
  }
  return result.result?.numberComponentsDeployed ?? 0;
}

/** `sf org assign permset`. Assigning a permission set that the user already has is not an error. */
export async function assignPermissionSets(
  targetOrg: string,
  names: readonly string[],
  username: string,
  options: SfOptions
): Promise<void> {
  const result = await runSf<{ failures?: readonly { name: string; message: string }[] }>(
    [
      'org',
      'assign',
      'permset',
      ...names.flatMap((name) => ['--name', name]),
      '--target-org',
      targetOrg,
      '--on-behalf-of',
      username
    ],
    options
  );
  const failures = (result.result?.failures ?? []).filter((failure) => !/duplicate/i.test(failure.message));
  if (failures.length > 0 || result.result === undefined) {
    const reasons = failures.map((failure) => `${failure.name}: ${failure.message}`).join('; ');
    throw new HarnessError(`Permission sets could not be assigned: ${reasons || (result.message ?? '')}.`, [
      'Check that the deploy included them, and that the user has the licence they need.'
    ]);
  }
}

/**
 * `sf apex run` of a file.
 *
 * @throws HarnessError when it does not compile, or ends with an exception
 */
export async function runApexFile(targetOrg: string, file: string, options: SfOptions): Promise<void> {
  const result = await runSf<{ success?: boolean; compileProblem?: string; exceptionMessage?: string }>(
    ['apex', 'run', '--file', file, '--target-org', targetOrg],
    options
  );
  if (result.status === 0 && result.result?.success === true) return;
  const reason = result.result?.compileProblem || result.result?.exceptionMessage || result.message;
  throw new HarnessError(`\`sf apex run --file ${file}\` failed: ${reason ?? 'no reason was given'}`, [
    'Run the command yourself to see its log.'
  ]);
}

function expectSuccess(command: string, result: SfResult<unknown>): void {
  if (result.status === 0) return;
  throw new HarnessError(
    `\`${command}\` failed: ${result.name ?? ''} ${result.message ?? ''}`.trim(),
    result.actions ?? []
  );
}

function positionOf(failure: ComponentFailure): string {
  const place = failure.lineNumber === undefined ? '' : ` (${failure.lineNumber}:${failure.columnNumber ?? 1})`;
  return `${failure.fileName ?? `${failure.componentType} ${failure.fullName}`}${place}`;
}

function firstLine(message: string | undefined): string {
  return (
    (message ?? 'it gave no reason')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('Parsing') && !line.startsWith('See more'))[0] ??
    'it gave no reason'
  );
}
