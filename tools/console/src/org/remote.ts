import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The other side of the sample's dispatches: does what the name of the entity says until it is mended. */
export interface Remote {
  readonly url: string;
  /** From now on everything succeeds. */
  mend(): void;
  /** Keys that were sent, in order. */
  readonly keys: readonly string[];
  close(): Promise<void>;
}

/** Starts a remote on the loopback interface. */
export async function startRemote(): Promise<Remote> {
  const keys: string[] = [];
  let isMended = false;
  const server = createServer((request, response) => {
    void answer(request, response, keys, () => isMended);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mend: () => (isMended = true),
    keys,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      })
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  keys: string[],
  isMended: () => boolean
): Promise<void> {
  for await (const chunk of request) void chunk;
  const key = String(request.headers['idempotency-key'] ?? '');
  keys.push(key);
  const status = isMended() ? 201 : statusFor(key);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(status < 300 ? { id: `F-${keys.length}` } : { error: { code: 'refused' } }));
}

/** 401 exhausts at once, 503 is retried, 409 conflicts, 400 is refused for good. */
function statusFor(key: string): number {
  if (key.includes('denied')) return 401;
  if (key.includes('down')) return 503;
  if (key.includes('conflict')) return 409;
  return key.includes('wrong') ? 400 : 201;
}
