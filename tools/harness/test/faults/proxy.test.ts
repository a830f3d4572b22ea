import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PASS, type Fault, type FaultReport } from '../../src/faults/fault.js';
import { FaultProxy } from '../../src/faults/proxy.js';
import { HttpClient, describeFailure, headerOf } from '../../src/org/httpClient.js';

describe('the fault proxy', () => {
  let server: Server;
  let received: { method: string; url: string; key: string | undefined; host: string | undefined; body: string }[];
  let reports: FaultReport[];
  let proxy: FaultProxy;
  let client: HttpClient;

  beforeEach(async () => {
    received = [];
    reports = [];
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const key = request.headers['idempotency-key'] as string | undefined;
        received.push({ method: request.method!, url: request.url!, key, host: request.headers.host, body });
        response.writeHead(201, { 'content-type': 'application/json', 'idempotent-replayed': 'true' });
        response.end(JSON.stringify({ number: received.length, filling: 'x'.repeat(1000) }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(async () => {
    await client.close();
    await proxy.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const upstream = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function start(plan: (occurrence: number) => Fault): Promise<void> {
    proxy = await FaultProxy.start({
      upstream: upstream(),
      plan: ({ occurrence }) => plan(occurrence),
      onRequest: (report) => reports.push(report)
    });
    client = new HttpClient(proxy.url, 64);
  }

  const post = (key = 'k', body = '{"a":1}') =>
    client.send({ method: 'POST', path: '/orders?x=1', headers: { 'idempotency-key': key }, body, timeoutMs: 5000 });

  const failure = (sending: Promise<unknown>): Promise<string> =>
    sending.then(
      () => 'answered',
      (error: unknown) => describeFailure(error)
    );

  it('passes a request and its answer unchanged', async () => {
    await start(() => ({ kind: 'pass' }));

    const answer = await post();

    expect(answer.status).to.equal(201);
    expect(headerOf(answer, 'Idempotent-Replayed')).to.equal('true');
    expect(JSON.parse(answer.body.toString())).to.have.property('number', 1);
    expect(received).to.deep.equal([
      { method: 'POST', url: '/orders?x=1', key: 'k', host: new URL(upstream()).host, body: '{"a":1}' }
    ]);
    expect(reports).to.deep.equal([{ key: 'k', occurrence: 1, fault: 'pass', upstreamStatus: 201 }]);
  });

  it('cuts the connection only after the org has answered', async () => {
    await start((occurrence) => ({ kind: occurrence === 1 ? 'drop-response' : 'pass' }));

    expect(await failure(post())).to.not.equal('answered');
    expect(received).to.have.length(1);
    expect(reports).to.deep.equal([{ key: 'k', occurrence: 1, fault: 'drop-response', upstreamStatus: 201 }]);
    expect((await post()).status).to.equal(201);
  });

  it('resets the connection in the middle of the body', async () => {
    await start(() => ({ kind: 'cut-mid-body' }));

    expect(await failure(post())).to.match(/ECONNRESET|other side closed|terminated/);
    expect(received).to.have.length(1);
  });

  it('drops a request before the org sees it', async () => {
    await start(() => ({ kind: 'drop-request' }));

    expect(await failure(post())).to.not.equal('answered');
    expect(received).to.be.empty;
    expect(reports[0]).to.not.have.property('upstreamStatus');
  });

  it('sends a duplicate to the org and one answer to the client', async () => {
    await start(() => ({ kind: 'duplicate' }));

    expect((await post()).status).to.equal(201);
    expect(received.map((request) => request.key)).to.deep.equal(['k', 'k']);
  });

  it('holds an answer back for as long as the plan says', async () => {
    await start(() => ({ kind: 'delay', ms: 120 }));
    const before = performance.now();

    await post();

    expect(performance.now() - before).to.be.at.least(115);
  });

  it('counts occurrences for each key, and lets many requests through at once', async () => {
    await start((occurrence) => ({ kind: occurrence % 2 === 1 ? 'drop-response' : 'pass' }));
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);

    const first = await Promise.all(keys.map((key) => failure(post(key))));
    const second = await Promise.all(keys.map((key) => failure(post(key))));

    expect(first).to.not.include('answered');
    expect(new Set(second)).to.deep.equal(new Set(['answered']));
    expect(received).to.have.length(80);
  });

  it('closes the connection of the client when the org is dead', async () => {
    await start(() => PASS);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));

    expect(await failure(post())).to.not.equal('answered');
  });

  it('stops while clients keep connections open', async () => {
    await start(() => PASS);
    await post();

    await proxy.stop();

    expect(await failure(post())).to.contain('ECONNREFUSED');
  });
});
