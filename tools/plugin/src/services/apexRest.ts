import { problemCodeOf } from '@retrysafe/contracts';
import type { Transport } from '@retrysafe/client';
import { SfError, type Connection } from '@salesforce/core';

/** Sends the client library's requests with the session that the CLI has for an org. */
export function connectionTransport(connection: Connection): Transport {
  return {
    async send({ method, path, headers, body, signal }) {
      const response = await fetch(`${connection.instanceUrl.replace(/\/+$/, '')}${path}`, {
        method,
        headers: { ...headers, authorization: `Bearer ${connection.accessToken ?? ''}` },
        redirect: 'manual',
        signal,
        ...(body === undefined ? {} : { body })
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text()
      };
    },
    refresh: () => connection.refreshAuth()
  };
}

const TIMEOUT_MS = 30_000;

/**
 * GET of one of the project's resources.
 *
 * @param path from the root: `/services/apexrest/…`
 * @throws SfError for every answer but a 2xx, with what to do about it
 */
export async function getJson<Body>(connection: Connection, path: string): Promise<Body> {
  const transport = connectionTransport(connection);
  const ask = () =>
    transport.send({
      method: 'GET',
      path,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS)
    });
  let response = await ask().catch((error: Error) => {
    throw new SfError(`The org does not answer: ${causeOf(error)}.`, 'OrgUnreachable', [
      'Check that the org is up; a local org is started with `sf retrysafe local start`.'
    ]);
  });
  if (response.status === 401) {
    await transport.refresh?.().catch(() => undefined);
    response = await ask();
  }
  if (response.status >= 200 && response.status < 300) return JSON.parse(response.body) as Body;
  throw refusal(response.status, response.body);
}

function refusal(status: number, body: string): SfError {
  const code = problemCodeOf(body) ?? platformCode(body);
  const detail = detailOf(body);
  const actions: Record<string, string[]> = {
    NOT_PERMITTED: ['Assign the permission set that grants it, for instance with `sf org assign permset`.'],
    NOT_FOUND: [
      'Check the operation and the key.',
      'If nothing of Retrysafe is in the org yet, run `sf retrysafe deploy`.'
    ],
    INVALID_SESSION_ID: ['Log in to the org again with `sf org login web`.']
  };
  return new SfError(
    `The org refused the request (${status}${code === undefined ? '' : ` ${code}`})${detail === '' ? '.' : `: ${detail}`}`,
    code ?? 'RequestRefused',
    actions[code ?? ''] ?? []
  );
}

function platformCode(body: string): string | undefined {
  return /"errorCode"\s*:\s*"([A-Z_]+)"/.exec(body)?.[1];
}

function detailOf(body: string): string {
  return /"(?:detail|message)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? '';
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
