import { expect } from 'chai';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';

/** What a client that keeps a copy asks for: changed and deleted rows of a span of time. */
describe('changed and deleted rows by REST', function () {
  this.timeout(120_000);
  let org: LocalOrg;

  before(async () => {
    org = await startLocalOrg({ slots: 2, jobSlots: 1 });
  });

  after(() => org?.stop());

  // Each assertion says what is expected of the body.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async function call(path: string, method = 'GET', body?: unknown): Promise<{ response: Response; body: any }> {
    const response = await fetch(`${org.url}/services/data/v68.0${path}`, {
      method,
      headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    const text = await response.text();
    return { response, body: text === '' ? null : JSON.parse(text) };
  }

  it('are named by their ids, within the span only', async () => {
    const start = new Date(Date.now() - 60_000).toISOString();
    const end = new Date(Date.now() + 60_000).toISOString();
    const span = `start=${start}&end=${end}`;
    const [kept, gone] = await Promise.all(
      ['kept', 'gone'].map(async (Name) => (await call('/sobjects/Account', 'POST', { Name })).body.id as string)
    );
    await call(`/sobjects/Account/${gone}`, 'DELETE');
    const updated = await call(`/sobjects/Account/updated?${span}`);
    expect(updated.body.ids).to.deep.equal([kept]);
    expect(updated.response.headers.get('sforce-limit-info')).to.match(/^api-usage=[1-9]\d*\/\d+$/);
    const deleted = await call(`/sobjects/Account/deleted?${span}`);
    expect(deleted.body.deletedRecords.map(({ id }: { id: string }) => id)).to.deep.equal([gone]);
    const earlier = `start=${new Date(Date.now() - 120_000).toISOString()}&end=${start}`;
    expect((await call(`/sobjects/Account/updated?${earlier}`)).body.ids).to.deep.equal([]);
    for (const wrong of [`start=${end}&end=${start}`, 'start=x&end=y', '', `start=2020-01-01T00:00:00Z&end=${end}`]) {
      expect((await call(`/sobjects/Account/updated?${wrong}`)).body[0].errorCode).to.equal('INVALID_REPLICATION_DATE');
    }
    expect((await call(`/sobjects/Profile/deleted?${span}`)).response.status).to.equal(400);
  });

  it('know who asks, also by a token in the address', async () => {
    const { body } = await call('');
    const identity = await fetch(`${body.identity}?format=json&oauth_token=${encodeURIComponent(org.accessToken)}`);
    expect(await identity.json()).to.include({ user_id: org.userId, username: org.username });
    expect((await fetch(`${body.identity}?oauth_token=wrong`)).status).to.equal(403);
  });
});
