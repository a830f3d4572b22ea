import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import type { Arrival, Fault, FaultPlan, FaultReport } from './fault.js';

/** Headers that belong to one connection and not to the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length'
]);

interface Upstream {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer;
}

export interface FaultProxyOptions {
  /** Where requests go, such as `http://127.0.0.1:8080` or `https://acme.my.salesforce.com`. */
  readonly upstream: string;
  readonly plan: FaultPlan;
  /** Called once for each request, also for those that pass. */
  readonly onRequest?: (report: FaultReport) => void;
}

/**
 * A reverse proxy on loopback that stands between a client and an org and injects faults on the wire. It buffers whole
 * messages, so it knows that the org has answered completely before it cuts a connection.
 */
export class FaultProxy {
  readonly #server: Server;
  readonly #agent = new Agent({ connections: 512, pipelining: 1 });
  readonly #occurrences = new Map<string, number>();
  readonly #pending = new Set<Promise<void>>();

  private constructor(private options: FaultProxyOptions) {
    this.#server = createServer((request, response) => {
      const work = this.#serve(request, response).catch(() => void response.destroy());
      this.#pending.add(work);
      void work.finally(() => this.#pending.delete(work));
    });
  }

  /** Listens on a free port of the loopback interface. */
  static async start(options: FaultProxyOptions): Promise<FaultProxy> {
    const proxy = new FaultProxy(options);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject);
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  /** Origin to send requests to. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Begins anew with other faults: what has passed so far does not count. */
  change({ plan, onRequest }: Omit<FaultProxyOptions, 'upstream'>): void {
    this.options = { upstream: this.options.upstream, plan, ...(onRequest && { onRequest }) };
    this.#occurrences.clear();
  }

  /** Waits for what is under way at the org, then closes every connection. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await Promise.allSettled(this.#pending);
    this.#server.closeAllConnections();
    await closed;
    await this.#agent.destroy();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    const arrival = this.#arrivalOf(request);
    const fault = this.options.plan(arrival);
    const report = (upstreamStatus?: number): void =>
      this.options.onRequest?.({
        ...arrival,
        fault: fault.kind,
        ...(upstreamStatus === undefined ? {} : { upstreamStatus })
      });

    if (fault.kind === 'drop-request') {
      report();
      request.socket.destroy();
      return;
    }
    if (fault.kind === 'hold') await sleep(fault.ms);
    const upstream = await this.#forwardAll(request, body, fault);
    report(upstream?.status);
    if (upstream === undefined) request.socket.destroy();
    else await answer(request, response, upstream, fault);
  }

  #arrivalOf(request: IncomingMessage): Arrival {
    const header = request.headers['idempotency-key'];
    const key = typeof header === 'string' ? header : `${request.method} ${request.url}`;
    const occurrence = (this.#occurrences.get(key) ?? 0) + 1;
    this.#occurrences.set(key, occurrence);
    const correlationId = request.headers['x-correlation-id'];
    return { key, occurrence, ...(typeof correlationId === 'string' ? { correlationId } : {}) };
  }

  /** @returns the answer to the first copy, or undefined when the org gave none */
  async #forwardAll(request: IncomingMessage, body: Buffer, fault: Fault): Promise<Upstream | undefined> {
    const copies = fault.kind === 'duplicate' ? 2 : 1;
    const [first] = await Promise.allSettled(Array.from({ length: copies }, () => this.#forward(request, body)));
    return first?.status === 'fulfilled' ? first.value : undefined;
  }

  async #forward(request: IncomingMessage, body: Buffer): Promise<Upstream> {
    const answered = await this.#agent.request({
      origin: this.options.upstream,
      path: request.url ?? '/',
      method: (request.method ?? 'GET') as 'GET',
      headers: endToEnd(request.headers),
      body: body.length === 0 ? null : body
    });
    return {
      status: answered.statusCode,
      headers: endToEnd(answered.headers),
      body: Buffer.from(await answered.body.arrayBuffer())
    };
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: Upstream,
  fault: Fault
): Promise<void> {
  switch (fault.kind) {
    case 'drop-response':
      request.socket.destroy();
      return;
    case 'cut-mid-body': {
      response.writeHead(upstream.status, { ...upstream.headers, 'content-length': upstream.body.length });
      const half = upstream.body.subarray(0, Math.floor(upstream.body.length / 2));
      // The reset must not overtake the half that is to arrive.
      await new Promise<void>((resolve) => response.write(half, () => resolve()));
      await sleep(20);
      request.socket.resetAndDestroy();
      return;
    }
    case 'delay':
      await sleep(fault.ms);
      break;
    case 'pass':
    case 'hold':
    case 'duplicate':
    case 'drop-request':
      break;
  }
  response.writeHead(upstream.status, { ...upstream.headers, 'content-length': upstream.body.length });
  response.end(upstream.body);
}

function endToEnd(headers: Record<string, string | string[] | undefined>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined && !HOP_BY_HOP.has(entry[0].toLowerCase())
    )
  );
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
