import { expect } from 'chai';
import { answerForCode, problemType, type ProblemCode } from '@retrysafe/contracts';
import { CommandClient, fetchTransport, KeyReuseError, MemoryKeyStore, type RetryPolicy } from '../src/index.js';
import { ScriptedServer, type Reaction } from './server.js';

const DONE = {
  operation: 'create-order',
  idempotencyKey: 'order-1',
  state: 'Succeeded',
  recordId: null,
  result: { number: 7 }
};
const ACCEPTED = { operation: 'create-order', idempotencyKey: 'order-1', state: 'Accepted', statusUrl: '/x' };
const ORDER = { orderNumber: '1', lines: [{ sku: 'a', quantity: 2 }] };

function problem(code: ProblemCode, headers: Record<string, string> = {}): Reaction {
  const answer = answerForCode(code);
  const status = answer?.statuses[0] ?? 0;
  const body = {
    type: problemType(code),
    title: answer?.title,
    status,
    code,
    detail: 'x',
    correlationId: 'c',
    errors: []
  };
  return { status, headers, body };
}

function status(state: string, outcome?: { status: number; body: unknown }): Reaction {
  return {
    status: 200,
    headers: { 'retry-after': '0' },
    body: { ...DONE, state, attempts: 2, ...(outcome ? { outcome } : {}) }
  };
}

describe('command client', () => {
  let server: ScriptedServer;
  let store: MemoryKeyStore;
  let waits: number[];

  async function clientFor(script: readonly Reaction[], policy: Partial<RetryPolicy> = {}): Promise<CommandClient> {
    server = await ScriptedServer.start(script);
    store = new MemoryKeyStore();
    waits = [];
    let token = 0;
    return new CommandClient({
      transport: fetchTransport({
        instanceUrl: server.url,
        accessToken: (refresh) => `token-${refresh ? ++token : token}`
      }),
      store,
      policy: { maxAttempts: 4, baseMs: 100, capMs: 300, pollMs: 10, timeoutMs: 20_000, ...policy },
      random: () => 0.5,
      sleep: async (ms) => void waits.push(ms)
    });
  }

  afterEach(() => server.stop());

  it('keeps the key before it sends, and closes the command after a final answer', async () => {
    const client = await clientFor([{ status: 201, body: DONE }]);

    const result = await client.send('create-order', ORDER, { key: 'order-1' });

    expect(result).to.include({ outcome: 'done', status: 201, replayed: false, attempts: 1, key: 'order-1' });
    expect(result).to.have.deep.property('result', { number: 7 });
    expect(await store.open()).to.deep.equal([]);
  });

  it('sends the same key and the same bytes with every attempt, and says that an answer was replayed', async () => {
    const client = await clientFor(['drop', { status: 201, headers: { 'idempotent-replayed': 'true' }, body: DONE }]);

    const result = await client.send('create-order', ORDER, { key: 'order-1' });

    expect(result).to.include({ outcome: 'done', replayed: true, attempts: 2 });
    expect(server.received.map(({ headers, body }) => [headers['idempotency-key'], body])).to.deep.equal([
      ['order-1', JSON.stringify(ORDER)],
      ['order-1', JSON.stringify(ORDER)]
    ]);
  });

  it('waits as the org asks, and by capped exponential back-off with jitter otherwise', async () => {
    const client = await clientFor([
      problem('RETRYABLE_FAILURE', { 'retry-after': '2' }),
      { status: 502, body: 'bad gateway' },
      problem('IN_PROGRESS'),
      { status: 200, body: DONE }
    ]);

    await client.send('create-order', ORDER, { key: 'order-1' });

    // Full jitter at 0.5: 100/2 on top of two seconds, 200/2, then 400 capped to 300, half of it.
    expect(waits).to.deep.equal([2050, 100, 150]);
  });

  for (const [code, outcome] of [
    ['REJECTED', 'rejected'],
    ['IDEMPOTENCY_CONFLICT', 'conflict'],
    ['ATTEMPTS_EXHAUSTED', 'exhausted'],
    ['INVALID_REQUEST', 'refused'],
    ['NOT_PERMITTED', 'refused']
  ] as const) {
    it(`ends at once with ${outcome} for ${code}`, async () => {
      const client = await clientFor([problem(code)]);

      const result = await client.send('create-order', ORDER, { key: 'order-1' });

      expect(result).to.include({ outcome, attempts: 1 });
      expect(await store.open()).to.deep.equal([]);
    });
  }

  it('leaves a command open when nobody knows, and goes on with it later under the same key', async () => {
    const client = await clientFor(['drop', 'drop', 'drop', problem('RETRYABLE_FAILURE'), { status: 201, body: DONE }]);

    const first = await client.send('create-order', ORDER, { key: 'order-1' });
    expect(first).to.include({ outcome: 'unresolved', knowledge: 'unknown', attempts: 4 });
    expect((await store.open()).map((command) => command.key)).to.deep.equal(['order-1']);

    const [second] = await client.resumeAll();
    expect(second).to.include({ outcome: 'done', key: 'order-1' });
    expect(server.received.at(-1)?.headers['idempotency-key']).to.equal('order-1');
  });

  it('does not take a refusal for the end when an earlier attempt got no answer', async () => {
    const client = await clientFor(['drop', problem('NOT_PERMITTED')]);

    const result = await client.send('create-order', ORDER, { key: 'order-1' });

    expect(result).to.include({ outcome: 'unresolved', knowledge: 'unknown' });
    expect(await store.open()).to.have.length(1);
  });

  it('polls accepted work to its stored outcome', async () => {
    const client = await clientFor([
      { status: 202, headers: { 'retry-after': '1' }, body: ACCEPTED },
      status('Processing'),
      'drop',
      status('Succeeded', { status: 201, body: DONE })
    ]);

    const result = await client.send('create-order', ORDER, { key: 'order-1' });

    expect(result).to.include({ outcome: 'done', status: 201, attempts: 1 });
    expect(server.received.slice(1).map(({ method, url }) => `${method} ${url}`)).to.deep.equal(
      Array<string>(3).fill('GET /services/apexrest/integration/v1/commands/create-order/order-1')
    );
  });

  it('tells that accepted work was rejected or used up its attempts', async () => {
    const rejected = { status: 400, body: { ...(problem('REJECTED') as { body: object }).body } };
    let client = await clientFor([{ status: 202, body: ACCEPTED }, status('Rejected', rejected)]);
    expect(await client.send('create-order', ORDER)).to.include({ outcome: 'rejected' });
    await server.stop();

    client = await clientFor([{ status: 202, body: ACCEPTED }, status('Exhausted')]);
    expect(await client.send('create-order', ORDER)).to.include({ outcome: 'exhausted' });
  });

  it('refuses to reuse a key for other content without sending, whatever the order of members', async () => {
    const client = await clientFor([
      { status: 201, body: DONE },
      { status: 201, body: DONE }
    ]);
    await client.send('create-order', { a: 1, b: 2 }, { key: 'order-1' });

    await client.send('create-order', { b: 2, a: 1 }, { key: 'order-1' });
    const error = await client
      .send('create-order', { a: 1, b: 3 }, { key: 'order-1' })
      .catch((caught: unknown) => caught);

    expect(error).to.be.instanceOf(KeyReuseError);
    expect(server.received).to.have.length(2);
  });

  it('gets a fresh token after a 401 and tries the same attempt again', async () => {
    const client = await clientFor([
      { status: 401, body: [{ errorCode: 'INVALID_SESSION_ID' }] },
      { status: 201, body: DONE }
    ]);

    const result = await client.send('create-order', ORDER, { key: 'order-1' });

    expect(result).to.include({ outcome: 'done', attempts: 1 });
    expect(server.received.map(({ headers }) => headers.authorization)).to.deep.equal([
      'Bearer token-0',
      'Bearer token-1'
    ]);
  });

  it('stops between attempts when it is told to, and leaves the command open', async () => {
    const client = await clientFor(['drop', 'drop']);
    const abort = new AbortController();
    abort.abort();

    const result = await client.send('create-order', ORDER, { key: 'order-1', signal: abort.signal });

    expect(result).to.include({ outcome: 'unresolved', knowledge: 'nothing-changed', attempts: 0 });
    expect(await store.open()).to.have.length(1);
  });
});
