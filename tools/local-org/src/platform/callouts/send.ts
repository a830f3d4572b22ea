import { isIP } from 'node:net';
import type { CalloutConfiguration, CalloutRequest, CalloutResponse } from './protocol.js';

/** Largest answer (apex_gov_limits, asynchronous): more ends the call. */
const MAX_BODY = 12_000_000;

/** Makes one HTTP call. Never rejects: what goes wrong is the text of a System.CalloutException. */
export async function send(request: CalloutRequest, configuration: CalloutConfiguration): Promise<CalloutResponse> {
  const target = targetOf(request, configuration);
  if (typeof target !== 'object') return { ok: false, message: target };
  try {
    const response = await fetch(target.url, {
      method: request.method,
      headers: [
        ...Object.entries(target.headers),
        ...request.headers.map(([name, value]): [string, string] => [name, value])
      ],
      redirect: 'manual',
      signal: AbortSignal.timeout(request.timeoutMs),
      ...(request.body === null || request.body.length === 0 ? {} : { body: Buffer.from(request.body) })
    });
    const body = new Uint8Array(await response.arrayBuffer());
    if (body.length > MAX_BODY)
      return { ok: false, message: `Exceeded max size limit of ${MAX_BODY} with response size ${body.length}` };
    return {
      ok: true,
      answer: { statusCode: response.status, status: response.statusText, headers: [...response.headers], body }
    };
  } catch (error) {
    return { ok: false, message: reasonOf(error) };
  }
}

/** @returns the text of the refusal when the call may not be made. */
function targetOf(
  request: CalloutRequest,
  configuration: CalloutConfiguration
): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } | string {
  const mapped = request.credential === null ? undefined : configuration.credentials[request.credential];
  const address = mapped ? joined(mapped.url, request.path) : request.url;
  if (address === null) {
    return `The named credential ${request.credential ?? ''} has no address. Map it in config/local-org.json.`;
  }
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return `no protocol: ${address}`;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `unknown protocol: ${url.protocol.slice(0, -1)}`;
  if (!isLoopback(url.hostname) && !configuration.allowedHosts.includes(url.hostname)) {
    return (
      `The local org calls only loopback addresses; ${url.hostname} is none. ` +
      'Map the named credential to a local address or list the host in allowedHosts, both in config/local-org.json.'
    );
  }
  return { url, headers: mapped?.headers ?? {} };
}

const joined = (base: string, path: string): string =>
  path === '' ? base : `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;

function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (bare === 'localhost' || bare === '::1') return true;
  return isIP(bare) === 4 && bare.startsWith('127.');
}

/** The platform's words for what went wrong on the way. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return 'Read timed out';
  switch (cause?.code) {
    case 'ECONNREFUSED':
      return 'Connection refused';
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return 'Unexpected end of file from server';
    case 'ENOTFOUND':
      return `Unknown host: ${cause.message ?? message}`;
    default:
      return cause?.message ?? message;
  }
}
