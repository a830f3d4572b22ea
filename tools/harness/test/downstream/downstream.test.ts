import { expect } from 'chai';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIXED_FAILURES, parsePlan, stepOfMix, type Plan } from '../../src/downstream/behaviour.js';
import { DownstreamService, DEFAULT_SETTINGS, type DownstreamSettings } from '../../src/downstream/service.js';
import { DownstreamStore, type Attempt, type Resource } from '../../src/downstream/store.js';

const TOKEN = 'not-a-secret';

describe('the remote service', () => {
  let folder: string;
  let service: DownstreamService;

  const start = async (settings: Partial<DownstreamSettings> = {}, token?: string): Promise<void> => {
    const store = await DownstreamStore.open(folder);
    service = await DownstreamService.start({
      store,
      settings: { ...DEFAULT_SETTINGS, ...settings },
      ...(token === undefined ? {} : { token })
    });
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'retrysafe-downstream-test-'));
    await start();
  });

  afterEach(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}${path}`, { method: 'POST', body: JSON.stringify(body), headers });
  const fulfil = (key: string, order = 'A', more: object = {}): Promise<Response> =>
    post('/fulfillments', { orderNumber: order, ...more }, { 'idempotency-key': key });
  const plan = (plan: Plan): Promise<Response> => post('/control/plans', { plans: [plan] });
  const json = async <Body>(answer: Promise<Response>): Promise<Body> => (await answer).json() as Promise<Body>;
  const found = async (query: string): Promise<Resource[]> =>
    (await json<{ fulfillments: Resource[] }>(fetch(`${service.url}/fulfillments?${query}`))).fulfillments;
  const attempts = async (): Promise<Attempt[]> =>
    (await json<{ attempts: Attempt[] }>(fetch(`${service.url}/control/attempts`))).attempts;

  it('does work once for one key, also when attempts come together', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => fulfil('k')));
    const bodies = new Set(await Promise.all(answers.map((answer) => answer.text())));

    expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(201));
    expect(bodies.size).to.equal(1);
    expect(await found('key=k')).to.have.length(1);
    expect((await attempts()).filter(({ created }) => created)).to.have.length(1);
  });

  it('refuses other content under a key, and work without a key', async () => {
    await fulfil('k');

    expect((await fulfil('k', 'A', { lines: [] })).status).to.equal(422);
    expect((await post('/fulfillments', { orderNumber: 'A' })).status).to.equal(400);
  });

  it('does every attempt anew where it does not honour keys', async () => {
    service.change({ honoursKeys: false });
    await fulfil('k');
    await fulfil('k');

    expect(await found('key=k')).to.have.length(2);
  });

  it('returns what exists when an order comes with a second key', async () => {
    service.change({ onePerEntity: true });
    const first = await json<Resource>(fulfil('k1'));
    const second = await fulfil('k2');

    expect(second.status).to.equal(409);
    expect(await second.json())
      .to.include({ id: first.id })
      .and.to.deep.include({ error: { code: 'already_fulfilled' } });
    expect(await found('order=A')).to.have.length(1);
  });

  it('looks up by key and by what the work is about, many at once', async () => {
    await fulfil('k1', 'A');
    await fulfil('k2', 'B');
    const looked = await json<{ fulfillments: Resource[] }>(post('/fulfillments/lookup', { keys: ['k2', 'k1', 'no'] }));
    const byOrder = await json<{ fulfillments: Resource[] }>(post('/fulfillments/lookup', { entities: ['B'] }));

    expect(looked.fulfillments.map(({ key }) => key)).to.deep.equal(['k2', 'k1']);
    expect(byOrder.fulfillments.map(({ entity }) => entity)).to.deep.equal(['B']);
    expect(await found('order=B')).to.have.length(1);
    expect((await fetch(`${service.url}/fulfillments`)).status).to.equal(400);
  });

  it('follows a plan, then answers', async () => {
    await plan({
      key: 'k',
      steps: [
        { do: 'refuse', status: 429, retryAfterSeconds: 7 },
        { do: 'refuse', status: 503, retryAfterSeconds: 7, retryAfterAsDate: true },
        { do: 'error-in-body', code: 'try_later' }
      ]
    });
    const first = await fulfil('k');
    const before = Date.now();
    const second = await fulfil('k');
    const after = Date.now();
    const [third, fourth] = [await fulfil('k'), await fulfil('k')];

    expect(first.status).to.equal(429);
    expect(first.headers.get('retry-after')).to.equal('7');
    // A date of HTTP has no milliseconds.
    expect(Date.parse(second.headers.get('retry-after') ?? '')).to.be.within(before + 6000, after + 7000);
    expect(await third!.json()).to.deep.equal({ error: { code: 'try_later' } });
    expect(fourth!.status).to.equal(201);
    expect((await attempts()).map(({ step }) => step)).to.deep.equal(['refuse', 'refuse', 'error-in-body', 'answer']);
  });

  it('has done the work of an answer that it cut off or denied', async () => {
    await plan({
      entity: 'A',
      steps: [{ do: 'commit-then-cut' }, { do: 'commit-then-fail', status: 502 }, { do: 'cut' }]
    });

    expect(await fulfil('k').catch(() => 'cut')).to.equal('cut');
    expect((await fulfil('k')).status).to.equal(502);
    expect(await fulfil('k').catch(() => 'cut')).to.equal('cut');
    expect(await found('key=k')).to.have.length(1);
    expect((await attempts()).map(({ status }) => status)).to.deep.equal([undefined, 502, undefined]);
  });

  it('remembers what it has done, and how often it was asked', async () => {
    const first = await json<Resource>(fulfil('k'));
    await service.stop();
    await start();

    expect(await json(fulfil('k'))).to.deep.equal(first);
    expect((await attempts()).map(({ occurrence }) => occurrence)).to.deep.equal([1, 2]);
  });

  it('drops a line that was cut off by a kill, and refuses a file that is no journal', async () => {
    await fulfil('k');
    await service.stop();
    const path = join(folder, 'downstream.jsonl');
    await appendFile(path, '{"attempt":{"num');
    await start();

    expect(await found('key=k')).to.have.length(1);
    await fulfil('k2');
    expect((await readFile(path, 'utf8')).trim().split('\n')).to.have.length(2);
    await appendFile(path, 'no json\n{}\n');
    expect(await DownstreamStore.open(folder).catch((error: Error) => error.message)).to.contain('downstream.jsonl:3');
  });

  it('loses what it is told to forget, for good, and gives no identifier twice', async () => {
    const first = await json<Resource>(fulfil('k'));
    await fetch(`${service.url}/control/resources`, {
      method: 'DELETE',
      body: JSON.stringify({ kind: 'fulfillments', keys: ['k'] })
    });
    await service.stop();
    await start();

    expect(await found('key=k')).to.be.empty;
    expect(await found('order=A')).to.be.empty;
    expect((await json<Resource>(fulfil('k'))).id).to.not.equal(first.id);
  });

  it('asks for its token where it has one', async () => {
    await service.stop();
    await start({}, TOKEN);

    expect((await fulfil('k')).status).to.equal(401);
    const allowed = { 'idempotency-key': 'k', authorization: `Bearer ${TOKEN}` };
    expect((await post('/fulfillments', { orderNumber: 'A' }, allowed)).status).to.equal(201);
  });

  it('says what it does not understand', async () => {
    expect((await post('/parcels', {})).status).to.equal(404);
    expect((await post('/control/plans', { plans: [{ key: 'k', steps: [{ do: 'dance' }] }] })).status).to.equal(400);
    expect((await post('/control/resources', { resources: [{ kind: 'parcels', key: 'k' }] })).status).to.equal(400);
    expect((await fetch(`${service.url}/fulfillments`, { method: 'POST', body: '{' })).status).to.equal(400);
  });
});

describe('a mix of failures', () => {
  const steps = Array.from({ length: 4000 }, (_, number) => stepOfMix({ seed: 7, failPercent: 30 }, `k${number}`, 1));

  it('fails as often as it should, in all ways', () => {
    const failed = steps.filter((step) => step.do !== 'answer');

    expect(failed.length / steps.length).to.be.within(0.27, 0.33);
    expect(new Set(failed).size).to.equal(MIXED_FAILURES.length);
  });

  it('depends on seed, key and attempt only', () => {
    const again = steps.map((_, number) => stepOfMix({ seed: 7, failPercent: 30 }, `k${number}`, 1));

    expect(again).to.deep.equal(steps);
    expect(steps.map((_, number) => stepOfMix({ seed: 8, failPercent: 30 }, `k${number}`, 1))).to.not.deep.equal(steps);
  });
});

describe('a plan', () => {
  it('names one key or one entity, and steps with what they need', () => {
    expect(parsePlan({ key: 'k', steps: [{ do: 'slow', ms: 5 }] }).steps).to.have.length(1);
    for (const wrong of [
      {},
      { key: 'k', entity: 'e', steps: [] },
      { key: 'k' },
      { key: 'k', steps: [{ do: 'slow' }] }
    ]) {
      expect(() => parsePlan(wrong)).to.throw(TypeError);
    }
    expect(() => parsePlan({ key: 'k', steps: [{ do: 'refuse' }] })).to.throw('"status"');
  });
});
