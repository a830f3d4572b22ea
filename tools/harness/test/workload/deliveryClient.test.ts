import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import Stripe from 'stripe';
import { RunHistory } from '../../src/history/recorder.js';
import { LatencyRecorder } from '../../src/measure/latency.js';
import { PAYMENTS_SOURCE } from '../../src/receiver/process.js';
import { DeliveryClient, interpretAcknowledgement, type Manner } from '../../src/workload/deliveryClient.js';
import { newPayment } from '../../src/workload/payments.js';

const answer = (status: number, body = '{}') =>
  interpretAcknowledgement({ status, headers: {}, body: Buffer.from(body) });

describe('answers of a receiver', () => {
  it('tell what became of the event', () => {
    expect(answer(202)).to.include({ kind: 'ok', code: 'STORED', replayed: false });
    expect(answer(200)).to.include({ kind: 'ok', code: 'KNOWN', replayed: true });
    expect(answer(401, '{"code":"signature-mismatch"}')).to.include({ kind: 'fail', code: 'signature-mismatch' });
    expect(answer(503, '{"code":"store-unavailable"}')).to.include({ kind: 'unknown', code: 'store-unavailable' });
    expect(answer(500, 'oops')).to.include({ kind: 'unknown', code: undefined });
    expect(answer(302)).to.include({ kind: 'unknown' });
  });
});

describe('the provider of the load test', () => {
  const [event] = newPayment('p', 1).events;

  /** What arrives at a receiver, and whether the provider's own library accepts it. */
  async function delivered(manner: Manner): Promise<{ readonly accepted: boolean; readonly path: string | undefined }> {
    let seen: { headers: IncomingHttpHeaders; url: string | undefined; body: string } | undefined;
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        seen = { headers: request.headers, url: request.url, body };
        response.writeHead(202).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const history = new RunHistory().recorder('by-hand');
    const client = new DeliveryClient({
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      recorder: history,
      latency: new LatencyRecorder(),
      connections: 1,
      signal: new AbortController().signal
    });
    try {
      await client.deliver(event!, manner);
    } finally {
      await client.close();
      server.close();
    }
    expect(history.entries().map(({ kind }) => kind)).to.deep.equal(['invoke', 'ok']);
    expect(history.entries()[0]).to.include({ key: 'Payments:p-ch1-evt0', operation: 'charge.created' });
    const { headers, body, url } = seen!;
    const stripe = new Stripe('sk_test_not_used');
    try {
      stripe.webhooks.constructEvent(body, headers['stripe-signature']!, PAYMENTS_SOURCE.secret);
      return { accepted: true, path: url };
    } catch {
      return { accepted: false, path: url };
    }
  }

  it('signs as the provider does', async () => {
    expect(await delivered({})).to.deep.equal({ accepted: true, path: '/webhooks/payments' });
  });

  it('fails to, where a scenario wants it', async () => {
    const unsigned: Manner = { tamper: (delivery) => ({ ...delivery, headers: { 'stripe-signature': 't=1,v1=00' } }) };
    for (const manner of [unsigned, { secret: 'whsec_other' }, { signedAt: Date.now() - 400_000 }]) {
      expect((await delivered(manner)).accepted).to.equal(false);
    }
  });
});
