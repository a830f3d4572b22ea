import { expect } from 'chai';
import { request as httpRequest } from 'node:http';
import { deflateRawSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { strToU8, zipSync } from 'fflate';
import type { OrgGateway } from '../../src/api/host.js';
import { PAGE_ASSETS } from '../../src/api/status/page-files.js';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';
import { OrgClock } from '../../src/platform/clock.js';
import { FaultRegistry } from '../../src/platform/faults/registry.js';
import { OrgUsage } from '../../src/platform/usage.js';
import { createHttpServer } from '../../src/server/http.js';
import { routeModules } from '../../src/server/route-modules.js';
import { execute } from './support.js';

const MB = 1024 * 1024;

/** Addresses that need no token: logins, health, the list of versions, and the empty frame of the status page. */
const PUBLIC = [
  'GET /',
  'GET /healthz',
  ...PAGE_ASSETS.map((name) => `GET /local-org/page/${name}`),
  'GET /secur/frontdoor.jsp',
  'GET /services/data',
  'GET /services/oauth2/revoke',
  'POST /services/oauth2/revoke',
  'POST /services/oauth2/token'
];

/** Of refusals that are no 401: SOAP faults, what the identity resource says, errors of Bulk API 1.0. */
const OWN_STATUS = { '/services/Soap': 500, '/id/': 403, '/services/async': 400 };

describe('routes without a token', () => {
  const reached: string[] = [];
  const routes: { method: string; url: string; isPublic: boolean }[] = [];
  let app: FastifyInstance;

  before(async () => {
    const clock = new OrgClock();
    const parts: Partial<OrgGateway> = {
      clock,
      usage: new OrgUsage(clock),
      control: { faults: new FaultRegistry(false) } as OrgGateway['control'],
      findSession: () => null,
      onEventsDelivered: () => undefined,
      url: () => 'http://127.0.0.1:1'
    };
    const answer = (name: PropertyKey) => (): Promise<unknown> => {
      reached.push(String(name));
      return Promise.resolve([]);
    };
    const org = new Proxy(parts, { get: (known, name) => Reflect.get(known, name) ?? answer(name) }) as OrgGateway;
    const watch = (target: FastifyInstance): void =>
      void target.addHook('onRoute', ({ method, url, config }) => {
        for (const each of [method].flat()) {
          if (each !== 'HEAD') routes.push({ method: each, url, isPublic: config?.public === true });
        }
      });
    app = createHttpServer(org, () => undefined, [watch, ...routeModules]);
    await app.ready();
    reached.length = 0;
  });
  after(() => app?.close());

  it('are logins, health and nothing that knows anything of the org', () => {
    const open = routes.filter(({ isPublic }) => isPublic).map(({ method, url }) => `${method} ${url}`);
    expect([...new Set(open)]).to.have.members(PUBLIC);
  });

  it('answer everything else with a refusal, and ask the org for nothing', async () => {
    const closed = routes.filter(({ isPublic }) => !isPublic);
    expect(closed.length).to.be.greaterThan(60);
    const body =
      '<Envelope><Header><SessionHeader><sessionId>00D000000000000!x</sessionId></SessionHeader></Header><Body><query/></Body></Envelope>';
    for (const { method, url } of closed) {
      const path = url.replace(':version', 'v68.0').replaceAll(/:\w+/g, 'x').replaceAll('*', 'x');
      const isStreaming = url.startsWith('/cometd');
      const { statusCode, payload } = await app.inject({
        method: method as 'POST',
        url: path,
        headers: { authorization: 'Bearer 00D000000000000!wrong' },
        ...(method === 'GET' ? {} : { payload: isStreaming ? '[{"channel":"/meta/handshake"}]' : body })
      });
      const own = Object.entries(OWN_STATUS).find(([start]) => url.startsWith(start));
      expect(statusCode, `${method} ${path}: ${payload}`).to.equal(own?.[1] ?? 401);
      expect(payload).to.match(/INVALID_SESSION_ID|InvalidSessionId|Handshake denied|^Bad_OAuth_Token$/);
    }
    expect(reached).to.deep.equal([]);
  });
});

describe('an org that is attacked', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  const errors: Error[] = [];
  before(async () => {
    org = await startLocalOrg({ slots: 4, jobSlots: 2, onError: (error) => errors.push(error) });
    await execute(org, "insert new Account(Name = 'secret'); insert new Account(Name = 'O\\'Brien');");
  });
  after(() => org?.stop());
  afterEach(async () => {
    expect((await call('GET', '/services/data/v68.0/limits')).status, 'the org lives on').to.equal(200);
    expect(errors.map(({ message }) => message)).to.deep.equal([]);
  });

  interface Answer {
    readonly status: number;
    readonly text: string;
  }

  async function call(
    method: string,
    path: string,
    body?: RequestInit['body'],
    type = 'application/json'
  ): Promise<Answer> {
    const response = await fetch(org.url + path, {
      method,
      headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': type },
      ...(body === undefined ? {} : { body })
    });
    return { status: response.status, text: await response.text() };
  }

  /** A deploy by REST, as far as its result. */
  async function deploy(zip: Uint8Array): Promise<string> {
    const form = new FormData();
    form.append('json', JSON.stringify({ deployOptions: { singlePackage: true } }));
    form.append('file', new Blob([Buffer.from(zip)], { type: 'application/zip' }), 'a.zip');
    const base = `${org.url}/services/data/v68.0/metadata/deployRequest`;
    const headers = { authorization: `Bearer ${org.accessToken}` };
    const { id } = (await (await fetch(base, { method: 'POST', headers, body: form })).json()) as { id: string };
    type State = { deployResult: { success: boolean; done: boolean } };
    const state = async (): Promise<State> =>
      (await (await fetch(`${base}/${id}?includeDetails=true`, { headers })).json()) as State;
    let result = await state();
    while (!result.deployResult.done) result = await state();
    expect(result.deployResult).to.include({ success: false });
    return JSON.stringify(result);
  }

  const manifest = (type: string): Uint8Array =>
    strToU8(
      `<Package xmlns="http://soap.sforce.com/2006/04/metadata"><types><members>*</members><name>${type}</name></types><version>66.0</version></Package>`
    );

  const soap = (content: string, head = ''): string =>
    `<?xml version="1.0"?>${head}<Envelope><Header><SessionHeader><sessionId>${org.accessToken}</sessionId></SessionHeader></Header><Body>${content}</Body></Envelope>`;

  it('takes parameters as values, never as SOQL or SQL', async () => {
    const data = '/services/data/v68.0';
    const attempts = [
      `sobjects/Account/Name/${encodeURIComponent("x' OR Name != '")}`,
      `sobjects/Account/${encodeURIComponent("Name = 'x' OR Name")}/x`,
      `sobjects/Account/${encodeURIComponent("001' OR Id != '")}`,
      `sobjects/${encodeURIComponent('Account WHERE Id != null--')}/001000000000000`,
      `sobjects/${encodeURIComponent('account"; DROP TABLE "account')}/describe`,
      `limits/recordCount?sObjects=${encodeURIComponent('Account"; DROP TABLE "account')}`,
      `composite/sobjects/Account?ids=001000000000000&fields=${encodeURIComponent('Id FROM User--')}`,
      `parameterizedSearch?q=${encodeURIComponent('x} RETURNING User(Id, Username)--')}&sobject=${encodeURIComponent('Account(Id), User')}`,
      `jobs/query/${encodeURIComponent("750' OR '1'='1")}`,
      `tooling/sobjects/ApexLog/${encodeURIComponent("07L' OR '1'='1")}/Body`,
      `query/${encodeURIComponent("01g' OR '1'='1")}`,
      `query?q=${encodeURIComponent("SELECT Id FROM Account WHERE Name = 'x'; DELETE FROM account")}`,
      `query?q=${encodeURIComponent('SELECT pg_sleep(10) FROM Account')}`,
      `query?q=${encodeURIComponent('SELECT Id FROM Account WHERE Name = "x" OR true')}`
    ];
    for (const path of attempts) {
      const { status, text } = await call('GET', `${data}/${path}`);
      expect([400, 404], `${path}: ${text}`).to.include(status);
      expect(text).not.to.include('secret');
      expect(text, 'says nothing of the database').not.to.match(/syntax error at|relation "/);
    }
    const [, id] =
      /"id":"(\w+)"/i.exec(
        (await call('GET', `${data}/query?q=${encodeURIComponent("SELECT Id FROM Account WHERE Name = 'O\\'Brien'")}`))
          .text
      ) ?? [];
    expect(
      (await call('GET', `${data}/sobjects/Account/${id}?fields=${encodeURIComponent('Name FROM Account--')}`)).status
    ).to.equal(400);
    const { debug } = await execute(org, 'System.debug([SELECT COUNT() FROM Account]);');
    expect(debug).to.deep.equal(['2']);
  });

  it('refuses addresses and bodies that nobody would send', async () => {
    const post = (body: string, path = 'sobjects/Account'): Promise<Answer> =>
      call('POST', `/services/data/v68.0/${path}`, body);
    expect((await call('GET', '/services/data/v68.0/sobjects/%zz')).status).to.equal(400);
    expect((await call('GET', `/services/data/v68.0/sobjects/Account/${'x'.repeat(5000)}`)).status).to.be.within(
      400,
      414
    );
    expect((await call('GET', '/services/data/v68.0/../../../etc/passwd')).status).to.equal(404);
    expect((await call('GET', '/services/data/v68.0/sobjects/..%2f..%2fetc%2fpasswd/describe')).status).to.equal(404);
    expect((await post('['.repeat(200_000))).status).to.equal(400);
    expect((await post(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).status).to.equal(400);
    expect((await post('{"__proto__": {"Name": "x"}, "constructor": 1}')).status).to.equal(400);
    expect((await post('{"Name": "a\\u0000b"}')).status).to.be.within(201, 400);
    expect((await post('\xff\xfe{')).status).to.equal(400);
  });

  it('refuses what nests without end, wherever it comes in', async () => {
    const n = 100_000;
    const where = `${'('.repeat(5000)}Name = 'x'${')'.repeat(5000)}`;
    const query = await call(
      'GET',
      `/services/data/v68.0/query?q=${encodeURIComponent(`SELECT Id FROM Account WHERE ${where}`)}`
    );
    expect(query.status, query.text).to.equal(400);
    expect(query.text).to.include('MALFORMED_QUERY').and.include('the query is nested too deeply');
    const search = `FIND {acme} RETURNING Account(Id WHERE ${where})`;
    const searched = await call('GET', `/services/data/v68.0/search?q=${encodeURIComponent(search)}`);
    expect(searched.text).to.include('MALFORMED_QUERY');
    for (const api of ['m/68.0', 's/68.0', 'u/68.0']) {
      const { status, text } = await call('POST', `/services/Soap/${api}`, soap('<a>'.repeat(n), ''), 'text/xml');
      expect(status, text).to.equal(500);
      expect(text).to.include('INVALID_XML');
    }
    const { compileProblem } = await execute(org, `Integer i = ${'('.repeat(n)}1${')'.repeat(n)};`);
    expect(compileProblem).to.equal('Source is nested too deeply.');
    const nested = `${'<a>'.repeat(n)}${'</a>'.repeat(n)}`;
    expect(await deploy(zipSync({ 'package.xml': strToU8(nested) }))).to.include('package.xml cannot be read');
    const body = `<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">${nested}</CustomObject>`;
    const files = { 'package.xml': manifest('CustomObject'), 'objects/X__c.object': strToU8(body) };
    expect(await deploy(zipSync(files))).to.include('Maximum nested tags exceeded');
  });

  it('refuses document types and entities', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    for (const api of ['m/68.0', 's/68.0', 'u/68.0']) {
      for (const head of [bomb, `<!--${' '.repeat(10_000)}-->${bomb}`, '<!DOCTYPE x SYSTEM "file:///etc/passwd">']) {
        const { status, text } = await call('POST', `/services/Soap/${api}`, soap('<x>&b;</x>', head), 'text/xml');
        expect(status, text).to.equal(500);
        expect(text).to.include('document types are not accepted').and.not.include('root:');
      }
    }
    expect((await call('POST', '/services/Soap/u/68.0', '<a><b></a>', 'text/xml')).text).to.include('INVALID_XML');
    const object = `<?xml version="1.0"?>${bomb}<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata"><label>&b;</label></CustomObject>`;
    const result = await deploy(
      zipSync({ 'package.xml': manifest('CustomObject'), 'objects/X__c.object': strToU8(object) })
    );
    expect(result).to.match(/document type/i);
  });

  it('refuses archives that unpack to too much, or lead outside', async () => {
    expect(await deploy(zipBomb(14, 30 * MB))).to.match(/unpacks to more than 400 MB/);
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`classes/C${i}.cls`, new Uint8Array()]));
    expect(await deploy(zipSync({ 'package.xml': manifest('ApexClass'), ...many }, { level: 0 }))).to.match(
      /more than 10000 files/
    );
    for (const path of ['../../outside.cls', '/etc/outside', 'C:\\outside', 'classes/..\\..\\outside.cls']) {
      const result = await deploy(zipSync({ 'package.xml': manifest('ApexClass'), [path]: strToU8('x') }));
      expect(result, path).to.match(/a path outside itself/);
    }
    expect(await deploy(strToU8('no zip at all'))).to.match(/not a zip/);
  });

  it('refuses multipart bodies that are malformed', async () => {
    const path = '/services/data/v68.0/metadata/deployRequest';
    const send = (body: string, type = 'multipart/form-data; boundary=b'): Promise<Answer> =>
      call('POST', path, body, type);
    const part = '--b\r\ncontent-disposition: form-data; name="json"\r\n\r\n{}\r\n';
    const answers = [
      await send('x', 'multipart/form-data'),
      await send('', 'multipart/form-data; boundary=b'),
      await send(part),
      await send('--b\r\nno header\r\n--b--'),
      await send(`${part.repeat(30)}--b--`),
      await send(`${part}--b--`),
      await send(`--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nx\r\n${part.replace('{}', '{')}--b--`)
    ];
    for (const { status, text } of answers) expect(status, text).to.equal(400);
  });

  it('refuses bodies of 100 MB, whether it is told of their size or not', async () => {
    const path = '/services/data/v68.0/sobjects/Account';
    expect((await sendBytes(path, { 'content-length': String(100 * MB) }, 0)).status).to.equal(413);
    expect((await sendBytes(path, {}, 100)).status).to.equal(413);
    expect((await sendBytes('/services/Soap/m/68.0', {}, 100)).status).to.equal(413);
    // A client that sends everything before it looks gets the answer too.
    const { status, text } = await call('POST', path, Buffer.alloc(61 * MB, 32));
    expect([status, JSON.parse(text)[0].errorCode]).to.deep.equal([413, 'INVALID_REQUEST']);
  });

  it('refuses floods of headers', async () => {
    const flood = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`x-${i}`, 'y'.repeat(1000)]));
    expect((await sendBytes('/services/data/v68.0/limits', flood, 0, 'GET')).status).to.equal(431);
    expect(
      (await sendBytes('/services/data/v68.0/limits', { 'x-long': 'y'.repeat(200_000) }, 0, 'GET')).status
    ).to.equal(431);
  });

  /** Sends so many megabytes in pieces, or as many as are needed for an answer. */
  function sendBytes(
    path: string,
    headers: Record<string, string>,
    megabytes: number,
    method = 'POST'
  ): Promise<{ status: number }> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(org.url + path, {
        method,
        headers: { authorization: `Bearer ${org.accessToken}`, ...headers }
      });
      let answered = false;
      request.on('response', (response) => {
        answered = true;
        resolve({ status: response.statusCode ?? 0 });
        response.resume();
        request.destroy();
      });
      request.on('error', (error) => void (answered || reject(error)));
      if (megabytes === 0) return void (method === 'GET' ? request.end() : request.flushHeaders());
      const piece = Buffer.alloc(MB, 32);
      const write = (left: number): void => {
        if (answered || request.destroyed) return;
        if (left === 0) return void request.end();
        request.write(piece, () => write(left - 1));
      };
      write(megabytes);
    });
  }
});

/** An archive of files that are all zeros, made without holding them: each is the same few bytes when packed. */
function zipBomb(files: number, bytes: number): Uint8Array {
  const packed = deflateRawSync(Buffer.alloc(bytes), { level: 9 });
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (let i = 0; i < files; i++) {
    const name = Buffer.from(`classes/C${i}.cls`);
    // Version, flags, method, time, date, check sum, packed and unpacked size, lengths of name and extra field.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes, 18);
    common.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, name, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, name);
    offset += 4 + common.length + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files, 8);
  end.writeUInt16LE(files, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
