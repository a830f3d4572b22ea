import { expect } from 'chai';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANSWERS, problemType, type ProblemCode } from '@retrysafe/contracts';
import { operationsOf } from '../../src/history/entry.js';
import { RunHistory } from '../../src/history/recorder.js';
import { LatencyRecorder } from '../../src/measure/latency.js';
import type { HttpAnswer } from '../../src/org/httpClient.js';
import { OrgUnreachableError } from '../../src/run/errors.js';
import { CommandClient, interpret } from '../../src/workload/commandClient.js';
import { runLimited } from '../../src/workload/concurrency.js';
import { interpretDelivery } from '../../src/workload/eventClient.js';

function httpAnswer(status: number, body: unknown, headers: Record<string, string> = {}): HttpAnswer {
  return { status, headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
}

function problem(code: ProblemCode): { status: number; body: string } {
  const { statuses, title } = ANSWERS.find((answer) => answer.code === code)!;
  const status = statuses[0]!;
  return {
    status,
    body: JSON.stringify({ type: problemType(code), title, status, code, detail: '', correlationId: 'c', errors: [] })
  };
}

describe('what an answer to a command tells', () => {
  for (const [status, body, kind, code] of [
    [201, '{}', 'ok', 'COMPLETED'],
    [202, '{}', 'ok', 'ACCEPTED'],
    [409, problem('IDEMPOTENCY_CONFLICT').body, 'fail', 'IDEMPOTENCY_CONFLICT'],
    [503, problem('RETRYABLE_FAILURE').body, 'fail', 'RETRYABLE_FAILURE'],
    [503, problem('IN_PROGRESS').body, 'unknown', 'IN_PROGRESS'],
    [500, '[{"errorCode":"APEX_ERROR","message":"x"}]', 'unknown', undefined],
    [503, '<html>', 'unknown', undefined],
    [400, '[{"errorCode":"APEX_ERROR","message":"x"}]', 'unknown', undefined],
    [401, '[{"errorCode":"INVALID_SESSION_ID","message":"x"}]', 'fail', 'INVALID_SESSION_ID'],
    [403, '[{"errorCode":"REQUEST_LIMIT_EXCEEDED","message":"x"}]', 'fail', 'REQUEST_LIMIT_EXCEEDED'],
    [404, '<html>', 'unknown', undefined]
  ] as const) {
    it(`${status} ${code ?? body.slice(0, 30)}: ${kind}`, () => {
      const end = interpret(httpAnswer(status, body));

      expect(end.kind).to.equal(kind);
      expect(end.code).to.equal(code);
    });
  }

  it('knows a replay by its header', () => {
    expect(interpret(httpAnswer(201, '{}', { 'idempotent-replayed': 'true' })).replayed).to.equal(true);
    expect(interpret(httpAnswer(201, '{}')).replayed).to.equal(false);
  });
});

describe('what an answer to a delivery tells about each event', () => {
  const error = (statusCode: string) => ({ success: false, errors: [{ statusCode, message: 'm', fields: [] }] });

  it('takes each row for itself; a taken key was delivered before', () => {
    const rows = [{ success: true, id: 'a', errors: [] }, error('DUPLICATE_VALUE'), error('REQUIRED_FIELD_MISSING')];

    const ends = interpretDelivery(httpAnswer(200, rows), 3);

    expect(ends.map(({ kind, replayed, code }) => [kind, replayed, code])).to.deep.equal([
      ['ok', false, 'STORED'],
      ['ok', true, 'STORED'],
      ['fail', false, 'REQUIRED_FIELD_MISSING']
    ]);
  });

  it('knows that a refused request stored nothing, and knows nothing after an error of the server', () => {
    expect(interpretDelivery(httpAnswer(403, '[]'), 2).map((end) => end.kind)).to.deep.equal(['fail', 'fail']);
    expect(interpretDelivery(httpAnswer(500, ''), 1)[0]?.kind).to.equal('unknown');
    expect(interpretDelivery(httpAnswer(200, [{ success: true, errors: [] }]), 2)[0]?.kind).to.equal('unknown');
  });
});

describe('the command client', () => {
  let server: Server;
  let replies: ((response: ServerResponse) => void)[];
  let received: { key: unknown; correlation: unknown; body: string }[];
  let client: CommandClient;
  let history: RunHistory;

  beforeEach(async () => {
    replies = [];
    received = [];
    history = new RunHistory();
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const { headers } = request;
        received.push({ key: headers['idempotency-key'], correlation: headers['x-correlation-id'], body });
        replies.shift()?.(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = new CommandClient({
      session: {
        instanceUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        accessToken: 't',
        username: 'u'
      },
      recorder: history.recorder('s'),
      latency: new LatencyRecorder(),
      connections: 4,
      signal: new AbortController().signal
    });
  });

  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const command = { operation: 'create-order', key: 'k', body: '{"a":1.0}' };
  const reply =
    (status: number, body: string, headers: Record<string, string> = {}) =>
    (response: ServerResponse): void =>
      void response.writeHead(status, headers).end(body);
  const busy = problem('IN_PROGRESS');
  const retryable = problem('RETRYABLE_FAILURE');

  it('tries again with the same key and the same bytes until the answer is certain', async () => {
    replies = [
      (response) => void response.socket?.destroy(),
      reply(busy.status, busy.body),
      reply(retryable.status, retryable.body),
      reply(201, '{"id":1}', { 'Idempotent-Replayed': 'true' })
    ];

    const completion = await client.settle(command, 1);

    expect(completion).to.include({ kind: 'ok', status: 201, replayed: true });
    expect(received.map(({ key, body }) => [key, body])).to.deep.equal(Array(4).fill(['k', '{"a":1.0}']));
    expect(new Set(received.map(({ correlation }) => correlation)).size).to.equal(4);
    const operations = operationsOf(history.entries);
    expect(operations.map(({ completion: end }) => end?.kind)).to.deep.equal(['unknown', 'unknown', 'fail', 'ok']);
    expect(operations.map(({ invocation }) => invocation.attempt)).to.deep.equal([1, 2, 3, 4]);
  });

  it('does not repeat what is final', async () => {
    const conflict = problem('IDEMPOTENCY_CONFLICT');
    replies = [reply(conflict.status, conflict.body)];

    expect((await client.settle(command, 1)).code).to.equal('IDEMPOTENCY_CONFLICT');
    expect(received).to.have.length(1);
  });

  it('gives up after as many attempts as it may make', async () => {
    replies = Array.from({ length: 5 }, () => reply(busy.status, busy.body));

    expect((await client.settle(command, 1, 2)).kind).to.equal('unknown');
    expect(received).to.have.length(2);
  });

  it('says so when nobody ever answers', async () => {
    replies = Array.from({ length: 3 }, () => (response: ServerResponse) => void response.socket?.destroy());

    const error = await client.settle(command, 1, 3).catch((thrown: unknown) => thrown);

    expect(error).to.be.instanceOf(OrgUnreachableError);
    expect((error as Error).message).to.contain('3 attempts in a row');
  });

  it('repeats nothing by itself', async () => {
    replies = [(response) => void response.socket?.destroy(), reply(201, '{}')];

    expect(await client.attempt(command, 1)).to.include({ kind: 'unknown' });
    expect(received).to.have.length(1);
  });
});

describe('limited concurrency', () => {
  it('has at most so many tasks under way, and runs all', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    const task = async (): Promise<void> => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      done += 1;
    };

    await runLimited(3, Array(10).fill(task));

    expect([most, done]).to.deep.equal([3, 10]);
  });

  it('passes on the first error, after the others have ended', async () => {
    let ended = 0;
    const slow = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      ended += 1;
    };

    const error = await runLimited(2, [slow, () => Promise.reject(new Error('broken')), slow]).catch(
      (thrown: unknown) => thrown
    );

    expect((error as Error).message).to.equal('broken');
    expect(ended).to.equal(1);
  });
});
