import { Agent } from 'undici';

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
    const deadline = AbortSignal.timeout(timeoutMs);
    const answer = await this.#agent.request({
      origin: this.origin,
      path: request.path,
      method: request.method,
      headers: { ...request.headers },
      body: request.body ?? null,
      signal: request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs
    });
    const body = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, body };
  }

  /** Ends all connections at once; requests in flight fail. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** The first value of a header, by its lower-case name. */
export function headerOf(answer: HttpAnswer, name: string): string | undefined {
  const value = answer.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}

/** One line about why a request got no answer, for histories and messages: code and text of the innermost cause. */
export function describeFailure(error: unknown): string {
  let cause: unknown = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (!(cause instanceof Error)) return String(cause);
  const code = (cause as NodeJS.ErrnoException).code;
  if (cause.name === 'TimeoutError') return 'no answer in time';
  return code === undefined || cause.message.includes(code) ? cause.message : `${code}: ${cause.message}`;
}
