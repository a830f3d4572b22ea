import { expect } from 'chai';
import { request } from 'undici';
import type { Receiver } from '../../src/commands/receiver.js';
import { createLogger } from '../../src/observe/logger.js';
import { openGate, type Gate } from '../support/gate.js';
import { OrgDouble } from '../support/orgDouble.js';
import { TestPostgres, query } from '../support/postgres.js';
import { SOURCE, bodyOf, eventually, post, send, signatureOf, start } from '../support/receiver.js';

describe('deliveries', function () {
  this.timeout(120_000);
  let postgres: TestPostgres;
  let org: OrgDouble;
  let databaseUrl: string;
  let gate: Gate;
  let receiver: Receiver;
  /** Waits for its store a second, which is less than a busy machine may need: only for a store that does not answer. */
  let impatient: Receiver;
  const lines: string[] = [];

  const keys = async (): Promise<string[]> =>
    (await query<{ event_key: string }>(databaseUrl, 'SELECT event_key FROM receiver.events ORDER BY id')).map(
      (row) => row.event_key
    );

  before(async () => {
    postgres = await TestPostgres.start();
    org = await OrgDouble.start();
    databaseUrl = await postgres.createDatabase();
    gate = await openGate(databaseUrl);
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    const settings = { databaseUrl: gate.url, orgUrl: org.url, forwarding: { enabled: false } };
    receiver = await start(settings, logger);
    impatient = await start({ ...settings, limits: { storeTimeoutSeconds: 1 } }, logger);
  });

  beforeEach(async () => {
    await query(databaseUrl, 'TRUNCATE receiver.events CASCADE');
    lines.length = 0;
  });

  after(async () => {
    await Promise.all([receiver.stop(), impatient.stop()]);
    await gate.close();
    await org.stop();
    await postgres.stop();
  });

  it('a new event: 202, stored with its fields', async () => {
    const reply = await send(receiver, { id: 'e1', entity: 'A', version: 7, data: { price: 1.5 } });

    expect(reply.status).to.equal(202);
    expect(reply.body).to.deep.equal({ stored: 1, known: 0 });
    const [row] = await query(
      databaseUrl,
      'SELECT source, event_type, entity_id, source_version, payload, state FROM receiver.events'
    );
    expect(row).to.deep.equal({
      source: 'Probe',
      event_type: 'probe.reported',
      entity_id: 'A',
      source_version: '7',
      payload: '{"price":1.5}',
      state: 'waiting'
    });
  });

  it('a known event: 200, once in the store, also when fifty come at once', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(receiver, { id: 'twice' })));

    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses.filter((status) => status === 202)).to.have.length(1);
    expect(statuses.filter((status) => status === 200)).to.have.length(49);
    expect(await keys()).to.deep.equal(['Probe:twice']);
  });

  it('the same key with another content: 200, counted and logged, the first content stays', async () => {
    await send(receiver, { id: 'e1', data: { state: 'first' } });

    const reply = await send(receiver, { id: 'e1', data: { state: 'second-and-hidden' } });

    expect(reply.status).to.equal(200);
    const [row] = await query(databaseUrl, 'SELECT payload, conflicts FROM receiver.events');
    expect(row).to.deep.equal({ payload: '{"state":"first"}', conflicts: 1 });
    expect(await receiver.metrics.registry.getSingleMetricAsString('receiver_conflicts_total')).to.include('} 1');
    expect(lines.join('')).to.include('"eventKey":"Probe:e1"').and.not.include('second-and-hidden');
  });

  it('a bad signature: 401, neither stored nor logged', async () => {
    const body = bodyOf({ id: 'forged', data: { marker: 'unverified-content' } });

    const tampered = await post(receiver, `${body} `, { 'x-signature': signatureOf(body) });
    const unsigned = await post(receiver, body, {});

    expect([tampered.status, unsigned.status]).to.deep.equal([401, 401]);
    expect([tampered.body.code, unsigned.body.code]).to.deep.equal(['signature-mismatch', 'signature-missing']);
    expect(await keys()).to.deep.equal([]);
    expect(lines.join('')).to.include('signature-mismatch').and.not.include('unverified-content');
  });

  it('a body that is no event: 400 with what is wrong, nothing stored', async () => {
    for (const body of [
      '',
      '{',
      '[]',
      '{"id":"x"}',
      '\ufeff{',
      '{"id":"x","type":"t","entity":"","version":1,"data":{}}'
    ]) {
      const reply = await post(receiver, body);
      expect(reply.status, body).to.equal(400);
      expect(reply.body.detail, body).to.be.a('string').and.not.equal('');
    }
    expect(await keys()).to.deep.equal([]);
  });

  it('what the inbox could never take is refused at the door: 400 for columns, 413 for the payload', async () => {
    const nul = await post(receiver, bodyOf({ id: 'a\u0000b' }));
    const long = await send(receiver, { id: 'k'.repeat(256) });
    const half = await post(receiver, bodyOf({ id: 'half' }).replace('half', '\\ud800'));
    const payload = await send(receiver, { id: 'big', data: 'x'.repeat(131_072) });
    const fits = await send(receiver, { id: 'fits', data: 'x'.repeat(131_070) });

    expect([nul.status, long.status, half.status, payload.status, fits.status]).to.deep.equal([
      400, 400, 400, 413, 202
    ]);
    expect(await keys()).to.deep.equal(['Probe:fits']);
  });

  it('bodies of 1 MB and 10 MB: a clear answer, nothing stored', async () => {
    const megabyte = await post(receiver, bodyOf({ id: 'mb', data: 'x'.repeat(1_000_000) }));
    const ten = await post(receiver, bodyOf({ id: 'ten', data: 'x'.repeat(10_000_000) })).catch(
      (error: { code?: string }) => ({ status: error.code })
    );

    expect(megabyte.status).to.equal(413);
    // A sender that keeps writing may see the connection end before it reads the answer.
    expect(ten.status).to.be.oneOf([413, 'UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
    expect(await keys()).to.deep.equal([]);
    expect((await send(receiver, { id: 'after' })).status).to.equal(202);
  });

  it('bytes are verified as they came: any content type, and a form', async () => {
    const body = bodyOf({ id: 'as-text' });
    const types = ['text/plain', 'application/json; charset=latin1'];
    for (const type of types) {
      const reply = await post(receiver, body, { 'x-signature': signatureOf(body), 'content-type': type });
      expect(reply.status, type).to.be.oneOf([200, 202]);
    }
    const form = 'Body=a+b&To=%2B49';
    const asForm = await post(receiver, form, {
      'x-signature': signatureOf(form),
      'content-type': 'application/x-www-form-urlencoded'
    });
    // Verified as it came; only then it turns out that this source's events need other fields.
    expect(asForm.status).to.equal(400);
    const compressed = await post(receiver, body, { 'x-signature': signatureOf(body), 'content-encoding': 'gzip' });
    expect(compressed.status).to.equal(415);
  });

  it('other paths and methods: 404 and 405', async () => {
    const missing = await request(`${receiver.url}/webhooks/nobody`, { method: 'POST', body: '{}' });
    const get = await request(`${receiver.url}${SOURCE.path}?x=1`);

    expect([missing.statusCode, get.statusCode, get.headers.allow]).to.deep.equal([404, 405, 'POST']);
    await Promise.all([missing.body.dump(), get.body.dump()]);
  });

  it('the store is down: 503 and Retry-After, never a 2xx; afterwards all is well', async () => {
    gate.shut();
    const down = await send(impatient, { id: 'down' });
    const readiness = await request(`${impatient.adminUrl}/readyz`);
    await readiness.body.dump();
    gate.open();

    expect(down.status).to.equal(503);
    expect(down.headers['retry-after']).to.equal('5');
    expect(readiness.statusCode).to.equal(503);
    await eventually(async () => (await send(impatient, { id: 'down' })).status === 202, 'the store is back');
  });

  it('the store swallows what it is told: 503 in time', async () => {
    await send(impatient, { id: 'before' });
    gate.stall();
    const start = performance.now();
    const replies = await Promise.all(['s1', 's2', 's3'].map((id) => send(impatient, { id })));
    gate.open();

    expect(replies.map((reply) => reply.status)).to.deep.equal([503, 503, 503]);
    expect(performance.now() - start).to.be.below(10_000);
    await eventually(async () => (await send(impatient, { id: 's1' })).status < 300, 'the store is back');
  });

  it('one delivery that the database refuses does not take others of its group along', async () => {
    await query(
      databaseUrl,
      `ALTER TABLE receiver.events ADD CONSTRAINT no_poison CHECK (event_key <> 'Probe:poison')`
    );
    try {
      const ids = ['g1', 'g2', 'poison', 'g3', 'g4'];
      const replies = await Promise.all(ids.map((id) => send(receiver, { id })));

      expect(replies.map((reply) => reply.status)).to.deep.equal([202, 202, 500, 202, 202]);
      expect((await keys()).sort()).to.deep.equal(['Probe:g1', 'Probe:g2', 'Probe:g3', 'Probe:g4']);
    } finally {
      await query(databaseUrl, 'ALTER TABLE receiver.events DROP CONSTRAINT no_poison');
    }
  });

  it('metrics, health and readiness are on the other listener only', async () => {
    const read = async (url: string): Promise<[number, string]> => {
      const response = await request(url);
      return [response.statusCode, await response.body.text()];
    };

    const [status, metrics] = await read(`${receiver.adminUrl}/metrics`);
    expect(status).to.equal(200);
    expect(metrics)
      .to.match(/^receiver_waiting_events \d+$/m)
      .and.match(/^receiver_deliveries_total\{/m);
    expect((await read(`${receiver.adminUrl}/healthz`))[0]).to.equal(200);
    expect((await read(`${receiver.adminUrl}/readyz`))[0]).to.equal(200);
    expect((await read(`${receiver.url}/metrics`))[0]).to.equal(404);
  });
});
