import { expect } from 'chai';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';
import { execute } from './support.js';

describe('slots', function () {
  this.timeout(60_000);
  let org: LocalOrg;

  before(async () => {
    org = await startLocalOrg({ slots: 8, jobSlots: 1 });
    await execute(org, "insert new Account(Name = 'Wanted');");
    // All slots are there, and have loaded what they need.
    await Promise.all(Array.from({ length: 12 }, () => execute(org, 'System.debug([SELECT COUNT() FROM Account]);')));
  });

  after(() => org?.stop());

  it('run others while some wait for a lock', async () => {
    let holderDone = false;
    const holder = execute(
      org,
      `Account held = [SELECT Id FROM Account FOR UPDATE];
      Long until = System.currentTimeMillis() + 5000;
      while (System.currentTimeMillis() < until) { }`
    ).then(() => (holderDone = true));
    await new Promise((resolve) => setTimeout(resolve, 200));
    // As many as may compute at once, so that they would keep everybody else out.
    const waiters = Array.from({ length: 5 }, () =>
      execute(org, 'Account wanted = [SELECT Id FROM Account FOR UPDATE];')
    );
    const { debug } = await execute(org, "System.debug('through');");

    expect(debug).to.deep.equal(['through']);
    expect(holderDone, 'the holder still has the lock').to.equal(false);
    await holder;
    expect((await Promise.all(waiters)).map(({ exceptionMessage }) => exceptionMessage)).to.deep.equal(
      Array<null>(5).fill(null)
    );
  });
});
