import { expect } from 'chai';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';

const APP = 'ci-app';
const SECRET_APP = 'receiver-app';
const SECRET = 'not a secret: of a test';

interface Answer {
  readonly status: number;
  // Each assertion says what is expected of it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** How programs and people log in. */
describe('OAuth', function () {
  this.timeout(120_000);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  let org: LocalOrg;

  before(async () => {
    org = await startLocalOrg({
      slots: 2,
      jobSlots: 1,
      connectedApps: [
        { clientId: APP, keys: [createPublicKey(stranger), createPublicKey(privateKey)], secret: null },
        { clientId: 'one-key', keys: [createPublicKey(privateKey)], secret: null },
        { clientId: SECRET_APP, keys: [], secret: SECRET }
      ]
    });
  });

  after(() => org?.stop());

  async function call(path: string, form: Readonly<Record<string, string>>): Promise<Answer> {
    const response = await fetch(org.url + path, { method: 'POST', body: new URLSearchParams(form) });
    return { status: response.status, body: await response.json() };
  }

  const token = (form: Readonly<Record<string, string>>): Promise<Answer> => call('/services/oauth2/token', form);

  async function api(path: string, accessToken: string, method = 'GET', body?: unknown): Promise<Answer> {
    const response = await fetch(org.url + path, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }

  async function byAssertion(
    claims: Readonly<Record<string, unknown>> = {},
    key: KeyObject = privateKey,
    alg = 'RS256'
  ): Promise<Answer> {
    const exp = Math.floor(Date.now() / 1000) + 180;
    const all = { iss: APP, sub: org.username, aud: org.url, exp, ...claims };
    const assertion = await new SignJWT(all).setProtectedHeader({ alg }).sign(key);
    return token({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  }

  it('gives a session for an assertion signed with the key of any of the certificates', async () => {
    const { status, body } = await byAssertion({ sub: org.username.toUpperCase() });
    expect(status).to.equal(200);
    expect(body).to.include({
      token_type: 'Bearer',
      instance_url: org.url,
      id: `${org.url}/id/${org.orgId}/${org.userId}`
    });
    expect(body.access_token).to.match(/^00D\w{12}!/);
    const info = await api('/services/oauth2/userinfo', body.access_token);
    expect(info.body).to.include({ user_id: org.userId, organization_id: org.orgId, preferred_username: org.username });
    expect((await api(new URL(body.id).pathname, body.access_token)).body).to.include({ username: org.username });
    expect((await byAssertion()).body.access_token).not.to.equal(body.access_token);
  });

  it('takes an expiry in milliseconds, as the CLI gives it', async () => {
    expect((await byAssertion({ exp: Date.now() + 180_000 })).status).to.equal(200);
  });

  it('says what is wrong with an assertion', async () => {
    const refused = async (code: string, description: RegExp, answer: Promise<Answer>): Promise<void> => {
      const { status, body } = await answer;
      expect(status).to.equal(400);
      expect(body.error).to.equal(code);
      expect(body.error_description).to.match(description);
    };
    await refused('invalid_grant', /not signed with the key/, byAssertion({ iss: 'one-key' }, stranger));
    await refused('invalid_grant', /expired/, byAssertion({ exp: Math.floor(Date.now() / 1000) - 60 }));
    await refused('invalid_grant', /"exp"/, byAssertion({ exp: undefined }));
    await refused('invalid_grant', /audience is invalid/, byAssertion({ aud: 'https://login.salesforce.com' }));
    await refused('invalid_grant', /hasn't approved/, byAssertion({ sub: 'nobody@example.com' }));
    await refused('invalid_client_id', /client identifier invalid/, byAssertion({ iss: 'unknown' }));
    await refused('invalid_grant', /no certificate/, byAssertion({ iss: SECRET_APP }));
    await refused('invalid_grant', /alg/i, byAssertion({}, privateKey, 'RS512'));
    const bare = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' };
    await refused('invalid_request', /assertion/, token(bare));
    await refused('invalid_grant', /no JSON Web Token/, token({ ...bare, assertion: 'x.y.z' }));
    await refused('unsupported_grant_type', /grant type not supported/, token({ grant_type: 'device' }));
  });

  it('gives a session for a password, to apps with a secret', async () => {
    const password = 'correct horse 1';
    const resource = `/services/data/v68.0/sobjects/User/${org.userId}/password`;
    expect((await api(resource, org.accessToken, 'POST', { NewPassword: 'short' })).body[0].errorCode).to.equal(
      'INVALID_NEW_PASSWORD'
    );
    expect((await api(resource, org.accessToken, 'POST', { NewPassword: password })).status).to.equal(204);
    const form = {
      grant_type: 'password',
      client_id: SECRET_APP,
      client_secret: SECRET,
      username: org.username,
      password
    };
    const good = await token(form);
    expect(good.status).to.equal(200);
    expect((await token({ ...form, password: 'wrong' })).body.error).to.equal('invalid_grant');
    expect((await token({ ...form, username: 'nobody@example.com' })).body.error).to.equal('invalid_grant');
    expect((await token({ ...form, client_secret: 'wrong' })).body.error).to.equal('invalid_client');
    expect((await token({ ...form, client_id: APP })).body.error).to.equal('invalid_client');

    expect((await call('/services/oauth2/revoke', { token: good.body.access_token })).status).to.equal(200);
    expect((await api('/services/oauth2/userinfo', good.body.access_token)).status).to.equal(401);
    expect((await call('/services/oauth2/revoke', { token: good.body.access_token })).body.error).to.equal(
      'invalid_token'
    );

    const { body } = await api(resource, org.accessToken, 'DELETE');
    expect((await token(form)).status).to.equal(400);
    expect((await token({ ...form, password: body.NewPassword })).status).to.equal(200);
  });

  it('logs in by SOAP', async () => {
    const { body } = await api(`/services/data/v68.0/sobjects/User/${org.userId}/password`, org.accessToken, 'DELETE');
    const soap = async (password: string): Promise<string> => {
      const xml = `<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body><login xmlns="urn:partner.soap.sforce.com"><username>${org.username}</username><password>${password}</password></login></env:Body></env:Envelope>`;
      const response = await fetch(`${org.url}/services/Soap/u/68.0`, {
        method: 'POST',
        body: xml,
        headers: { 'content-type': 'text/xml' }
      });
      return response.text();
    };
    const session = /<sessionId>([^<]+)</.exec(await soap(body.NewPassword))?.[1] ?? '';
    expect((await api('/services/oauth2/userinfo', session)).body.user_id).to.equal(org.userId);
    expect(await soap('wrong')).to.include('INVALID_LOGIN');
  });

  it('makes users, whose refresh tokens give sessions until they are revoked', async () => {
    const { records } = (
      await api(
        `/services/data/v68.0/query?q=${encodeURIComponent("SELECT Id FROM Profile WHERE Name = 'Standard User'")}`,
        org.accessToken
      )
    ).body;
    const user = { username: 'new@example.com', emails: ['new@example.com'], name: { familyName: 'New' } };
    const make = (body: unknown): Promise<Response> =>
      fetch(`${org.url}/services/scim/v1/Users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.accessToken}`, 'auto-approve-user': 'true' },
        body: JSON.stringify(body)
      });
    const response = await make({ ...user, entitlements: [{ value: records[0].Id }] });
    expect(response.status).to.equal(201);
    const { id } = (await response.json()) as { id: string };
    const form = {
      grant_type: 'refresh_token',
      client_id: 'PlatformCLI',
      refresh_token: response.headers.get('auto-approve-user') ?? ''
    };
    const { body } = await token(form);
    expect((await api('/services/oauth2/userinfo', body.access_token)).body).to.include({ user_id: id });
    expect((await token({ ...form, client_id: APP })).body.error).to.equal('invalid_grant');
    expect((await call('/services/oauth2/revoke', { token: form.refresh_token })).status).to.equal(200);
    expect((await token(form)).body.error).to.equal('invalid_grant');

    const again = (await (await make({ ...user, entitlements: [{ value: records[0].Id }] })).json()) as {
      Errors: { description: string }[];
    };
    expect(again.Errors[0]?.description).to.match(/duplicate/i);
    expect((await make(user)).status).to.equal(400);
  });

  it('logs a browser in once, as the user who asked', async () => {
    const { body } = await api('/services/oauth2/singleaccess', org.accessToken);
    const first = await fetch(body.frontdoor_uri);
    const given = /name="local-org-token" content="([^"]+)"/.exec(await first.text())?.[1] ?? '';
    expect(first.status).to.equal(200);
    expect((await api('/services/oauth2/userinfo', given)).body).to.include({ preferred_username: org.username });
    expect((await fetch(body.frontdoor_uri)).status).to.equal(401);
  });
});
