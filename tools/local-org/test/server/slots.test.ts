import { expect } from 'chai';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';
import type { ThreadMemory } from '../../src/platform/memory.js';
import { execute } from './support.js';

const SLOTS = 8;
type Executed = Awaited<ReturnType<typeof execute>>;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('slots', function () {
  this.timeout(120_000);
  let org: LocalOrg;

  before(async () => {
    org = await startLocalOrg({ slots: SLOTS, jobSlots: 1 });
    await execute(org, "insert new Account(Name = 'Wanted');");
    // All slots are there, and have loaded what they need, once so many transactions have run together.
    for (let together = 0; together < SLOTS;) {
      const round = Promise.all([holdAccounts(2000), ...waitForAccounts(SLOTS - 1)]).then(() => true);
      do together = Math.max(together, await runningTransactions());
      while (!(await Promise.race([round, pause(100)])));
    }
  });

  after(() => org?.stop());

  const holdAccounts = (ms: number): Promise<Executed> =>
    execute(
      org,
      `Account held = [SELECT Id FROM Account FOR UPDATE];
      Long until = System.currentTimeMillis() + ${ms};
      while (System.currentTimeMillis() < until) { }`
    );
  const waitForAccounts = (count: number): Promise<Executed>[] =>
    Array.from({ length: count }, () => execute(org, 'Account wanted = [SELECT Id FROM Account FOR UPDATE];'));
  const runningTransactions = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${org.accessToken}` };
    const answer = await fetch(`${org.url}/local-org/v1/activity`, { headers });
    return ((await answer.json()) as { running: number }).running;
  };

  it('run others while some wait for a lock', async () => {
    let holderDone = false;
    const holder = holdAccounts(5000).then(() => (holderDone = true));
    await pause(200);
    // As many as may compute at once, so that they would keep everybody else out.
    const waiters = waitForAccounts(5);
    const { debug } = await execute(org, "System.debug('through');");

    expect(debug).to.deep.equal(['through']);
    expect(holderDone, 'the holder still has the lock').to.equal(false);
    await holder;
    expect((await Promise.all(waiters)).map(({ exceptionMessage }) => exceptionMessage)).to.deep.equal(
      Array<null>(5).fill(null)
    );
  });
});

describe('slots that have compiled', function () {
  this.timeout(120_000);
  let org: LocalOrg;

  before(async () => {
    org = await startLocalOrg({ slots: 3, jobSlots: 1 });
    await execute(org, "insert new Account(Name = 'Wanted');");
  });

  after(() => org?.stop());

  async function call<Result>(method: string, path: string, body?: object): Promise<Result> {
    const headers = { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' };
    const options = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await (await fetch(org.url + path, { method, headers, ...options })).json()) as Result;
  }

  /** The slot of a script, seen while it waits for a row that somebody else has. */
  async function slotOfScript(): Promise<number> {
    const query = '/services/data/v68.0/query?q=SELECT+Id+FROM+Account';
    const { records } = await call<{ records: { Id: string }[] }>('GET', query);
    const wanted = { object: 'Account', id: records[0]?.Id, milliseconds: 30_000 };
    const lock = await call<{ id: string }>('POST', '/local-org/v1/locks', wanted);
    const script = execute(org, 'Account wanted = [SELECT Id FROM Account FOR UPDATE];');
    let slot: number | undefined;
    while (slot === undefined) {
      const { transactions } = await call<{ transactions: { slot: number; operation: string }[] }>(
        'GET',
        '/local-org/v1/status'
      );
      slot = transactions.find(({ operation }) => operation === 'execute-anonymous')?.slot;
    }
    await fetch(`${org.url}/local-org/v1/locks/${lock.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${org.accessToken}` }
    });
    await script;
    return slot;
  }

  it('compile again, and are left alone by what needs no compiler', async () => {
    const slot = await slotOfScript();
    for (let i = 0; i < 5; i++) {
      const { thread } = await org.run<ThreadMemory>('thread-memory', {});
      expect(thread).not.to.equal(`slot ${slot}`);
    }
    expect(await slotOfScript()).to.equal(slot);
  });
});
