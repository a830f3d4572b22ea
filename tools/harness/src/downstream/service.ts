import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { digest } from '../history/digest.js';
import { ANSWER, stepOfMix, type Mix, type Plan, type Step } from './behaviour.js';
import { answerControl } from './control.js';
import { headerText, isTexts, parseObject, problem, readAll, send, type JsonAnswer } from './http.js';
import { entityOf, kindOfPath, type ResourceKind } from './kinds.js';
import type { DownstreamStore, Resource } from './store.js';

/** How the remote keeps its promises. */
export interface DownstreamSettings {
  /** The same key has its effect once. Without it, every attempt that is done is done anew. */
  readonly honoursKeys: boolean;
  /** A second key for one entity gets a 409 with what exists. */
  readonly onePerEntity: boolean;
  /** Failures where no plan says anything. */
  readonly mix?: Mix;
  /** Milliseconds by which its clock is ahead of this machine's: for orgs whose time is moved on. */
  readonly clockAheadMs: number;
}

export const DEFAULT_SETTINGS: DownstreamSettings = { honoursKeys: true, onePerEntity: false, clockAheadMs: 0 };

export interface DownstreamOptions {
  readonly store: DownstreamStore;
  readonly settings?: DownstreamSettings;
  /** Refuses requests without `Authorization: Bearer …` of this. */
  readonly token?: string;
}

/**
 * A service that other systems send work to: it fulfils orders, refunds payments and sends receipts. It keeps what it has
 * done, honours `Idempotency-Key` (or not), and treats attempts as it is told to.
 *
 *   POST /{kind}                do it
 *   GET  /{kind}?key=…          what was done with a key; ?order=… (fulfillments), ?payment=… (refunds, receipts), ?entity=…
 *   POST /{kind}/lookup         the same for many: {"keys": […]} or {"entities": […]}
 *   /control/…                  for those who test: see control.ts
 */
export class DownstreamService {
  readonly store: DownstreamStore;
  readonly #server: Server;
  readonly #token: string | undefined;
  readonly #plans = new Map<string, Step[]>();
  /** Attempts by kind and key. */
  readonly #occurrences = new Map<string, number>();
  #settings: DownstreamSettings;

  private constructor({ store, settings, token }: DownstreamOptions) {
    this.store = store;
    this.#settings = settings ?? DEFAULT_SETTINGS;
    this.#token = token;
    for (const { kind, key } of store.attempts()) this.#countAttempt(kind, key ?? '');
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        process.stderr.write(
          `downstream: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`
        );
        response.destroy();
      });
    });
  }

  /** Listens on the loopback interface. @param port 0 for any free one */
  static async start(options: DownstreamOptions, port = 0): Promise<DownstreamService> {
    const service = new DownstreamService(options);
    await new Promise<void>((resolve, reject) => {
      service.#server.once('error', reject);
      service.#server.listen(port, '127.0.0.1', resolve);
    });
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get settings(): DownstreamSettings {
    return this.#settings;
  }

  change(settings: Partial<DownstreamSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  /** Replaces the plan of a key or an entity. */
  plan({ key, entity, steps }: Plan): void {
    this.#plans.set(key === undefined ? `entity ${entity}` : `key ${key}`, [...steps]);
  }

  clearPlans(): void {
    this.#plans.clear();
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
    await this.store.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = this.#now();
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [first = '', second] = url.pathname.split('/').filter((part) => part !== '');
    const body = await readAll(request);
    if (body === undefined) return send(response, problem(413, 'too_large'));
    if (first === 'healthz') return send(response, { status: 200, body: { status: 'ok' } });
    if (first === 'control') return send(response, await answerControl(this, request.method ?? 'GET', url, body));
    const kind = kindOfPath(first);
    if (kind === undefined) return send(response, problem(404, 'no_such_kind'));
    if (!this.#isAllowed(request)) return send(response, problem(401, 'unauthorized'));
    if (request.method === 'GET' && second === undefined) return send(response, this.#find(kind, url.searchParams));
    if (request.method === 'POST' && second === 'lookup') return send(response, this.#lookUp(kind, body));
    if (request.method !== 'POST' || second !== undefined) return send(response, problem(405, 'method_not_allowed'));
    return this.#work(kind, request, response, body, at);
  }

  /** One attempt to have work done. */
  async #work(
    kind: ResourceKind,
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    at: number
  ): Promise<void> {
    const content = parseObject(body);
    if (content === undefined) return send(response, problem(400, 'not_json'));
    const key = headerText(request, 'idempotency-key');
    if (key === undefined && this.#settings.honoursKeys) return send(response, problem(400, 'key_missing'));
    const entity = entityOf(kind, content);
    const occurrence = this.#countAttempt(kind.path, key ?? '');
    const step = this.#stepFor(key ?? '', entity, occurrence);
    if (step.do === 'slow') await sleep(step.ms);
    const works = !['refuse', 'error-in-body', 'cut'].includes(step.do);
    const outcome = works ? this.#do(kind, { key: key ?? '', entity, content }) : undefined;
    const answer = answerOf(step, outcome?.answer, this.#now());
    const correlationId = headerText(request, 'x-correlation-id');
    await this.store.record(
      {
        at,
        kind: kind.path,
        ...(key === undefined ? {} : { key }),
        entity,
        ...(correlationId === undefined ? {} : { correlationId }),
        payloadDigest: digest(body),
        occurrence,
        step: step.do,
        ...(answer === undefined ? {} : { status: answer.status }),
        ...(outcome?.resource === undefined ? {} : { resourceId: outcome.resource.id, created: outcome.created })
      },
      outcome?.created === true ? outcome.resource : undefined
    );
    if (answer === undefined) return void request.socket.destroy();
    if (step.do === 'late') await sleep(step.ms);
    send(response, answer);
  }

  /** Does the work, unless it was done. Nothing is awaited in here: two attempts cannot both find nothing. */
  #do(
    kind: ResourceKind,
    about: Pick<Resource, 'key' | 'entity' | 'content'>
  ): { answer: JsonAnswer; resource?: Resource; created: boolean } {
    const { honoursKeys, onePerEntity } = this.#settings;
    const known = honoursKeys ? this.store.byKey(kind, about.key)[0] : undefined;
    if (known !== undefined) {
      if (JSON.stringify(known.content) !== JSON.stringify(about.content)) {
        return { answer: problem(422, 'key_reused'), resource: known, created: false };
      }
      const headers = { 'idempotent-replayed': 'true' };
      return { answer: { status: 201, body: shown(known), headers }, resource: known, created: false };
    }
    const existing = onePerEntity && about.entity !== '' ? this.store.byEntity(kind, about.entity)[0] : undefined;
    if (existing !== undefined) {
      const body = { error: { code: kind.existsCode }, ...shown(existing) };
      return { answer: { status: 409, body }, resource: existing, created: false };
    }
    const resource = this.store.newResource(kind, about);
    return { answer: { status: 201, body: shown(resource) }, resource, created: true };
  }

  #stepFor(key: string, entity: string, occurrence: number): Step {
    const planned = this.#plans.get(`key ${key}`) ?? this.#plans.get(`entity ${entity}`);
    if (planned !== undefined) return planned.shift() ?? ANSWER;
    const { mix } = this.#settings;
    return mix === undefined ? ANSWER : stepOfMix(mix, key, occurrence);
  }

  #find(kind: ResourceKind, query: URLSearchParams): JsonAnswer {
    const key = query.get('key');
    const entity = query.get(kind.entityParameter) ?? query.get('entity');
    if (key === null && entity === null) return problem(400, 'key_or_entity_needed');
    const found = key === null ? this.store.byEntity(kind, entity ?? '') : this.store.byKey(kind, key);
    return { status: 200, body: { [kind.path]: found.map(shown) } };
  }

  #lookUp(kind: ResourceKind, body: Buffer): JsonAnswer {
    const { keys, entities } = (parseObject(body) ?? {}) as { keys?: unknown; entities?: unknown };
    if (!isTexts(keys) && !isTexts(entities)) return problem(400, 'keys_or_entities_needed');
    const found = new Set<Resource>();
    for (const key of isTexts(keys) ? keys : []) for (const one of this.store.byKey(kind, key)) found.add(one);
    for (const entity of isTexts(entities) ? entities : []) {
      for (const one of this.store.byEntity(kind, entity)) found.add(one);
    }
    return { status: 200, body: { [kind.path]: [...found].map(shown) } };
  }

  #now(): number {
    return Date.now() + this.#settings.clockAheadMs;
  }

  #countAttempt(kind: string, key: string): number {
    const occurrence = (this.#occurrences.get(`${kind} ${key}`) ?? 0) + 1;
    this.#occurrences.set(`${kind} ${key}`, occurrence);
    return occurrence;
  }

  #isAllowed(request: IncomingMessage): boolean {
    if (this.#token === undefined) return true;
    const given = Buffer.from(digest(headerText(request, 'authorization') ?? ''));
    return timingSafeEqual(given, Buffer.from(digest(`Bearer ${this.#token}`)));
  }
}

/** What a step makes of the answer to the work; undefined for a connection that is cut. */
function answerOf(step: Step, done: JsonAnswer | undefined, now: number): JsonAnswer | undefined {
  switch (step.do) {
    case 'answer':
    case 'slow':
    case 'late':
      return done;
    case 'refuse': {
      const { retryAfterSeconds: seconds, retryAfterAsDate } = step;
      const refusal = problem(step.status, step.code ?? 'refused');
      if (seconds === undefined) return refusal;
      const value = retryAfterAsDate === true ? new Date(now + seconds * 1000).toUTCString() : String(seconds);
      return { ...refusal, headers: { 'retry-after': value } };
    }
    case 'error-in-body':
      return problem(200, step.code);
    case 'commit-then-fail':
      return problem(step.status, 'internal');
    case 'commit-then-cut':
    case 'cut':
      return undefined;
  }
}

/** A resource as the service shows it. */
export function shown({ id, key, entity, content, createdAt }: Resource): Record<string, unknown> {
  return { id, key, entity, content, createdAt };
}
