import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpClient, describeFailure, headerOf } from '../../src/org/httpClient.js';

describe('the HTTP client', () => {
  let server: Server;
  let client: HttpClient;

  before(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.url === '/silent') return;
        if (request.url === '/cut') {
          response.writeHead(200, { 'content-length': 10 });
          response.write('half');
          setTimeout(() => request.socket.resetAndDestroy(), 20);
          return;
        }
        response.writeHead(201, { 'x-method': request.method, 'set-cookie': ['a', 'b'] });
        response.end(Buffer.concat([Buffer.from('é:'), ...chunks]));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = new HttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 60);
  });

  after(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const failureOf = (task: Promise<unknown>): Promise<string> =>
    task.then(
      () => 'it was answered',
      (error: unknown) => describeFailure(error)
    );

  it('gives status, headers and the bytes as they came', async () => {
    const answer = await client.send({ method: 'POST', path: '/', headers: { accept: '*/*' }, body: '€' });

    expect(answer.status).to.equal(201);
    expect(answer.body.toString('utf8')).to.equal('é:€');
    expect([headerOf(answer, 'X-Method'), headerOf(answer, 'Set-Cookie')]).to.deep.equal(['POST', 'a']);
  });

  it('says when no answer came in time, when it was cut off, and when nobody is there', async () => {
    expect(await failureOf(client.send({ method: 'GET', path: '/silent', timeoutMs: 200 }))).to.equal(
      'no answer in time'
    );
    expect(await failureOf(client.send({ method: 'GET', path: '/cut' }))).to.not.equal('it was answered');
    const nobody = new HttpClient('http://127.0.0.1:1', 1);
    expect(await failureOf(nobody.send({ method: 'GET', path: '/' }))).to.contain('ECONNREFUSED');
    await nobody.close();
  });

  it('ends all requests that are under way when its signal says so, and begins none', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = Array.from({ length: 50 }, () =>
      failureOf(client.send({ method: 'GET', path: '/silent', signal }))
    );
    setTimeout(() => controller.abort(new Error('stopped')), 100);

    expect(new Set(await Promise.all(waiting))).to.deep.equal(new Set(['stopped']));
    expect(await failureOf(client.send({ method: 'GET', path: '/', signal }))).to.equal('stopped');
  });
});
