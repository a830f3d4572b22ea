import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { LocalOrg } from '../../src/index.js';
import { OrgClock } from '../../src/platform/clock.js';
import { OrgUsage } from '../../src/platform/usage.js';
import { KeptUsage } from '../../src/server/kept-usage.js';
import { execute, orgWith, type ProjectFiles } from './support.js';

const PROJECT: ProjectFiles = {
  'classes/SmallJob.cls': `public class SmallJob implements Queueable, Database.Batchable<Integer> {
  public void execute(QueueableContext context) { }
  public Iterable<Integer> start(Database.BatchableContext context) { return new List<Integer>{ 1, 2, 3, 4 }; }
  public void execute(Database.BatchableContext context, List<Integer> scope) { }
  public void finish(Database.BatchableContext context) { }
}`,
  'objects/Told__e/Told__e.object-meta.xml': `<?xml version="1.0" encoding="UTF-8"?>
<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">
  <deploymentStatus>Deployed</deploymentStatus>
  <eventType>HighVolume</eventType>
  <label>Told</label>
  <pluralLabel>Told</pluralLabel>
  <publishBehavior>PublishAfterCommit</publishBehavior>
</CustomObject>`
};

describe('the allowances of an org', () => {
  it('begin anew with the hour and the day of its clock', () => {
    const clock = new OrgClock();
    clock.freeze();
    clock.move(Date.parse('2030-05-01T10:30:00Z') - clock.now());
    const usage = new OrgUsage(clock);
    const other = new OrgUsage(clock, usage.shared);
    usage.setMaximum('DailyApiRequests', 3);
    usage.note('HourlyPublishedPlatformEvents', 7);

    expect([usage.use('DailyApiRequests', 2), other.use('DailyApiRequests', 2)]).to.deep.equal([true, false]);
    expect(other.report().DailyApiRequests).to.deep.equal({ Max: 3, Remaining: 1 });
    clock.move(3_600_000);
    expect(usage.used('HourlyPublishedPlatformEvents')).to.equal(0);
    expect(usage.remaining('DailyApiRequests')).to.equal(1);
    clock.move(13 * 3_600_000);
    expect(other.remaining('DailyApiRequests')).to.equal(3);
    usage.note('DailyApiRequests', 5);
    expect(usage.remaining('DailyApiRequests')).to.equal(0);
  });
});

describe('what an org has used', () => {
  it('is known to the process that comes next, within the same day', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'local-org-usage-'));
    try {
      const path = join(folder, 'usage.json');
      const clock = new OrgClock();
      clock.freeze();
      const fail = (error: Error): void => expect.fail(error.message);
      const first = new OrgUsage(clock);
      const kept = await KeptUsage.start(path, first, fail);
      first.use('DailyApiRequests', 41);
      await kept.stop();

      const second = new OrgUsage(clock);
      await (await KeptUsage.start(path, second, fail)).stop();
      expect(second.used('DailyApiRequests')).to.equal(41);
      clock.move(24 * 3_600_000);
      expect(second.used('DailyApiRequests')).to.equal(0);

      await writeFile(path, '{"DailyApiReq');
      const third = new OrgUsage(clock);
      await (await KeptUsage.start(path, third, fail)).stop();
      expect(third.used('DailyApiRequests'), 'of a file that was cut').to.equal(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('limits', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  before(async () => {
    org = await orgWith(PROJECT);
    // What is used is forgotten with the hour and with the day, which must not end between two looks.
    await control('POST', 'clock', { frozen: true });
  });
  after(() => org?.stop());
  afterEach(() =>
    control('POST', 'limits', {
      DailyApiRequests: { maximum: 100_000 },
      DailyAsyncApexExecutions: { maximum: 100_000 },
      HourlyPublishedPlatformEvents: { maximum: 100_000 }
    })
  );

  const send = (method: string, path: string, body?: object | string): Promise<Response> =>
    fetch(org.url + path, {
      method,
      headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) })
    });
  const control = async (method: string, path: string, body?: object): Promise<unknown> =>
    (await send(method, `/local-org/v1/${path}`, body)).json();
  const left = async (name: string): Promise<number> => {
    const limits = (await (await send('GET', '/services/data/v68.0/limits')).json()) as Record<
      string,
      { Remaining: number }
    >;
    return limits[name]?.Remaining ?? -1;
  };

  it('are counted, told in each answer, and refuse what is beyond them until the next day', async () => {
    const first = await send('GET', '/services/data/v68.0/sobjects/Account/describe');
    const [, used, most] = /^api-usage=(\d+)\/(\d+)$/.exec(first.headers.get('sforce-limit-info') ?? '') ?? [];
    expect(await left('DailyApiRequests')).to.equal(Number(most) - Number(used) - 1);

    await control('POST', 'limits', { DailyApiRequests: { remaining: 1 } });
    const query = '/services/data/v68.0/query?q=SELECT+Id+FROM+Organization';
    expect((await send('GET', query)).status).to.equal(200);
    const refused = await send('GET', query);
    expect(refused.status).to.equal(403);
    expect(await refused.json()).to.deep.equal([
      { message: 'TotalRequests Limit exceeded.', errorCode: 'REQUEST_LIMIT_EXCEEDED' }
    ]);
    const soap = await send('POST', '/services/Soap/u/68.0', '<Envelope><Body><query/></Body></Envelope>');
    expect([soap.status, await soap.text()].join()).to.match(/^500,.*sf:REQUEST_LIMIT_EXCEEDED/);
    expect((await send('GET', '/services/data')).status, 'versions are free').to.equal(200);

    await control('POST', 'clock', { moveBy: 24 * 3_600_000 });
    expect((await send('GET', query)).status).to.equal(200);
  });

  it('count jobs and their scopes, and refuse jobs that would be too many', async () => {
    const before = await left('DailyAsyncApexExecutions');
    await execute(org, 'System.enqueueJob(new SmallJob()); Database.executeBatch(new SmallJob(), 1);');
    await execute(org, 'System.enqueueJob(new SmallJob()); Integer i = 1 / 0;');
    await org.drainJobs();
    expect(before - (await left('DailyAsyncApexExecutions'))).to.equal(1 + 4);

    await control('POST', 'limits', { DailyAsyncApexExecutions: { remaining: 1 } });
    const { debug, exceptionMessage } = await execute(
      org,
      `System.enqueueJob(new SmallJob());
      try { System.enqueueJob(new SmallJob()); } catch (AsyncException e) { System.debug(e.getMessage()); }`
    );
    expect(exceptionMessage).to.equal(null);
    expect(debug).to.deep.equal(['Rate Limiting Exception : AsyncApexExecutions Limit exceeded.']);
    await control('POST', 'limits', { DailyAsyncApexExecutions: { remaining: 2 } });
    await execute(org, 'Database.executeBatch(new SmallJob(), 1);');
    await org.drainJobs();
    const jobs = await execute(
      org,
      "System.debug([SELECT ExtendedStatus FROM AsyncApexJob WHERE Status = 'Failed'].ExtendedStatus);"
    );
    expect(jobs.debug[0]).to.include('AsyncApexExecutions Limit exceeded.');
  });

  it('count events, and refuse those beyond the hour’s', async () => {
    const before = await left('HourlyPublishedPlatformEvents');
    await execute(org, 'EventBus.publish(new List<Told__e>{ new Told__e(), new Told__e() });');
    expect(before - (await left('HourlyPublishedPlatformEvents'))).to.equal(2);
    await control('POST', 'limits', { HourlyPublishedPlatformEvents: { remaining: 1 } });
    const { debug } = await execute(
      org,
      `for (Database.SaveResult r : EventBus.publish(new List<Told__e>{ new Told__e(), new Told__e() })) {
        System.debug(r.isSuccess() ? 'accepted' : String.valueOf(r.getErrors()[0].getStatusCode()));
      }`
    );
    expect(debug).to.deep.equal(['accepted', 'LIMIT_EXCEEDED']);
  });

  it('count bulk jobs', async () => {
    const [batches, queries] = [await left('DailyBulkApiBatches'), await left('DailyBulkV2QueryJobs')];
    const jobs = '/services/data/v68.0/jobs';
    const { id } = (await (
      await send('POST', `${jobs}/ingest`, { object: 'Account', operation: 'insert' })
    ).json()) as { id: string };
    await send('PUT', `${jobs}/ingest/${id}/batches`, 'Name\nA\nB\n');
    await send('PATCH', `${jobs}/ingest/${id}`, { state: 'UploadComplete' });
    await send('POST', `${jobs}/query`, { operation: 'query', query: 'SELECT Id FROM Account' });
    expect(batches - (await left('DailyBulkApiBatches'))).to.equal(1);
    expect(queries - (await left('DailyBulkV2QueryJobs'))).to.equal(1);
  });

  it('are set by the administrator, with a clear refusal of slips', async () => {
    for (const body of [
      { Daily: { maximum: 1 } },
      { DailyApiRequests: {} },
      { DailyApiRequests: { maximum: 1, remaining: 1 } },
      { DailyApiRequests: { maximum: -1 } }
    ]) {
      expect((await send('POST', '/local-org/v1/limits', body)).status).to.equal(400);
    }
  });
});
