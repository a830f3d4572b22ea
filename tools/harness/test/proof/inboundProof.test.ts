import { expect } from 'chai';
import type { Attempt } from '../../src/downstream/store.js';
import { checkReceiptsSent, killPoints } from '../../src/proof/inboundProof.js';
import { randomFor } from '../../src/run/random.js';
import { newPayment } from '../../src/workload/payments.js';

describe('proof of events: where the org is killed', () => {
  it('the seed decides, and places and moments take turns', () => {
    const points = (seed: number) => killPoints(10, 100, randomFor(seed, 'kills'));

    expect(points(1)).to.deep.equal(points(1));
    expect(points(1)).not.to.deep.equal(points(2));
    const places = points(3).filter((point) => point.kind === 'place');
    expect(places).to.have.length(5);
    expect(new Set(places).size, 'each another one').to.equal(5);
    for (const point of points(3)) {
      if (point.kind === 'moment') expect(point.deliveries).to.be.within(0, 90);
    }
  });

  it('a single kill, and a round without deliveries', () => {
    expect(killPoints(1, 0, randomFor(1, 'kills'))).to.have.length(1);
  });
});

describe('proof of events: receipts', () => {
  const payments = [newPayment('inb', 0), newPayment('inb', 1)];
  const attempt = (entity: string, created: boolean): Attempt => ({
    number: 0,
    at: 0,
    kind: 'receipts',
    key: `receipt:${entity}`,
    entity,
    payloadDigest: '',
    occurrence: 1,
    step: 'answer',
    created
  });

  it('each was sent once; an attempt that made nothing does not count', () => {
    const attempts = [attempt('inb-ch0', true), attempt('inb-ch1', true), attempt('inb-ch1', false)];
    expect(checkReceiptsSent(payments, attempts)).to.deep.equal([]);
  });

  it('one that was sent twice and one that never was are violations', () => {
    const attempts = [attempt('inb-ch0', true), attempt('inb-ch0', true)];
    expect(checkReceiptsSent(payments, attempts).map(({ key, kind, message }) => [key, kind, message])).to.deep.equal([
      ['inb-ch0', 'violation', '2 receipts were sent, not 1.'],
      ['inb-ch1', 'violation', '0 receipts were sent, not 1.']
    ]);
  });
});
