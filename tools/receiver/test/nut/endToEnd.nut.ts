import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SfOptions } from '@retrysafe/harness';
import { expect } from 'chai';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { eventually } from '../support/receiver.js';
import {
  ROOT,
  type Restartable,
  count,
  countCalls,
  deliverAll,
  eventsOf,
  receiverIn,
  select,
  startOrg,
  type OrgLogin
} from './support.js';

/** Receiver and local org in processes of their own, the project deployed: from the delivery to the receipt. */
describe('from the delivery to the business record', function () {
  this.timeout(600_000);
  let home: string;
  let sf: SfOptions;
  let org: { process: Restartable; login: OrgLogin };

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'receiver-nut-'));
    // Started by root, the databases run as another user.
    await chmod(home, 0o711);
    sf = { cwd: ROOT, home: join(home, 'cli') };
    org = await startOrg(home, sf);
  });

  after(async () => {
    await org?.process.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Every event once in the inbox and finished; every charge with one payment and one receipt. */
  async function expectComplete(prefix: string, charges: number): Promise<void> {
    const { login } = org;
    const inbox = `Inbound_Event__c WHERE Entity_Id__c LIKE 'ch~_${prefix}~_%'`.replaceAll('~', '\\');
    const finished = `${inbox} AND Status__c IN ('Processed', 'Stale')`;
    await eventually(async () => (await count(login, finished)) === charges * 3, `${charges * 3} events end`, 400_000);
    expect(await count(login, inbox)).to.equal(charges * 3);
    expect(await count(login, `${inbox} AND Status__c = 'Dead Letter'`)).to.equal(0);
    const payments = await select<{ Status__c: string; payments: number }>(
      login,
      `SELECT Status__c, count(Id) payments FROM Payment__c WHERE Stripe_Charge_Id__c LIKE 'ch\\_${prefix}\\_%' GROUP BY Status__c`
    );
    expect(payments.map((row) => [row.Status__c, row.payments])).to.deep.equal([['Refunded', charges]]);
    expect(await count(login, `Receipt__c WHERE Receipt_Key__c LIKE 'receipt:ch\\_${prefix}\\_%'`)).to.equal(charges);
  }

  it('a burst of 5,001 events needs at most 30 API calls and 40 jobs, and each charge gets one receipt', async () => {
    const proxy = await countCalls(org.login.url);
    const env = { SALESFORCE_ACCESS_TOKEN: org.login.accessToken, SALESFORCE_INSTANCE_URL: proxy.url };
    const receiver = await receiverIn(join(home, 'burst'), { type: 'access-token' }, env);
    await receiver.process.start();
    try {
      await deliverAll(receiver, eventsOf(1_667, 'burst'), 50);
      await expectComplete('burst', 1_667);

      const jobs = await count(
        org.login,
        `AsyncApexJob WHERE ApexClass.Name = 'InboundProcessorJob' AND JobType = 'Queueable'`
      );
      process.stdout.write(`      ${proxy.calls.length} API calls, ${jobs} jobs\n`);
      expect(proxy.calls.length).to.be.at.most(30);
      expect(jobs).to.be.within(1, 40);
    } finally {
      expect(await receiver.process.stop()).to.equal(0);
      await proxy.close();
    }
  });

  it('the receiver killed at ten points of a burst, the org at two: nothing lost, nothing twice', async () => {
    const charges = 500;
    const seed = Number(process.env.RETRYSAFE_SEED ?? Date.now() % 1_000_000);
    process.stdout.write(`      RETRYSAFE_SEED=${seed}\n`);
    const random = xoroshiro128plus(seed);
    const pick = (least: number, most: number): number => uniformInt(random, least, most);
    const env = { SALESFORCE_ACCESS_TOKEN: org.login.accessToken, SALESFORCE_INSTANCE_URL: org.login.url };
    const receiver = await receiverIn(join(home, 'killed'), { type: 'access-token' }, env);
    await receiver.process.start();
    let acknowledged = 0;
    const sending = deliverAll(receiver, eventsOf(charges, 'killed'), 8, (total) => (acknowledged = total));
    try {
      const killing = (async (): Promise<void> => {
        for (let kill = 1; kill <= 10; kill += 1) {
          // The next point: some deliveries further, and some milliseconds into whatever runs then; on a machine that
          // delivers a burst in less than that, before it is over.
          const from = acknowledged + pick(5, 60);
          await eventually(() => acknowledged >= Math.min(from, charges * 3), 'the burst goes on', 120_000);
          const until = performance.now() + pick(0, 700);
          const isOver = (): boolean => performance.now() >= until || acknowledged >= from + 80;
          while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 5));
          await receiver.process.kill();
          if (kill === 3 || kill === 7) {
            await org.process.kill();
            await org.process.start();
          }
          await receiver.process.start();
        }
      })();
      const [repeated] = await Promise.all([sending, killing]);
      expect(repeated, 'senders had to come again').to.be.above(0);
      await expectComplete('killed', charges);
    } finally {
      await receiver.process.stop();
    }
  });
});
