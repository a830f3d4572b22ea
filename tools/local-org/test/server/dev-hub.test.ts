import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalOrg, type LocalOrg, type LocalOrgOptions } from '../../src/index.js';

type Row = Readonly<Record<string, string>>;

/** A signup as the CLI makes it, without the CLI: rows, states, and the org behind them. */
describe('a Dev Hub', function () {
  this.timeout(120_000);
  const SMALL: LocalOrgOptions = { slots: 2, jobSlots: 1, devHub: { active: 2 } };
  let folder: string;
  let hub: LocalOrg;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-org-hub-'));
    hub = await startLocalOrg({ ...SMALL, dataDirectory: folder });
  });

  after(async () => {
    await hub?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function call(url: string, token: string, method = 'GET', body?: unknown): Promise<Response> {
    return fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
  }

  const data = '/services/data/v68.0';

  async function query(soql: string, url = hub.url, token = hub.accessToken): Promise<Row[]> {
    const response = await call(`${url}${data}/query?q=${encodeURIComponent(soql)}`, token);
    const answer = (await response.json()) as { records: Row[] };
    expect(response.status, JSON.stringify(answer)).to.equal(200);
    return answer.records;
  }

  /** @returns the row when it says what became of it. */
  async function signUp(values: Readonly<Record<string, unknown>> = {}): Promise<Row> {
    const made = await call(`${hub.url}${data}/sobjects/ScratchOrgInfo`, hub.accessToken, 'POST', {
      Edition: 'Developer',
      ConnectedAppConsumerKey: 'PlatformCLI',
      ...values
    });
    const { id } = (await made.json()) as { id: string };
    for (;;) {
      const row = (await (
        await call(`${hub.url}${data}/sobjects/ScratchOrgInfo/${id}`, hub.accessToken)
      ).json()) as Row;
      if (row.Status === 'Active' || row.Status === 'Error') return row;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async function redeem({
    LoginUrl = '',
    AuthCode = ''
  }: Row): Promise<{ access_token: string; refresh_token: string }> {
    const form = { grant_type: 'authorization_code', code: AuthCode, client_id: 'PlatformCLI' };
    const response = await fetch(`${LoginUrl}/services/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(form)
    });
    return (await response.json()) as { access_token: string; refresh_token: string };
  }

  const requestsUsed = async (): Promise<number> => {
    const answer = await call(`${hub.url}${data}/limits`, hub.accessToken);
    return Number(/^api-usage=(\d+)/.exec(answer.headers.get('sforce-limit-info') ?? '')?.[1]);
  };

  const remove = async ({ ScratchOrg = '' }: Row): Promise<void> => {
    const [active] = await query(`SELECT Id FROM ActiveScratchOrg WHERE ScratchOrg = '${ScratchOrg}'`);
    const url = `${hub.url}${data}/sobjects/ActiveScratchOrg/${active?.Id}`;
    expect((await call(url, hub.accessToken, 'DELETE')).status).to.equal(204);
  };

  /** Resolves when nobody listens there any more. */
  async function gone(url: string): Promise<void> {
    const answers = (): Promise<boolean> =>
      fetch(`${url}/healthz`).then(
        () => true,
        () => false
      );
    while (await answers()) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  it('makes orgs of their own, which outlive a restart and end when they are deleted', async () => {
    const one = await signUp({ OrgName: 'One', Username: 'One@Example.com', DurationDays: 3 });
    expect(one).to.include({ Status: 'Active', SignupUsername: 'one@example.com', ErrorCode: null });
    const { access_token: token, refresh_token: refreshToken } = await redeem(one);
    expect(await redeem(one)).to.include({ error: 'invalid_grant' });
    const url = one.LoginUrl as string;
    const [organization] = await query('SELECT Id, Name, IsSandbox, TrialExpirationDate FROM Organization', url, token);
    expect(organization).to.include({ Name: 'One', IsSandbox: true });
    expect(organization?.Id?.slice(0, 15)).to.equal(one.ScratchOrg).and.not.equal(hub.orgId.slice(0, 15));
    expect(organization?.TrialExpirationDate?.slice(0, 10)).to.equal(one.ExpirationDate);
    for (const object of ['User', 'Profile', 'PermissionSet', 'UserLicense', 'Group', 'BusinessHours']) {
      const [own, hubs] = [
        await query(`SELECT Id FROM ${object}`, url, token),
        await query(`SELECT Id FROM ${object}`)
      ];
      expect(own, object).to.have.length(hubs.length);
      const known = hubs.map(({ Id }) => Id);
      expect(
        own.filter(({ Id }) => known.includes(Id)),
        object
      ).to.deep.equal([]);
    }
    const [admin] = await query(
      "SELECT Id, Username FROM User WHERE Profile.Name = 'System Administrator'",
      url,
      token
    );
    expect(admin?.Username).to.equal('one@example.com');
    expect((await query('SELECT CreatedById FROM Organization', url, token))[0]?.CreatedById).to.equal(admin?.Id);
    await call(`${url}${data}/sobjects/Account`, token, 'POST', { Name: 'of one' });
    expect(await query('SELECT Id FROM Account')).to.have.lengthOf(0);
    // A scratch org is no hub, and tracks its source; the hub is one, and does not.
    expect((await call(`${url}${data}/query?q=SELECT+Id+FROM+ScratchOrgInfo`, token)).status).to.equal(400);
    expect((await call(`${url}${data}/tooling/sobjects/SourceMember/describe`, token)).status).to.equal(200);
    const refused = await call(`${hub.url}${data}/tooling/sobjects/SourceMember/describe`, hub.accessToken);
    expect([refused.status, await refused.text()].join()).to.match(/404.*The requested resource does not exist/);

    const two = await signUp();
    expect(two.SignupUsername).to.match(/^test-\w+@example\.com$/);
    expect(two.ScratchOrg).not.to.equal(one.ScratchOrg);
    const third = await signUp();
    expect(third.ErrorCode).to.match(/^LIMIT_EXCEEDED: 2 of 2/);
    const limits = (await (await call(`${hub.url}${data}/limits`, hub.accessToken)).json()) as Record<string, unknown>;
    expect(limits.ActiveScratchOrgs).to.deep.equal({ Max: 2, Remaining: 0 });
    await remove(two);
    await gone(two.LoginUrl as string);

    const usedBefore = await requestsUsed();
    await hub.stop();
    await gone(url);
    hub = await startLocalOrg({ ...SMALL, dataDirectory: folder });
    expect(await requestsUsed()).to.be.greaterThan(usedBefore);
    const form = { grant_type: 'refresh_token', client_id: 'PlatformCLI', refresh_token: refreshToken };
    const again = await fetch(`${url}/services/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
    const { access_token: next } = (await again.json()) as { access_token: string };
    expect(await query('SELECT Name FROM Account', url, next)).to.have.lengthOf(1);

    const taken = await signUp({ Username: 'one@example.com' });
    expect(taken.ErrorCode).to.equal('C-1007');
    const states = new Map((await query('SELECT Id, Status FROM ScratchOrgInfo')).map((row) => [row.Id, row.Status]));
    expect([one, two, third, taken].map(({ Id }) => states.get(Id))).to.deep.equal([
      'Active',
      'Deleted',
      'Error',
      'Error'
    ]);
    expect(states.size).to.equal(4);
    await call(`${hub.url}/local-org/v1/clock`, hub.accessToken, 'POST', { moveBy: 4.5 * 86_400_000 });
    await gone(url);
    expect(await query('SELECT Id FROM ActiveScratchOrg')).to.have.lengthOf(0);
  });

  it('says what it cannot make', async () => {
    const reasons: [Readonly<Record<string, unknown>>, RegExp][] = [
      [{ Features: 'API;MultiCurrency' }, /^not supported by the local org: the feature MultiCurrency/],
      [{ Edition: 'Imaginary' }, /no edition Imaginary/],
      [{ Namespace: 'acme' }, /namespaces/],
      [{ DurationDays: 31 }, /1 to 30 days/],
      [{ ConnectedAppConsumerKey: 'unknown' }, /no connected app unknown/]
    ];
    for (const [values, reason] of reasons) expect((await signUp(values)).ErrorCode).to.match(reason);
  });
});
