import { expect } from 'chai';
import type { DeliveryReply } from '../../src/platform/events/deliver.js';
import { EventDelivery } from '../../src/server/event-delivery.js';

const DONE: DeliveryReply = { delivered: 1, more: false, retry: false, error: null };
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits until it holds, or as long as mocha lets the test run. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(10);
}

describe('the delivery of events', () => {
  let runs: string[];
  let busy: boolean;
  /** How often it was asked whether requests are running: once for each time it has waited. */
  let looks: number;
  let replies: DeliveryReply[];
  let delivery: EventDelivery;

  beforeEach(() => {
    runs = [];
    busy = false;
    looks = 0;
    replies = [];
    delivery = new EventDelivery(
      (objectName) => {
        runs.push(objectName);
        return Promise.resolve(replies.shift() ?? DONE);
      },
      () => {
        looks++;
        return busy;
      },
      (error) => {
        throw error;
      }
    );
  });

  afterEach(() => delivery.stop());

  it('runs a trigger once for events that come together', async () => {
    delivery.notify(['A__e', 'A__e', 'B__e']);
    await delivery.drain();

    expect(runs.sort()).to.deep.equal(['A__e', 'B__e']);
  });

  it('runs it again for events that wait behind those, and for events that came meanwhile', async () => {
    replies = [{ ...DONE, more: true }, DONE];
    delivery.notify(['A__e']);
    await delivery.drain();
    expect(runs).to.have.length(2);

    delivery.notify(['A__e']);
    delivery.notify(['A__e']);
    await until(() => runs.length >= 4);
    await delivery.drain();
    expect(runs).to.have.length(4);
  });

  it('lets requests go first, but not for ever', async () => {
    busy = true;
    delivery.notify(['A__e']);
    await wait(400);
    expect(runs).to.deep.equal([]);

    await until(() => runs.length > 0);
    expect(runs).to.deep.equal(['A__e']);
  });

  it('starts when the last request is done, or when somebody waits for it', async () => {
    busy = true;
    delivery.notify(['A__e']);
    await wait(120);
    expect(runs).to.deep.equal([]);
    busy = false;
    await until(() => runs.length > 0);
    expect(runs).to.deep.equal(['A__e']);

    busy = true;
    delivery.notify(['B__e']);
    looks = 0;
    await delivery.drain();
    expect(runs).to.deep.equal(['A__e', 'B__e']);
    expect(looks, 'it does not wait until it must go').to.equal(1);
  });
});
