import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import type { Receiver } from '../../src/commands/receiver.js';
import { createLogger } from '../../src/observe/logger.js';
import { OrgDouble, rowErrors } from '../support/orgDouble.js';
import { TestPostgres, query } from '../support/postgres.js';
import { eventually, send, start, type Settings } from '../support/receiver.js';

describe('forwarding', function () {
  this.timeout(120_000);
  let postgres: TestPostgres;
  let org: OrgDouble;
  let databaseUrl: string;
  let receivers: Receiver[];
  const lines: string[] = [];

  const startOne = async (forwarding: Settings['forwarding'] = {}): Promise<Receiver> => {
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    const backoffSeconds = { first: 0.05, most: 0.2 };
    const settings = { databaseUrl, orgUrl: org.url, forwarding: { backoffSeconds, ...forwarding } };
    const receiver = await start(settings, logger);
    receivers.push(receiver);
    return receiver;
  };
  const states = async (): Promise<Record<string, number>> => {
    const rows = await query<{ state: string; count: number }>(
      databaseUrl,
      'SELECT state, count(*)::int AS count FROM receiver.events GROUP BY state'
    );
    return Object.fromEntries(rows.map((row) => [row.state, row.count]));
  };
  const delivered = (count: number): Promise<void> =>
    eventually(async () => (await states()).delivered === count, `${count} events are delivered`);
  const sendAll = (receiver: Receiver, ids: readonly string[], entity?: string): Promise<unknown> =>
    Promise.all(ids.map((id) => send(receiver, entity === undefined ? { id } : { id, entity })));

  before(async () => {
    postgres = await TestPostgres.start();
  });

  beforeEach(async () => {
    org = await OrgDouble.start();
    databaseUrl = await postgres.createDatabase();
    receivers = [];
    lines.length = 0;
  });

  afterEach(async () => {
    await Promise.all(receivers.map((receiver) => receiver.stop()));
    await org.stop();
  });

  after(() => postgres.stop());

  const ids = (count: number, prefix = 'e'): string[] =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  it('a burst goes in batches of up to 200, each event once', async () => {
    // However slowly the events come, each batch waits for company until it is full.
    const receiver = await startOne({ lingerMilliseconds: 20_000 });

    await sendAll(receiver, ids(1_000));
    await delivered(1_000);

    expect(org.calls.length).to.be.within(5, 8);
    expect(org.order).to.have.length(1_000);
    expect(Math.max(...org.calls.map((call) => call.rows.length))).to.equal(200);
  });

  it('the payloads of a call stay below the limit', async () => {
    const receiver = await startOne({ batchBytes: 50_000, lingerMilliseconds: 200 });

    await Promise.all(ids(12).map((id) => send(receiver, { id, data: 'x'.repeat(20_000) })));
    await send(receiver, { id: 'alone', data: 'x'.repeat(60_000) });
    await delivered(13);

    for (const call of org.calls) expect(call.rows.length).to.be.at.most(2);
  });

  it('a version beyond 2^53 arrives digit by digit', async () => {
    const receiver = await startOne();
    const body = '{"id":"v","type":"t","entity":"e","version":900719925474099312,"data":{"n":12345678901234567890}}';
    const { post } = await import('../support/receiver.js');

    expect((await post(receiver, body)).status).to.equal(202);
    await delivered(1);

    expect(org.calls[0]!.body).to.include('"Source_Version__c":900719925474099312');
    expect(org.rows.get('Probe:v')!.Payload__c).to.equal('{"n":12345678901234567890}');
  });

  it('DUPLICATE_VALUE counts as delivered: the answer to an insert was lost', async () => {
    org.script = (rows, call) => {
      if (call > 1) return undefined;
      org.insert(rows);
      return { status: 0 };
    };
    const receiver = await startOne();

    await sendAll(receiver, ids(20));
    await delivered(20);

    expect(org.order).to.have.length(20);
    expect(org.calls.length).to.be.at.least(2);
  });

  it('a row that is refused for good becomes a dead letter, the others are delivered; a retry delivers it', async () => {
    org.script = (rows) => {
      const { body } = org.insert(rows.filter((row) => row.Event_Key__c !== 'Probe:e3'));
      const results = [...(body as unknown[])];
      const bad = rows.findIndex((row) => row.Event_Key__c === 'Probe:e3');
      const error = {
        statusCode: 'STRING_TOO_LONG',
        message: 'Payload: data value too large: s3cret',
        fields: ['Payload__c']
      };
      if (bad >= 0) results.splice(bad, 0, { success: false, errors: [error] });
      return { status: 200, body: results };
    };
    const receiver = await startOne();

    await sendAll(receiver, ids(10));
    await delivered(9);

    expect(await states()).to.deep.equal({ delivered: 9, dead: 1 });
    const letters = await query(databaseUrl, 'SELECT code, fields, attempts FROM receiver.dead_letters');
    expect(letters).to.deep.equal([{ code: 'STRING_TOO_LONG', fields: ['Payload__c'], attempts: 1 }]);
    expect(lines.join('')).not.to.include('s3cret');
    expect((await send(receiver, { id: 'e3' })).status, 'a redelivery is known').to.equal(200);
  });

  it('a passing refusal is tried again, later events of the entity wait behind it, and attempts are limited', async () => {
    let refusals = 2;
    org.script = (rows) => {
      if (rows.some((row) => row.Event_Key__c === 'Probe:never')) return rowErrors(rows, 'UNABLE_TO_LOCK_ROW');
      if (rows.some((row) => row.Event_Key__c === 'Probe:first') && (refusals -= 1) >= 0) {
        return rowErrors(rows, 'UNABLE_TO_LOCK_ROW');
      }
      return undefined;
    };
    const receiver = await startOne({ attempts: 4, batchSize: 1, lingerMilliseconds: 0 });

    await send(receiver, { id: 'first', entity: 'A' });
    await send(receiver, { id: 'second', entity: 'A' });
    await send(receiver, { id: 'other', entity: 'B' });
    await delivered(3);
    const order = org.order.filter((key) => key !== 'Probe:other');
    expect(order).to.deep.equal(['Probe:first', 'Probe:second']);

    await send(receiver, { id: 'never', entity: 'C' });
    await eventually(async () => (await states()).dead === 1, 'attempts are used up');
    const [letter] = await query(databaseUrl, 'SELECT code, attempts FROM receiver.dead_letters');
    expect(letter).to.deep.equal({ code: 'UNABLE_TO_LOCK_ROW', attempts: 4 });
  });

  it('events of an entity arrive in their order, through two receivers over one database, each once at a time', async () => {
    let atOnce = 0;
    const onTheirWay = new Map<string, number>();
    org.script = async (rows) => {
      for (const { Entity_Id__c: entity } of new Map(rows.map((row) => [row.Entity_Id__c, row])).values()) {
        onTheirWay.set(entity, (onTheirWay.get(entity) ?? 0) + 1);
        atOnce = Math.max(atOnce, onTheirWay.get(entity)!);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
      const answer = org.insert(rows);
      for (const entity of new Set(rows.map((row) => row.Entity_Id__c))) {
        onTheirWay.set(entity, onTheirWay.get(entity)! - 1);
      }
      return answer;
    };
    const [one, two] = [await startOne({ batchSize: 7 }), await startOne({ batchSize: 7 })];
    const entities = ids(10, 'entity-');

    await Promise.all(
      entities.map(async (entity) => {
        for (let version = 0; version < 20; version += 1) {
          await send(version % 2 === 0 ? one : two, {
            id: `${entity}/${String(version).padStart(2, '0')}`,
            entity,
            version
          });
        }
      })
    );
    await delivered(200);

    expect(org.calls.flatMap((call) => call.rows)).to.have.length(200);
    expect(atOnce).to.equal(1);
    for (const entity of entities) {
      const order = org.order.filter((key) => key.includes(`${entity}/`));
      expect(order).to.deep.equal(order.toSorted());
    }
    const shares = await Promise.all(receivers.map((receiver) => receiver.metrics.calls.get()));
    for (const { values } of shares) expect(values[0]?.value ?? 0).to.be.above(0);
  });

  it('REQUEST_LIMIT_EXCEEDED pauses forwarding; deliveries are taken all the while', async () => {
    let used = true;
    const calledAt: number[] = [];
    org.script = () => {
      calledAt.push(performance.now());
      return used
        ? { status: 403, body: [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit' }] }
        : undefined;
    };
    const receiver = await startOne({ pauseSeconds: 1 });

    await sendAll(receiver, ids(50));
    const forwarding = async (): Promise<string> =>
      ((await (await fetch(`${receiver.adminUrl}/readyz`)).json()) as { forwarding: string }).forwarding;
    await eventually(async () => (await forwarding()) === 'rests: request-limit', 'readiness says why it rests');
    expect((await send(receiver, { id: 'meanwhile' })).status).to.equal(202);
    await eventually(() => calledAt.length >= 2, 'it is tried again');

    used = false;
    const refused = calledAt.length;
    await delivered(51);
    expect(calledAt.length - refused).to.be.within(1, 2);
    for (let call = 1; call <= refused; call += 1) expect(calledAt[call]! - calledAt[call - 1]!).to.be.above(950);
  });

  it('few calls left by Sforce-Limit-Info: forwarding pauses after the call', async () => {
    const calledAt: number[] = [];
    org.script = (rows) => {
      calledAt.push(performance.now());
      return { ...org.insert(rows), headers: { 'Sforce-Limit-Info': 'api-usage=96/100' } };
    };
    // Without a burst's linger: it is the pause that is waited for.
    const receiver = await startOne({ pauseSeconds: 1, reservedShare: 0.05, burstLingerMilliseconds: 20 });

    await send(receiver, { id: 'one' });
    await delivered(1);
    await send(receiver, { id: 'two' });
    await delivered(2);

    expect(calledAt).to.have.length(2);
    expect(calledAt[1]! - calledAt[0]!).to.be.above(950);
  });

  it('an org that is away, or refuses every call, loses nothing; no event is blamed', async () => {
    const answers = [
      { status: 503 },
      { status: 0 },
      { status: 500, body: [{ errorCode: 'UNKNOWN_EXCEPTION' }] },
      { status: 404, body: [{ errorCode: 'NOT_FOUND' }] },
      { status: 200, body: [] },
      { status: 403, body: [{ errorCode: 'API_DISABLED_FOR_ORG' }] }
    ];
    org.script = (rows, call) =>
      answers[call - 1] ?? (call === 7 ? rowErrors(rows, 'INSUFFICIENT_ACCESS_OR_READONLY') : undefined);
    const receiver = await startOne({ attempts: 1 });

    await sendAll(receiver, ids(30));
    await delivered(30);

    expect(org.order).to.have.length(30);
    expect(lines.join('')).to.include('Deploy force-app/core');
  });

  it('a call that is not understood is halved until the event at fault is alone', async () => {
    org.script = (rows) =>
      rows.some((row) => row.Event_Key__c === 'Probe:e5')
        ? { status: 400, body: [{ errorCode: 'JSON_PARSER_ERROR', message: 'no' }] }
        : undefined;
    // One call for all of them, however slowly they come.
    const receiver = await startOne({ batchSize: 16, lingerMilliseconds: 20_000 });

    await sendAll(receiver, ids(16));
    await delivered(15);

    const [letter] = await query(databaseUrl, 'SELECT code FROM receiver.dead_letters');
    expect(letter).to.deep.equal({ code: 'JSON_PARSER_ERROR' });
    expect(org.calls.length).to.equal(9);
  });

  it('stopping lets the call that runs end, answers what was sent, and leaves nothing claimed', async () => {
    org.script = async (rows) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return org.insert(rows);
    };
    const receiver = await startOne();
    await sendAll(receiver, ids(10));
    await eventually(() => org.calls.length === 1, 'a call runs');

    const late = Promise.all(ids(20, 'late').map((id) => send(receiver, { id }).catch(() => ({ status: 503 }))));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const silent = connect(Number(new URL(receiver.url).port), '127.0.0.1').on('error', () => undefined);
    await once(silent, 'connect');
    const began = performance.now();
    await receiver.stop();
    // Senders keep their connections open; the stop must not wait for them until its deadline of 25 s.
    expect(performance.now() - began).to.be.below(15_000);

    // Whoever came after the end was told so; whoever was told 202 is in the store.
    const statuses = (await late).map((reply) => reply.status);
    for (const status of statuses) expect(status).to.be.oneOf([202, 503]);
    const accepted = 10 + statuses.filter((status) => status === 202).length;
    const { delivered: done = 0, waiting = 0 } = await states();
    expect(done + waiting).to.equal(accepted);
    expect(done).to.equal(org.order.length).and.to.be.at.least(org.calls[0]!.rows.length);
    const claimed = await query(databaseUrl, 'SELECT 1 FROM receiver.events WHERE lease IS NOT NULL');
    expect(claimed).to.have.length(0);
  });
});
