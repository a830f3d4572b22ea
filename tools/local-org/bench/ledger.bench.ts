/**
 * The ledger through the local org, as a caller sees it, beside the same statements sent by a plain PostgreSQL client.
 *
 *   node --conditions=retrysafe-source --import=tsx tools/local-org/bench/ledger.bench.ts [folder of another project]
 *
 * Starts an org with the repository's force-app and a process that calls it. Bars: one caller's median for a first command
 * (8 ms) and for a duplicate (6 ms); 200 duplicates at once answered within 1 s with one effect; 16 callers reach 0.3 of
 * the rate at which 16 plain connections run the same SQL. Exit code 1 when one is missed.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openCluster } from '../src/database/cluster.js';
import { readProject } from '../src/metadata/index.js';
import { startLocalOrg, type LocalOrg } from '../src/index.js';
import { bareSqlRate } from './support/bare-sql.js';
import type { CallerFigures, CallerTask } from './support/ledger-caller.js';

const PROJECT = process.argv[2] ?? fileURLToPath(new URL('../../..', import.meta.url));
const CALLER = fileURLToPath(new URL('./support/ledger-caller.ts', import.meta.url));
const CALLERS = 16;

const MAKE_CALLER = `
Profile minimum = [SELECT Id FROM Profile WHERE Name = 'Minimum Access - Salesforce' LIMIT 1];
User caller = new User(Username = 'caller@bench.example', LastName = 'Caller', Alias = 'caller', Email = 'caller@bench.example',
  EmailEncodingKey = 'UTF-8', LanguageLocaleKey = 'en_US', LocaleSidKey = 'en_US', TimeZoneSidKey = 'GMT', ProfileId = minimum.Id);
insert caller;
List<PermissionSetAssignment> assignments = new List<PermissionSetAssignment>();
for (PermissionSet granted : [SELECT Id FROM PermissionSet WHERE Name LIKE '%Integration_User']) {
  assignments.add(new PermissionSetAssignment(AssigneeId = caller.Id, PermissionSetId = granted.Id));
}
insert assignments;`;

const MAKE_TENANT = `
User caller = [SELECT Id FROM User WHERE Username = 'caller@bench.example'];
insert new Integration_Tenant__c(SetupOwnerId = caller.Id, Tenant__c = 'bench');`;

async function execute(org: LocalOrg, source: string): Promise<void> {
  const reply = await org.run<{ success: boolean; exceptionMessage: string | null }>('execute-anonymous', { source });
  if (!reply.success) throw new Error(reply.exceptionMessage ?? 'anonymous Apex did not compile');
}

async function callerToken(org: LocalOrg): Promise<string> {
  await execute(org, MAKE_CALLER);
  await execute(org, MAKE_TENANT);
  const answer = await fetch(`${org.url}/local-org/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'caller@bench.example' })
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

/** The caller has a process of its own: it must not wait for the org's event loop. */
function call(task: CallerTask): Promise<CallerFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(CALLER, [], { execArgv: process.execArgv });
    child.once('message', (figures) => resolve(figures as CallerFigures));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the caller ended with exit code ${code}`)));
    child.send(task);
  });
}

let missed = 0;
function report(text: string, value: number, unit: string, bar: { atMost: number } | { atLeast: number }): void {
  const holds = 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast;
  if (!holds) missed++;
  const wanted = 'atMost' in bar ? `at most ${bar.atMost}` : `at least ${bar.atLeast}`;
  process.stdout.write(`${holds ? '✔' : '✖'} ${text}: ${value.toFixed(2)} ${unit} (bar: ${wanted})\n`);
}

const cluster = await openCluster({});
const address = cluster.address('postgres');
const url = `postgres://${address.user}:${address.password}@localhost:${address.port}/postgres?host=${encodeURIComponent(address.host)}`;
const org = await startLocalOrg({ databaseUrl: url });
try {
  const deployed = await org.run<{ compileErrors: unknown[]; deployErrors: unknown[] }>('deploy-project', {
    package: readProject(PROJECT),
    keepGoing: false
  });
  if (deployed.compileErrors.length + deployed.deployErrors.length > 0) throw new Error(JSON.stringify(deployed));
  const figures = await call({ url: org.url, token: await callerToken(org), callers: CALLERS });
  report('first command, one caller, median', figures.firstMs, 'ms', { atMost: 8 });
  report('duplicate, one caller, median', figures.duplicateMs, 'ms', { atMost: 6 });
  report('200 duplicates at once, all answered', figures.burstMs, 'ms', { atMost: 1000 });
  report('  of them effects', figures.burstEffects, '', { atMost: 1 });
  const bare = await bareSqlRate(cluster, CALLERS);
  process.stdout.write(
    `  ${CALLERS} callers: ${Math.round(figures.rate)}/s; the same SQL alone: ${Math.round(bare)}/s\n`
  );
  report(`${CALLERS} callers against the same SQL alone`, figures.rate / bare, 'of its rate', { atLeast: 0.3 });
} finally {
  await org.stop();
  await cluster.stop();
}
process.exit(missed === 0 ? 0 : 1);
