/**
 * From the delivery to the business record that a client can read, at 100 events a second, with the project deployed on the
 * local org and the receiver's defaults. Bar: p95 at most 1 s. Shows where the time goes, and what the way costs.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster } from '@retrysafe/postgres';
import { ROOT, count, deliverAll, eventsOf, receiverIn, select, startOrg, type OrgLogin } from '../test/nut/support.js';
import { quantiles, readCalls, readPassages, stageTable, type Passage } from './stages.js';

const PER_SECOND = 100;
const SECONDS = 20;
const P95_BAR_MS = 1_000;
const POLL_MS = 40;
/** The first jobs compile and link. */
const WARM_UP = 500;

const home = await mkdtemp(join(tmpdir(), 'receiver-bench-'));
await chmod(home, 0o711);
const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sees each payment as soon as it can be read. Counting is cheap; the rows are read only when there are more. */
async function watch(login: OrgLogin, seen: (chargeId: string) => void, ends: () => boolean): Promise<void> {
  const start = new Date(Date.now() - 1_000).toISOString();
  let since = start;
  for (let before = 0; !ends(); await sleep(POLL_MS)) {
    const payments = await count(login, `Payment__c WHERE CreatedDate >= ${start}`);
    if (payments === before) continue;
    before = payments;
    const rows = await select<{ Stripe_Charge_Id__c: string; CreatedDate: string }>(
      login,
      `SELECT Stripe_Charge_Id__c, CreatedDate FROM Payment__c WHERE CreatedDate >= ${since} ORDER BY CreatedDate DESC LIMIT 2000`
    );
    for (const row of rows) seen(row.Stripe_Charge_Id__c);
    // A transaction may commit a little after the time in its rows.
    if (rows[0]) since = new Date(Date.parse(rows[0].CreatedDate) - 1_000).toISOString();
  }
}

async function measure(login: OrgLogin, databaseUrl: string): Promise<boolean> {
  const env = {
    SALESFORCE_ACCESS_TOKEN: login.accessToken,
    SALESFORCE_INSTANCE_URL: login.url,
    RECEIVER_LOG_LEVEL: 'warn'
  };
  const receiver = await receiverIn(join(home, 'receiver'), { type: 'access-token' }, env, databaseUrl);
  await receiver.process.start();
  const byCharge = new Map<string, Passage>();
  const byEvent = new Map<string, Passage>();
  let over = false;
  const see = (chargeId: string): void => {
    const passage = byCharge.get(chargeId);
    if (passage) passage.seen ??= Date.now();
  };
  const watching = watch(login, see, () => over);
  /** The first event of a charge brings its payment into being. */
  const send = async (prefix: string, events: number): Promise<void> => {
    const start = Date.now();
    const deliveries: Promise<unknown>[] = [];
    for (let index = 0; index < events; index += 1) {
      await sleep(Math.max(0, start + (index * 1_000) / PER_SECOND - Date.now()));
      const event = eventsOf(1, `${prefix}_${index}`)[1]!;
      const passage = { sent: Date.now() };
      byCharge.set(`ch_${prefix}_${index}_0`, passage);
      byEvent.set(`Payments:${event.eventId}`, passage);
      deliveries.push(deliverAll(receiver, [event], 1));
    }
    await Promise.all(deliveries);
  };
  const allSeen = async (): Promise<void> => {
    const deadline = Date.now() + 60_000;
    while ([...byCharge.values()].some((passage) => passage.seen === undefined)) {
      if (Date.now() > deadline) throw new Error('Some events did not become records within a minute.');
      await sleep(POLL_MS);
    }
  };
  try {
    await send('warm', WARM_UP);
    await allSeen();
    byCharge.clear();
    const jobsBefore = await jobsByClass(login);
    const callsBefore = await readCalls(receiver.adminUrl);
    await send('bench', PER_SECOND * SECONDS);
    await allSeen();
    const jobs = await jobsByClass(login);
    const calls = await readCalls(receiver.adminUrl);
    await readPassages(databaseUrl, byEvent);
    const passages = [...byCharge.values()];
    const { p50, p95, most } = quantiles(passages.map((passage) => passage.seen! - passage.sent));
    const ran = [...jobs].map(([name, total]) => `${total - (jobsBefore.get(name) ?? 0)} ${name}`);
    const made = calls.count - callsBefore.count;
    const callMs = Math.round((1_000 * (calls.seconds - callsBefore.seconds)) / made);
    process.stdout.write(
      `${stageTable(passages)}    ${made} calls of ${callMs} ms; jobs: ${ran.join(', ')}\n` +
        `  ${passages.length} events at ${PER_SECOND}/s, delivery to record: p50 ${p50} ms, p95 ${p95} ms (bar ${P95_BAR_MS} ms), most ${most} ms\n`
    );
    return p95 <= P95_BAR_MS;
  } finally {
    over = true;
    await watching.catch(() => undefined);
    await receiver.process.stop();
  }
}

async function jobsByClass(login: OrgLogin): Promise<Map<string, number>> {
  const rows = await select<{ Name: string; jobs: number }>(
    login,
    'SELECT ApexClass.Name, count(Id) jobs FROM AsyncApexJob GROUP BY ApexClass.Name'
  );
  return new Map(rows.map((row) => [row.Name, row.jobs]));
}

const cluster = await openCluster({ dataDirectory: join(home, 'postgres-data') });
try {
  await cluster.createDatabase('receiver');
  const { host, port, user, password } = cluster.address('receiver');
  const databaseUrl = `postgres://${user}:${password}@localhost:${port}/receiver?host=${encodeURIComponent(host)}`;
  const org = await startOrg(home, { cwd: ROOT, home: join(home, 'cli') });
  try {
    if (!(await measure(org.login, databaseUrl))) process.exitCode = 1;
  } finally {
    await org.process.stop();
  }
} finally {
  await cluster.stop();
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
}
