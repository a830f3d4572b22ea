/** One HTTP exchange with the org. */
export interface CommandRequest {
  readonly method: 'GET' | 'POST';
  /** Path from the root: `/services/apexrest/…`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface CommandResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends one request and gives whatever answer arrives, errors of HTTP included. Rejects when no whole answer arrived: then
 * nobody knows whether the org did the work.
 */
export interface Transport {
  send(request: CommandRequest): Promise<CommandResponse>;
  /** Called after a 401, once an attempt: gets a fresh token if it can. */
  refresh?(): Promise<void>;
}

export interface FetchTransportOptions {
  /** `https://my-domain.my.salesforce.com`. */
  readonly instanceUrl: string;
  /** @param refresh the last token was refused. */
  readonly accessToken: (refresh: boolean) => string | Promise<string>;
  readonly fetch?: typeof fetch;
}

/** A transport over `fetch` and a token provider of the caller's. */
export function fetchTransport(options: FetchTransportOptions): Transport {
  const base = options.instanceUrl.replace(/\/+$/, '');
  const call = options.fetch ?? fetch;
  let refused = false;
  return {
    async send({ method, path, headers, body, signal }) {
      const token = await options.accessToken(refused);
      refused = false;
      const response = await call(`${base}${path}`, {
        method,
        headers: { ...headers, authorization: `Bearer ${token}` },
        signal,
        redirect: 'manual',
        ...(body === undefined ? {} : { body })
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text()
      };
    },
    async refresh() {
      refused = true;
    }
  };
}

/** What we use of a jsforce connection: its address, its token, and how it gets a fresh one. */
export interface JsforceConnection {
  readonly instanceUrl: string;
  readonly accessToken?: string | null | undefined;
  refreshAccessToken?(): Promise<unknown>;
  readonly oauth2?: unknown;
}

/**
 * A transport over a jsforce connection. Requests do not go through jsforce's own HTTP layer, which retries by itself
 * and hides statuses: one layer owns retries.
 */
export function jsforceTransport(
  connection: JsforceConnection,
  options: { readonly fetch?: typeof fetch } = {}
): Transport {
  return fetchTransport({
    instanceUrl: connection.instanceUrl,
    accessToken: async (refresh) => {
      if (refresh) await connection.refreshAccessToken?.();
      if (!connection.accessToken) throw new Error('The jsforce connection is not logged in: it has no access token.');
      return connection.accessToken;
    },
    ...options
  });
}
