import { Agent, type Dispatcher } from 'undici';

/** An HTTP answer with its body as the bytes that came. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with query, from the root. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Gives up when no answer has come within this time. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Longest wait for an answer when a request names none: longer than the platform's ten seconds of lock wait. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Sends requests to one origin over kept connections. It never repeats a request by itself: attempts belong to the
 * scenarios, and a hidden retry would falsify the history.
 */
export class HttpClient {
  readonly #agent: Agent;

  /**
   * @param origin such as `http://127.0.0.1:8080`
   * @param connections most connections at once; as many requests can be in flight
   */
  constructor(
    readonly origin: string,
    connections: number
  ) {
    this.#agent = new Agent({ connections, pipelining: 1, keepAliveTimeout: 10_000, connect: { timeout: 10_000 } });
  }

  /** @throws Error (of undici or the system) when no complete answer arrives: the outcome is not known then */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const timeoutMs = request.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    request.signal?.throwIfAborted();
    const collector = new AnswerCollector(request.signal);
    this.#agent.dispatch(
      {
        origin: this.origin,
        path: request.path,
        method: request.method,
        headers: { ...request.headers },
        body: request.body ?? null,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs
      },
      collector
    );
    return collector.answer;
  }

  /** Ends all connections at once; requests in flight fail. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** Requests under way by the signal that ends them: one listener a signal, because one a request costs as much as sending it. */
const UNDER_WAY = new WeakMap<AbortSignal, Set<AnswerCollector>>();

function underWay(signal: AbortSignal): Set<AnswerCollector> {
  let collectors = UNDER_WAY.get(signal);
  if (collectors === undefined) {
    const made = (collectors = new Set<AnswerCollector>());
    UNDER_WAY.set(signal, made);
    const end = (): void => [...made].forEach((collector) => collector.abort(signal.reason as Error));
    signal.addEventListener('abort', end, { once: true });
  }
  return collectors;
}

/**
 * Takes an answer as the agent hands it out. Streams and a signal with a deadline for each request would cost half of the
 * rate at which a load test can send.
 */
class AnswerCollector implements Dispatcher.DispatchHandler {
  readonly answer: Promise<HttpAnswer>;
  readonly #chunks: Buffer[] = [];
  readonly #others: Set<AnswerCollector> | undefined;
  #status = 0;
  #headers: HttpAnswer['headers'] = {};
  #controller: Dispatcher.DispatchController | undefined;
  #resolve!: (answer: HttpAnswer) => void;
  #reject!: (error: Error) => void;

  constructor(private readonly signal: AbortSignal | undefined) {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#others = signal === undefined ? undefined : underWay(signal);
    this.#others?.add(this);
  }

  abort(reason: Error): void {
    this.#controller?.abort(reason);
    this.#fail(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.signal?.aborted === true) controller.abort(this.signal.reason as Error);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#others?.delete(this);
    const [first, ...rest] = this.#chunks;
    const body = first !== undefined && rest.length === 0 ? first : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #fail(error: Error): void {
    this.#others?.delete(this);
    this.#reject(error);
  }
}

/** The first value of a header, by its lower-case name. */
export function headerOf(answer: HttpAnswer, name: string): string | undefined {
  const value = answer.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}

/** How the agent says that an answer, or the next part of it, took too long. */
const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** One line about why a request got no answer, for histories and messages: code and text of the innermost cause. */
export function describeFailure(error: unknown): string {
  let cause: unknown = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (!(cause instanceof Error)) return String(cause);
  const code = (cause as NodeJS.ErrnoException).code;
  if (code !== undefined && TIMEOUTS.has(code)) return 'no answer in time';
  return code === undefined || cause.message.includes(code) ? cause.message : `${code}: ${cause.message}`;
}
