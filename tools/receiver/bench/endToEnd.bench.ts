/**
 * From the delivery to the business record that a client can read, at 100 events a second, with the project deployed on the
 * local org. Bar: p95 at most 1 s.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, deliverAll, eventsOf, receiverIn, select, startOrg, type OrgLogin } from '../test/nut/support.js';

const PER_SECOND = 100;
const SECONDS = 20;
const P95_BAR_MS = 1_000;
const POLL_MS = 50;
/** The first jobs compile and link. */
const WARM_UP = 300;

const home = await mkdtemp(join(tmpdir(), 'receiver-bench-'));
await chmod(home, 0o711);
const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sees each payment as soon as it can be read. */
async function watch(login: OrgLogin, seen: Map<string, number>, ends: () => boolean): Promise<void> {
  let since = new Date(Date.now() - 60_000).toISOString();
  while (!ends()) {
    const rows = await select<{ Stripe_Charge_Id__c: string; CreatedDate: string }>(
      login,
      `SELECT Stripe_Charge_Id__c, CreatedDate FROM Payment__c WHERE CreatedDate >= ${since} ORDER BY CreatedDate DESC LIMIT 2000`
    );
    const now = performance.now();
    for (const row of rows) if (!seen.has(row.Stripe_Charge_Id__c)) seen.set(row.Stripe_Charge_Id__c, now);
    // A transaction may commit a little after the time in its rows.
    if (rows[0]) since = new Date(Date.parse(rows[0].CreatedDate) - 2_000).toISOString();
    await sleep(POLL_MS);
  }
}

async function measure(login: OrgLogin): Promise<boolean> {
  const env = {
    SALESFORCE_ACCESS_TOKEN: login.accessToken,
    SALESFORCE_INSTANCE_URL: login.url,
    RECEIVER_LOG_LEVEL: 'warn'
  };
  const receiver = await receiverIn(join(home, 'receiver'), { type: 'access-token' }, env);
  await receiver.process.start();
  const seen = new Map<string, number>();
  const sent = new Map<string, number>();
  let over = false;
  const watching = watch(login, seen, () => over);
  /** The first event of a charge brings its payment into being. */
  const send = async (prefix: string, count: number, perSecond: number): Promise<void> => {
    const start = performance.now();
    const deliveries: Promise<unknown>[] = [];
    for (let index = 0; index < count; index += 1) {
      await sleep(Math.max(0, start + (index * 1_000) / perSecond - performance.now()));
      const event = eventsOf(1, `${prefix}_${index}`)[1]!;
      sent.set(`ch_${prefix}_${index}_0`, performance.now());
      deliveries.push(deliverAll(receiver, [event], 1));
    }
    await Promise.all(deliveries);
  };
  const allSeen = async (): Promise<void> => {
    const deadline = Date.now() + 60_000;
    while ([...sent.keys()].some((id) => !seen.has(id))) {
      if (Date.now() > deadline) throw new Error('Some events did not become records within a minute.');
      await sleep(POLL_MS);
    }
  };
  try {
    await send('warm', WARM_UP, PER_SECOND);
    await allSeen();
    sent.clear();
    await send('bench', PER_SECOND * SECONDS, PER_SECOND);
    await allSeen();
    const times = [...sent].map(([id, at]) => seen.get(id)! - at).sort((a, b) => a - b);
    const at = (share: number): number => Math.round(times[Math.ceil(times.length * share) - 1]!);
    process.stdout.write(
      `  ${times.length} events at ${PER_SECOND}/s, delivery to record: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (bar ${P95_BAR_MS} ms), most ${at(1)} ms\n`
    );
    return at(0.95) <= P95_BAR_MS;
  } finally {
    over = true;
    await watching.catch(() => undefined);
    await receiver.process.stop();
  }
}

const org = await startOrg(home, { cwd: ROOT, home: join(home, 'cli') });
try {
  if (!(await measure(org.login))) process.exitCode = 1;
} finally {
  await org.process.stop();
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
}
