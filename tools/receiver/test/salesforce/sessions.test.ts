import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { jwtVerify } from 'jose';
import type { NormalizedEvent } from '../../src/contract.js';
import { Inbox } from '../../src/salesforce/collections.js';
import { chooseOpenSession } from '../../src/salesforce/openSession.js';
import { jwtBearer } from '../../src/salesforce/jwtBearer.js';
import { SessionError, SessionKeeper } from '../../src/salesforce/session.js';
import { OrgDouble } from '../support/orgDouble.js';

const ROW: NormalizedEvent = {
  eventKey: 'k',
  source: 'S',
  eventType: 't',
  entityId: 'e',
  sourceTimestamp: null,
  sourceVersion: null,
  payload: '{}',
  correlationId: null
};

describe('sessions with Salesforce', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const privateKey = keys.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const never = new AbortController().signal;
  let org: OrgDouble;
  let login: Server;
  let answer: (assertion: string) => Promise<{ status: number; body: object }>;
  let loginUrl: string;

  before(async () => {
    org = await OrgDouble.start();
    login = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const form = new URLSearchParams(text);
        expect(form.get('grant_type')).to.equal('urn:ietf:params:oauth:grant-type:jwt-bearer');
        void answer(form.get('assertion') ?? '').then(({ status, body }) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        );
      });
    });
    await new Promise<void>((resolve) => login.listen(0, '127.0.0.1', resolve));
    loginUrl = `http://127.0.0.1:${(login.address() as AddressInfo).port}`;
  });

  after(async () => {
    await org.stop();
    await new Promise((resolve) => login.close(resolve));
  });

  const settings = { clientId: 'consumer-key', username: 'integration@example.com', privateKey };

  it('JWT bearer: signed by the key, for the audience, short-lived; the answer names the instance', async () => {
    answer = async (assertion) => {
      const { payload, protectedHeader } = await jwtVerify(assertion, keys.publicKey, {
        issuer: 'consumer-key',
        subject: 'integration@example.com',
        audience: 'https://login.salesforce.com'
      });
      expect(protectedHeader.alg).to.equal('RS256');
      expect(payload.exp! - Date.now() / 1000).to.be.within(60, 300);
      return { status: 200, body: { access_token: 'T', instance_url: `${org.url}/` } };
    };

    const session = await jwtBearer({ ...settings, loginUrl, audience: 'https://login.salesforce.com' })(never);

    expect(session).to.deep.equal({ accessToken: 'T', instanceUrl: org.url });
  });

  it('a login that is refused says what to check; one that is away passes', async () => {
    answer = async () => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'user is not authorized' }
    });
    const refused = await jwtBearer({ ...settings, loginUrl })(never).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(SessionError).and.to.include({ passing: false });
    expect((refused as Error).message)
      .to.include('invalid_grant')
      .and.include('pre-authorized');
    expect((refused as Error).message).not.to.include('BEGIN');

    answer = async () => ({ status: 503, body: {} });
    expect(await jwtBearer({ ...settings, loginUrl })(never).catch((error: unknown) => error)).to.include({
      passing: true
    });
    const away = await jwtBearer({ ...settings, loginUrl: 'http://127.0.0.1:9' })(never).catch(
      (error: unknown) => error
    );
    expect(away).to.include({ passing: true });
  });

  it('a private key that is none is found before the start', () => {
    expect(() => jwtBearer({ ...settings, loginUrl, privateKey: 'nonsense' })).to.throw('openssl genpkey');
  });

  it('a session that has ended is opened again, once, and the call is repeated', async () => {
    let opened = 0;
    org.validTokens = new Set(['token-2']);
    const sessions = new SessionKeeper(async () => ({ accessToken: `token-${(opened += 1)}`, instanceUrl: org.url }));
    const inbox = new Inbox(sessions, { apiVersion: '67.0', timeoutMs: 5_000 });

    const first = await inbox.create([ROW], never);
    org.validTokens = new Set();
    const second = await inbox.create([{ ...ROW, eventKey: 'k2' }], never);
    await inbox.close();

    expect(first.kind).to.equal('answered');
    expect(second).to.include({ kind: 'refused', code: 'INVALID_SESSION_ID' });
    expect(opened).to.equal(3);
  });

  it('a token that is given is refused while the org does not take it, and tried again by the next call', async () => {
    const open = chooseOpenSession({ type: 'access-token', accessToken: 'given', instanceUrl: org.url });
    const inbox = new Inbox(new SessionKeeper(open), { apiVersion: '67.0', timeoutMs: 5_000 });

    org.validTokens = new Set();
    const refused = await inbox.create([{ ...ROW, eventKey: 'k3' }], never);
    const again = await inbox.create([{ ...ROW, eventKey: 'k3' }], never);
    org.validTokens = new Set(['given']);
    const taken = await inbox.create([{ ...ROW, eventKey: 'k3' }], never);
    await inbox.close();

    expect([refused, again].map((call) => (call.kind === 'refused' ? call.code : call.kind))).to.deep.equal([
      'NO_SESSION',
      'NO_SESSION'
    ]);
    expect(taken.kind).to.equal('answered');
  });

  it('an answer that only drips is given up on: nobody can tell what became of the rows', async () => {
    let drip: NodeJS.Timeout | undefined;
    const dripping = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      drip = setInterval(() => response.write(' '), 20);
    });
    await new Promise<void>((listening) => dripping.listen(0, '127.0.0.1', listening));
    const { port } = dripping.address() as AddressInfo;
    const open = chooseOpenSession({
      type: 'access-token',
      accessToken: 'given',
      instanceUrl: `http://127.0.0.1:${port}`
    });
    const inbox = new Inbox(new SessionKeeper(open), { apiVersion: '67.0', timeoutMs: 300 });

    const outcome = await inbox.create([ROW], never);
    await inbox.close();
    clearInterval(drip);
    dripping.closeAllConnections();
    await new Promise((closed) => dripping.close(closed));

    expect(outcome).to.deep.equal({ kind: 'unavailable', reason: 'no whole answer within 300 ms' });
  });
});
