import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { request } from 'undici';
import { jwtBearer } from '../../src/salesforce/jwtBearer.js';
import type { SessionError } from '../../src/salesforce/session.js';
import { Restartable, freePort } from './support.js';

/** The receiver's login against an org that verifies what it signs. */
describe('JWT login of the receiver', function () {
  this.timeout(180_000);
  const username = 'admin@local-org.example';
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  let home: string;
  let loginUrl: string;
  let org: Restartable;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'receiver-jwt-'));
    const certificate = join(home, 'public.pem');
    await writeFile(certificate, publicKey.export({ type: 'spki', format: 'pem' }));
    const port = await freePort();
    loginUrl = `http://127.0.0.1:${port}`;
    const args = ['start', '--port', String(port), '--connected-app', `receiver=${certificate}`];
    org = new Restartable('tools/local-org/src/cli.ts', args, {}, async () => {
      const { statusCode, body } = await request(`${loginUrl}/healthz`, { headersTimeout: 2_000 });
      await body.dump();
      return statusCode === 200;
    });
    await org.start();
  });

  after(async () => {
    await org?.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('gets a session that works', async () => {
    const { signal } = new AbortController();
    const session = await jwtBearer({ clientId: 'receiver', username, loginUrl, privateKey: pem })(signal);
    expect(session.instanceUrl).to.equal(loginUrl);
    const { statusCode, body } = await request(`${loginUrl}/services/oauth2/userinfo`, {
      headers: { authorization: `Bearer ${session.accessToken}` }
    });
    expect(statusCode).to.equal(200);
    expect(await body.json()).to.include({ preferred_username: username });
  });

  it('says what the org refuses, and what to check', async () => {
    const { signal } = new AbortController();
    const settings = { clientId: 'receiver', username, loginUrl, privateKey: pem };
    const refusal = (more: Partial<typeof settings>): Promise<SessionError> =>
      jwtBearer({ ...settings, ...more })(signal).then(
        () => expect.fail('it was let in'),
        (error: SessionError) => error
      );
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const stranger = await refusal({ privateKey: other.export({ type: 'pkcs8', format: 'pem' }).toString() });
    expect(stranger.message).to.match(
      /invalid_grant: .*not signed.* Check that the connected app has the certificate/s
    );
    expect(stranger.passing).to.equal(false);
    expect((await refusal({ clientId: 'nobody' })).message).to.match(/invalid_client_id.* Check clientId/s);
  });
});
