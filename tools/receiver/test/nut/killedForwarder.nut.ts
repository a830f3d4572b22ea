import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { OrgDouble, type Script } from '../support/orgDouble.js';
import { TestPostgres, query } from '../support/postgres.js';
import { eventually } from '../support/receiver.js';
import { deliverAll, eventsOf, receiverIn, type ReceiverProcess } from './support.js';

/** kill -9 in the middle of a call, at points that chance rarely meets. */
describe('a receiver killed while it forwards', function () {
  this.timeout(180_000);
  let home: string;
  let org: OrgDouble;
  let postgres: TestPostgres;
  const CHARGES = 20;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'receiver-killed-'));
    // Started by root, the database runs as another user.
    await chmod(home, 0o711);
    org = await OrgDouble.start();
    postgres = await TestPostgres.start();
  });

  afterEach(async () => {
    await org.stop();
    await postgres.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const start = async (folder: string, databaseUrl = ''): Promise<ReceiverProcess> => {
    const env = { SALESFORCE_ACCESS_TOKEN: 'token', SALESFORCE_INSTANCE_URL: org.url, RECEIVER_LOG_LEVEL: 'warn' };
    const receiver = await receiverIn(join(home, folder), { type: 'access-token' }, env, databaseUrl);
    await receiver.process.start();
    return receiver;
  };

  const POINTS: Record<string, (kill: () => Promise<void>) => Script> = {
    'before the org has the rows': (kill) => async (_rows, call) => {
      if (call !== 1) return undefined;
      await kill();
      return { status: 0 };
    },
    'when the org has the rows and has not answered': (kill) => async (rows, call) => {
      if (call !== 1) return undefined;
      org.insert(rows);
      await kill();
      return { status: 0 };
    },
    'when the answer is on its way': (kill) => (rows, call) => {
      if (call !== 1) return undefined;
      const answer = org.insert(rows);
      setImmediate(() => void kill());
      return answer;
    }
  };

  for (const [point, scriptOf] of Object.entries(POINTS)) {
    it(`${point}: started again, it delivers each event once`, async () => {
      const receiver = await start('one');
      let killed: (() => void) | undefined;
      const wasKilled = new Promise<void>((resolve) => (killed = resolve));
      org.script = scriptOf(async () => {
        await receiver.process.kill();
        killed!();
      });
      try {
        const sending = deliverAll(receiver, eventsOf(CHARGES, 'k'), 4);
        await wasKilled;
        await receiver.process.start();
        await sending;

        await eventually(() => org.rows.size === CHARGES * 3, 'every event is delivered', 30_000);
        expect(org.order).to.have.length(CHARGES * 3);
      } finally {
        await receiver.process.stop();
      }
    });
  }

  it('over a shared database the other receiver takes over what the killed one had claimed', async () => {
    const databaseUrl = await postgres.createDatabase();
    const one = await start('one', databaseUrl);
    let left = 0;
    let killed: Promise<void> | undefined;
    org.script = async (rows, call) => {
      if (call !== 1) return undefined;
      left = rows.length;
      killed = one.process.kill();
      await killed;
      return { status: 0 };
    };
    await deliverAll(one, eventsOf(CHARGES, 'shared').slice(0, 1), 1);
    await eventually(() => killed !== undefined, 'the first call');
    await killed;
    const two = await start('two', databaseUrl);
    try {
      await deliverAll(two, eventsOf(CHARGES, 'shared'), 4);

      expect(left).to.be.above(0);
      await eventually(async () => (await undelivered(databaseUrl)) === 0, 'every event is delivered', 60_000);
      expect(org.order).to.have.length(CHARGES * 3);
    } finally {
      await two.process.stop();
    }
  });
});

async function undelivered(databaseUrl: string): Promise<number> {
  return (await query(databaseUrl, `SELECT 1 FROM receiver.events WHERE state <> 'delivered'`)).length;
}
