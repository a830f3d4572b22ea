import { expect } from 'chai';
import type { LocalOrg } from '../../src/index.js';
import { execute, orgWith } from './support.js';

interface Status {
  readonly org: { readonly id: string };
  readonly transactions: readonly {
    readonly slot: number;
    readonly operation: string | null;
    readonly user: string | null;
    readonly state: string;
    readonly waitsFor: readonly number[];
  }[];
  readonly components: readonly { readonly type: string; readonly count: number }[];
  readonly jobs: readonly { readonly Status: string; readonly ApexClass: { readonly Name: string } }[];
}

describe('the status page', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  before(async () => {
    org = await orgWith({
      'classes/Worker.cls': 'public class Worker implements Queueable { public void execute(QueueableContext c) {} }'
    });
  });
  after(() => org?.stop());

  const get = (path: string, token?: string): Promise<Response> =>
    fetch(org.url + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  const status = async (): Promise<Status> =>
    (await (await get('/local-org/v1/status', org.accessToken)).json()) as Status;

  it('is served without a token, and holds nothing of the org', async () => {
    for (const path of ['/', '/local-org/page/status.js', '/local-org/page/parts.js', '/local-org/page/status.css']) {
      const response = await get(path);
      expect(response.status, path).to.equal(200);
      expect(response.headers.get('content-security-policy')).to.contain("default-src 'self'");
      expect(await response.text()).not.to.contain((await status()).org.id);
    }
    for (const path of ['/local-org/page/package.json', '/local-org/page/..%2Fpackage.json']) {
      expect((await get(path)).status).to.equal(401);
      expect((await get(path, org.accessToken)).status).to.equal(404);
    }
  });

  it('tells of the org to its administrator only', async () => {
    expect((await get('/local-org/v1/status')).status).to.equal(401);
    expect((await get('/local-org/v1/status', 'nobody')).status).to.equal(401);

    await execute(org, 'System.enqueueJob(new Worker());');
    await org.drainJobs();
    const { components, jobs } = await status();
    expect(components).to.deep.include({ type: 'ApexClass', count: 1 });
    expect(jobs[0]?.ApexClass.Name).to.equal('Worker');
    expect(jobs[0]?.Status).to.equal('Completed');
  });

  it('tells who waits for whom', async () => {
    await execute(org, "insert new Account(Name = 'one');");
    const row = (await (await get('/services/data/v66.0/query?q=SELECT+Id+FROM+Account', org.accessToken)).json()) as {
      records: { Id: string }[];
    };
    const lock = (await (
      await fetch(`${org.url}/local-org/v1/locks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ object: 'Account', id: row.records[0]?.Id, milliseconds: 60_000 })
      })
    ).json()) as { id: string };
    const update = `update new Account(Id = '${row.records[0]?.Id}', Name = 'two');`;
    const first = execute(org, update);
    await seen(({ transactions }) => transactions.some((one) => one.waitsFor.includes(0)));
    const second = execute(org, update);
    const both = await seen(({ transactions }) => transactions.filter((one) => one.waitsFor.length > 0).length === 2);

    const holder = both.transactions.find((one) => one.waitsFor.includes(0));
    expect(holder).to.include({ operation: 'execute-anonymous', state: 'waits for a lock' });
    expect(holder?.user).to.be.a('string').and.not.match(/^005/);
    expect(both.transactions.find((one) => one !== holder && one.waitsFor.length > 0)?.waitsFor).to.include(
      holder?.slot
    );
    await fetch(`${org.url}/local-org/v1/locks/${lock.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' }
    });
    await Promise.all([first, second]);
  });

  it('opens by an address that is good once', async () => {
    const answer = await get('/services/oauth2/singleaccess', org.accessToken);
    const { frontdoor_uri: address } = (await answer.json()) as { frontdoor_uri: string };

    const page = await (await fetch(address)).text();
    const token = /name="local-org-token" content="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(token).to.match(/^00D/).and.not.equal(org.accessToken);
    expect((await get('/local-org/v1/status', token)).status).to.equal(200);
    expect((await fetch(address)).status).to.equal(401);
  });

  /** Looks again until it holds, or as long as mocha lets the test run. */
  async function seen(condition: (status: Status) => boolean): Promise<Status> {
    for (;;) {
      const now = await status();
      if (condition(now)) return now;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
});
