import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PageScripts } from '../bundle/bundle.js';
import type { ConsoleOrg } from '../org/localConsoleOrg.js';
import { PEOPLE } from '../org/people.js';
import { PAGE, packageFolder } from '../paths.js';

const KEY_COOKIE = 'console-key';
const PERSON_COOKIE = 'console-person';
const APEX = /^\/apex\/(\w+)\/(\w+)$/;
const SCRIPT = 'text/javascript; charset=utf-8';
const BODY_LIMIT = 1_000_000;

/** The page in front of an org. */
export interface PageServer {
  /** Where the page is, without the key. */
  readonly origin: string;
  /** What to open: holds the key that lets a browser in. */
  readonly url: string;
  stop(): Promise<void>;
}

interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * Serves the page on the loopback interface. It holds the access tokens of the people, so it lets in only browsers that were
 * opened with its key, and takes calls only from its own page: a foreign page can neither send the header nor be the host.
 *
 * @param scripts of the page
 * @param port 0: any
 */
export async function startPageServer(consoleOrg: ConsoleOrg, scripts: PageScripts, port: number): Promise<PageServer> {
  const key = randomBytes(24).toString('base64url');
  const assets = await readAssets(scripts);
  const handler = new PageHandler(consoleOrg, assets, key);
  const server = createServer((request, response) => {
    handler.handle(request, response).catch((error: Error) => send(response, 500, 'text/plain', `${error.message}\n`));
  });
  await listen(server, port);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/?key=${key}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      })
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

async function readAssets(scripts: PageScripts): Promise<ReadonlyMap<string, Asset>> {
  const styles = join(packageFolder('@salesforce-ux/design-system'), 'assets', 'styles');
  const css = await readFile(join(styles, 'salesforce-lightning-design-system.min.css'));
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', body: await readFile(join(PAGE, 'index.html')) }],
    ['/start.js', { type: SCRIPT, body: await readFile(join(PAGE, 'start.js')) }],
    ...[...scripts].map(([path, code]) => [path, { type: SCRIPT, body: gzipSync(code) }] as const),
    ['/slds.css', { type: 'text/css; charset=utf-8', body: gzipSync(css) }]
  ]);
}

class PageHandler {
  constructor(
    private readonly consoleOrg: ConsoleOrg,
    private readonly assets: ReadonlyMap<string, Asset>,
    private readonly key: string
  ) {}

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
      return send(response, 403, 'text/plain', 'Open the page by its address on 127.0.0.1.\n');
    }
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const given = url.searchParams.get('key');
    if (given !== null && this.isKey(given)) return this.letIn(response);
    const cookies = cookiesOf(request);
    if (!this.isKey(cookies.get(KEY_COOKIE) ?? '')) {
      return send(
        response,
        403,
        'text/plain',
        'Open the address that `npm run console` has printed; it holds the key.\n'
      );
    }
    const asset = request.method === 'GET' ? this.assets.get(url.pathname) : undefined;
    if (asset) return sendAsset(response, asset);
    if (request.headers['x-console'] !== 'call') return send(response, 404, 'text/plain', 'There is no such page.\n');
    await this.call(request, response, url.pathname, cookies.get(PERSON_COOKIE));
  }

  private letIn(response: ServerResponse): void {
    response.writeHead(303, {
      location: '/',
      'set-cookie': `${KEY_COOKIE}=${this.key}; HttpOnly; SameSite=Strict; Path=/`,
      'cache-control': 'no-store'
    });
    response.end();
  }

  private async call(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    chosen: string | undefined
  ): Promise<void> {
    const person = PEOPLE.find(({ name }) => name === chosen) ?? (PEOPLE[0] as (typeof PEOPLE)[number]);
    const token = this.consoleOrg.tokens.get(person.name) ?? '';
    const { url } = this.consoleOrg.org;
    if (request.method === 'GET' && path === '/session') {
      const answer = await fetch(`${url}/local-org/v1/lightning/session`, {
        headers: { authorization: `Bearer ${token}` }
      });
      const session = (await answer.json()) as object;
      const people = PEOPLE.map(({ name, label }) => ({ name, label }));
      return sendJson(response, answer.status, { ...session, people, person: person.name });
    }
    if (request.method === 'POST' && path === '/person') {
      const { person: wanted } = JSON.parse(await bodyOf(request)) as { person?: string };
      const known = PEOPLE.find(({ name }) => name === wanted);
      if (!known) return sendJson(response, 400, { message: 'There is no such person.' });
      response.setHeader('set-cookie', `${PERSON_COOKIE}=${known.name}; HttpOnly; SameSite=Strict; Path=/`);
      return sendJson(response, 200, { person: known.name });
    }
    const [, className, methodName] = (request.method === 'POST' && APEX.exec(path)) || [];
    if (!className || !methodName) return sendJson(response, 404, { message: 'There is no such call.' });
    const answer = await fetch(`${url}/local-org/v1/lightning/apex/${className}/${methodName}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-lightning-wired': String(request.headers['x-lightning-wired'] ?? 'false')
      },
      body: await bodyOf(request)
    });
    send(response, answer.status, 'application/json; charset=utf-8', await answer.text());
  }

  private isKey(text: string): boolean {
    const given = Buffer.from(text);
    const wanted = Buffer.from(this.key);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}

function cookiesOf(request: IncomingMessage): Map<string, string> {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return new Map(pairs.map(([name = '', value = '']) => [name, value]));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new Error(`The call is larger than ${BODY_LIMIT} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function sendAsset(response: ServerResponse, { type, body }: Asset): void {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  response.writeHead(200, {
    'content-type': type,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; style-src 'self' 'unsafe-inline'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    ...(isPacked ? { 'content-encoding': 'gzip' } : {})
  });
  response.end(body);
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body));

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff'
  });
  response.end(body);
}
