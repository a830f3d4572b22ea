import { createHmac } from 'node:crypto';
import { request } from 'undici';
import type { Configuration } from '../../src/config/load.js';
import { configurationFile } from '../../src/config/schema.js';
import { startReceiver, type Receiver } from '../../src/commands/receiver.js';
import { normalize } from '../../src/normalize/normalize.js';
import { createLogger, type Logger } from '../../src/observe/logger.js';
import { verify } from '../../src/verify/verify.js';

export const SECRET = 'a secret for tests only';

/** A source with a signature over the body alone: what is tested here is what comes after it. */
export const SOURCE = {
  name: 'Probe',
  path: '/webhooks/probe',
  profile: 'generic',
  scheme: { signatureHeader: 'x-signature', signedContent: '{body}' },
  secrets: [{ env: 'UNUSED' }],
  maximumBodyBytes: 2 * 1024 * 1024,
  event: { id: 'id', type: 'type', entityId: 'entity', version: 'version', payload: 'data' }
} as const;

export interface Settings {
  readonly databaseUrl?: string;
  readonly directory?: string;
  readonly orgUrl: string;
  readonly limits?: object;
  readonly forwarding?: object;
}

/** Complete and checked, as from a file; on ports that are free. */
export function configure(settings: Settings): Configuration {
  const file = configurationFile.parse({
    listen: { port: 0 },
    admin: { port: 0 },
    salesforce: { authentication: { type: 'access-token' } },
    limits: settings.limits ?? {},
    forwarding: { lingerMilliseconds: 20, ...settings.forwarding },
    sources: [SOURCE]
  });
  return {
    ...file,
    file: 'test',
    database: { url: settings.databaseUrl, directory: settings.directory, connections: 10 },
    salesforce: {
      apiVersion: '67.0',
      authentication: { type: 'access-token', accessToken: 'token', instanceUrl: settings.orgUrl }
    },
    sources: file.sources.map((source) => ({ ...source, secrets: [SECRET] }))
  };
}

export function start(settings: Settings, logger: Logger = createLogger('silent')): Promise<Receiver> {
  return startReceiver({ configuration: configure(settings), verify, normalize, logger });
}

export interface TestEvent {
  readonly id: string;
  readonly entity?: string;
  readonly version?: number;
  readonly data?: unknown;
}

export const bodyOf = ({ id, entity = `entity-${id}`, version = 1, data = { state: 'on' } }: TestEvent): string =>
  JSON.stringify({ id, type: 'probe.reported', entity, version, data });

export const signatureOf = (body: string | Buffer): string => createHmac('sha256', SECRET).update(body).digest('hex');

export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string | string[] | undefined>;
}

export async function post(
  receiver: Receiver,
  body: string | Buffer,
  headers: Record<string, string> = { 'x-signature': signatureOf(body) }
): Promise<Reply> {
  const response = await request(receiver.url + SOURCE.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body
  });
  const text = await response.body.text();
  return {
    status: response.statusCode,
    body: JSON.parse(text || '{}') as Record<string, unknown>,
    headers: response.headers
  };
}

export const send = (receiver: Receiver, event: TestEvent): Promise<Reply> => post(receiver, bodyOf(event));

/** Looks again until it holds. @throws Error after the time limit */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  what: string,
  limitMs = 25_000
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${limitMs} ms: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
