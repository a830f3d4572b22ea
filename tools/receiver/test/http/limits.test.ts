import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import type { Receiver } from '../../src/commands/receiver.js';
import { OrgDouble } from '../support/orgDouble.js';
import { TestPostgres } from '../support/postgres.js';
import { SOURCE, bodyOf, eventually, send, signatureOf, start } from '../support/receiver.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('limits of the listener', function () {
  this.timeout(120_000);
  let postgres: TestPostgres;
  let org: OrgDouble;
  let receiver: Receiver;

  before(async () => {
    postgres = await TestPostgres.start();
    org = await OrgDouble.start();
    receiver = await start({
      databaseUrl: await postgres.createDatabase(),
      orgUrl: org.url,
      limits: { headersTimeoutSeconds: 1, requestTimeoutSeconds: 1.5, connections: 60 },
      forwarding: { enabled: false }
    });
  });

  after(async () => {
    await receiver.stop();
    await org.stop();
    await postgres.stop();
  });

  /** A raw connection, and everything that comes back over it. */
  function open(): { socket: Socket; heard: () => string; closed: Promise<number> } {
    const { hostname, port } = new URL(receiver.url);
    const socket = connect(Number(port), hostname);
    const start = performance.now();
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    const closed = new Promise<number>((resolve) => socket.on('close', () => resolve(performance.now() - start)));
    return { socket, heard: () => text, closed };
  }

  const head = (...lines: string[]): string =>
    [`POST ${SOURCE.path} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n');

  it('a flood of headers: 431', async () => {
    const { socket, heard, closed } = open();
    socket.write(head(...Array.from({ length: 2_000 }, (_, index) => `x-flood-${index}: ${'y'.repeat(40)}`)));
    await closed;

    expect(heard()).to.match(/^HTTP\/1\.1 431 /);
  });

  it('headers that never end, and bodies that trickle, are cut off in time', async () => {
    const endless = open();
    const trickle = open();
    endless.socket.write('POST /webhooks/probe HTTP/1.1\r\nHost: x\r\n');
    trickle.socket.write(head('content-length: 100'));
    const timer = setInterval(() => {
      endless.socket.write('x: y\r\n');
      trickle.socket.write('.');
    }, 100);
    const times = await Promise.all([endless.closed, trickle.closed]);
    clearInterval(timer);

    for (const time of times) expect(time).to.be.below(15_000);
    for (const { heard } of [endless, trickle]) expect(heard()).to.match(/^HTTP\/1\.1 408 /);
  });

  it('slow senders do not keep others out', async () => {
    const slow = Array.from({ length: 50 }, open);
    for (const { socket } of slow) socket.write('POST /webhooks/probe HTTP/1.1\r\n');

    expect((await send(receiver, { id: 'quick' })).status).to.be.below(300);

    for (const { socket } of slow) socket.destroy();
  });

  it('text that is no HTTP, wrong lengths, and two requests in one packet: a clear answer, the process goes on', async () => {
    const noise = open();
    noise.socket.write('\x16\x03\x01 what\r\n\r\n');
    await noise.closed;
    expect(noise.heard()).to.match(/^HTTP\/1\.1 400 /);

    const body = bodyOf({ id: 'pipelined' });
    const whole = head(`x-signature: ${signatureOf(body)}`, `content-length: ${Buffer.byteLength(body)}`) + body;
    const pipelined = open();
    pipelined.socket.write(whole + whole);
    await eventually(() => pipelined.heard().split('HTTP/1.1 ').length === 3, 'two answers');
    expect(pipelined.heard()).to.include('HTTP/1.1 202').and.include('HTTP/1.1 200');
    pipelined.socket.destroy();

    const smuggled = open();
    smuggled.socket.write(head('content-length: 5', 'transfer-encoding: chunked') + '0\r\n\r\n');
    await smuggled.closed;
    expect(smuggled.heard()).to.match(/^HTTP\/1\.1 400 /);
  });

  it('memory stays flat under deliveries that are refused', async function () {
    const megabyte = 'z'.repeat(1_000_000);
    const run = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 4) {
        await Promise.all(
          Array.from({ length: 4 }, async () => {
            const response = await fetch(receiver.url + SOURCE.path, { method: 'POST', body: megabyte });
            await response.arrayBuffer();
            expect(response.status).to.equal(401);
          })
        );
      }
    };
    /** What lives, in MB: when the process gives memory back to the system is its collector's business. */
    const living = (): number => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return (heapUsed + external) / 1e6;
    };
    await run(40);
    const before = living();
    await run(160);

    // 160 MB went by.
    expect(living() - before).to.be.below(40);
  });
});
