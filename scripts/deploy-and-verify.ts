/**
 * `npm run deploy-and-verify`: the job of the new scratch org of .github/workflows/deploy-and-verify.yml, command by command
 * as it stands there, against a local Dev Hub. What fails there for another reason than Salesforce itself fails here first.
 *
 * Logins are kept apart from those of the user. Steps that only GitHub can run (`uses:`) and `npm ci` are left out.
 */
import { spawn } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalOrg } from '@retrysafe/local-org';
import { parse } from 'yaml';
import { ROOT } from './testing/processes.js';

interface WorkflowStep {
  readonly name?: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const WORKFLOW = join('.github', 'workflows', 'deploy-and-verify.yml');
const JOB = 'scratch-org';
const LEFT_OUT = /^npm ci$/;
const APP = 'deploy-and-verify';

async function stepsOfJob(): Promise<readonly WorkflowStep[]> {
  const text = await readFile(join(ROOT, WORKFLOW), 'utf8');
  const { jobs } = parse(text) as { jobs: Record<string, { steps: WorkflowStep[] } | undefined> };
  const steps = jobs[JOB]?.steps;
  if (!steps) throw new Error(`${WORKFLOW} has no job ${JOB}.`);
  return steps.filter(({ run }) => run !== undefined && !LEFT_OUT.test(run.trim()));
}

/** `${{ secrets.X }}`, `${{ vars.X }}`, also with a value of its own for when there is none. */
function resolveExpression(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{\s*(?:secrets|vars)\.(\w+)[^}]*\}\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`${WORKFLOW} uses ${whole}, which scripts/deploy-and-verify.ts does not set.`);
    return value;
  });
}

function runStep(script: string, env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    // As GitHub runs it: no step goes on after a command that failed.
    const child = spawn('bash', ['-eo', 'pipefail', '-c', script], { cwd: ROOT, env, stdio: 'inherit' });
    child.once('error', (error) => reject(new Error(`bash is needed to run the steps: ${error.message}`)));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function main(): Promise<number> {
  const steps = await stepsOfJob();
  const home = mkdtempSync(join(tmpdir(), 'deploy-and-verify-'));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const hub = await startLocalOrg({
    devHub: true,
    connectedApps: [{ clientId: APP, keys: [createPublicKey(key)], secret: null }]
  });
  const values = {
    HUB_CLIENT_ID: APP,
    HUB_JWT_KEY: key,
    HUB_USERNAME: hub.username,
    HUB_LOGIN_URL: hub.url
  };
  const common = {
    ...process.env,
    HOME: home,
    USERPROFILE: home,
    RUNNER_TEMP: home,
    SF_DISABLE_TELEMETRY: 'true',
    SF_AUTOUPDATE_DISABLE: 'true',
    SF_DISABLE_AUTOUPDATE: 'true',
    SF_USE_GENERIC_UNIX_KEYCHAIN: 'true'
  };
  let failed = false;
  try {
    for (const { name, run = '', env = {}, if: condition = '' } of steps) {
      if (failed && !condition.includes('always()')) continue;
      process.stdout.write(`\n▸ ${name ?? run}\n`);
      const own = Object.entries(env).map(([variable, text]) => [variable, resolveExpression(text, values)]);
      if ((await runStep(run, { ...common, ...Object.fromEntries(own) })) !== 0) {
        process.stdout.write(`✖ ${name ?? run}\n`);
        failed = true;
      }
    }
  } finally {
    await hub.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  }
  return failed ? 1 : 0;
}

process.exitCode = await main();
