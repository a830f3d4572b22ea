import { expect } from 'chai';
import { Helpers } from '../../src/run/helpers.js';

describe('the processes beside the org', function () {
  this.timeout(60_000);
  let helpers: Helpers;
  beforeEach(() => (helpers = new Helpers()));
  afterEach(() => helpers.close());

  it('are started when the first scenario asks, and shared by those that follow', async () => {
    const first = await helpers.remote();
    await first.change({ clockAheadMs: 5 });

    expect(await helpers.remote()).to.equal(first);
    expect(first.isRunning).to.equal(true);
  });

  it('are started again when they have died, and ended with the run', async () => {
    const first = await helpers.remote();
    await first.kill();
    const second = await helpers.remote();

    expect(second).to.not.equal(first);
    expect(second.isRunning).to.equal(true);
    await helpers.close();
    expect(second.isRunning).to.equal(false);
  });

  it('need no end when nobody asked for them', async () => {
    await helpers.close();
    await helpers.dropReceiver();
  });
});
