import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { LocalOrg } from '../../src/index.js';
import { execute, orgWith, type ProjectFiles } from './support.js';

const PROJECT: ProjectFiles = {
  'classes/NoteJob.cls': `public class NoteJob implements Queueable, Finalizer {
  private final String name;
  private final Boolean finalized;
  public NoteJob(String name) { this(name, false); }
  public NoteJob(String name, Boolean finalized) { this.name = name; this.finalized = finalized; }
  public void execute(QueueableContext context) {
    if (finalized) System.attachFinalizer(this);
    insert new Account(Name = name);
  }
  public void execute(FinalizerContext context) {
    Exception reason = context.getException();
    insert new Account(Name = 'finalizer ' + context.getResult() + (reason == null ? '' : ' ' + reason.getTypeName()));
  }
}`,
  'classes/NightlyJob.cls': `public class NightlyJob implements Schedulable {
  public void execute(SchedulableContext context) { insert new Account(Name = 'nightly'); }
}`,
  'classes/NoteResource.cls': `@RestResource(urlMapping='/notes')
global class NoteResource {
  @HttpPost global static String post(String name) { Account made = new Account(Name = name); insert made; return made.Id; }
}`
};

describe('the control endpoint', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  before(async () => {
    org = await orgWith(PROJECT);
  });
  after(() => org?.stop());
  afterEach(async () => {
    await control('DELETE', 'faults');
    await control('POST', 'queue/resume');
    await execute(org, 'delete [SELECT Id FROM Account];');
  });

  async function call(method: string, path: string, body?: unknown, token = org.accessToken): Promise<Answer> {
    const response = await fetch(org.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as never) };
  }
  const control = (method: string, path: string, body?: unknown): Promise<Answer> =>
    call(method, `/local-org/v1/${path}`, body);
  const post = (name: string): Promise<Answer> => call('POST', '/services/apexrest/notes', { name });
  const names = async (): Promise<string[]> =>
    (await execute(org, 'for (Account a : [SELECT Name FROM Account ORDER BY Name]) System.debug(a.Name);')).debug;

  it('is the administrator’s only', async () => {
    const other = await call('GET', '/local-org/v1/faults', undefined, 'nobody');
    expect(other.status).to.equal(401);
    const source = `Profile p = [SELECT Id FROM Profile WHERE Name = 'Standard User'];
      insert new User(Username = 'somebody@local-org.example', LastName = 'S', Email = 's@example.com', Alias = 's', ProfileId = p.Id,
        TimeZoneSidKey = 'GMT', LocaleSidKey = 'en_US', EmailEncodingKey = 'UTF-8', LanguageLocaleKey = 'en_US');`;
    expect(await execute(org, source)).to.include({ success: true });
    const session = await control('POST', 'sessions', { username: 'somebody@local-org.example' });
    for (const path of ['faults', 'clock', 'queue', 'activity', 'limits', 'memory', 'status']) {
      const refused = await call('GET', `/local-org/v1/${path}`, undefined, session.body.accessToken);
      expect(refused.status, path).to.equal(403);
    }
  });

  describe('faults', () => {
    it('are refused with the member that is wrong', async () => {
      for (const [rule, text] of [
        [{ at: 'nowhere', do: 'delay' }, '"at" must be one of'],
        [{ at: 'response', do: 'fail' }, '"do" must be one of delay, drop, crash'],
        [{ at: 'response', do: 'drop', wen: {} }, 'no member "wen"'],
        [{ at: 'response', do: 'drop', when: { pth: '/x' } }, '"when" has no member "pth"'],
        [{ at: 'response', do: 'delay' }, 'needs "milliseconds"'],
        [{ at: 'after-commit', do: 'crash' }, 'runs inside another program']
      ] as const) {
        const { status, body } = await control('POST', 'faults', rule);
        expect(status).to.equal(400);
        expect(body[0]).to.include({ errorCode: 'INVALID_FAULT' });
        expect(body[0].message).to.include(text);
      }
    });

    it('drop the answer behind the commit: the effect is there, the caller knows nothing', async () => {
      await control('POST', 'faults', {
        at: 'response',
        do: 'drop',
        when: { path: '/services/apexrest/notes*' },
        skip: 1
      });

      expect((await post('one')).status).to.equal(200);
      const lost = await post('two').catch((error: Error) => error);
      expect((await post('three')).status).to.equal(200);

      expect(lost).to.be.instanceOf(Error);
      expect(await names()).to.deep.equal(['one', 'three', 'two']);
      const { faults } = (await control('GET', 'faults')).body;
      expect(faults).to.have.lengthOf(1);
      expect(faults[0]).to.include({ matches: 3, strikes: 1 });
    });

    it('drop a request before anything was done', async () => {
      await control('POST', 'faults', { at: 'request', do: 'drop', when: { method: 'post', path: '*/notes' } });

      expect(await post('one').catch((error: Error) => error)).to.be.instanceOf(Error);
      expect(await names()).to.deep.equal([]);
    });

    it('fail a statement as a row lock would, and the request is rolled back', async () => {
      const rule = { at: 'statement', do: 'fail', when: { statement: 'insert', object: 'Account', kind: 'apex-rest' } };
      await control('POST', 'faults', rule);

      const refused = await post('one');

      expect(refused.status).to.equal(500);
      expect(refused.body[0].message).to.include('UNABLE_TO_LOCK_ROW');
      expect(await names()).to.deep.equal([]);
      expect((await post('two')).status).to.equal(200);
    });

    it('delay a commit', async () => {
      await control('POST', 'faults', {
        at: 'before-commit',
        do: 'delay',
        milliseconds: 300,
        when: { kind: 'apex-rest' }
      });

      const started = performance.now();
      await post('one');

      expect(performance.now() - started).to.be.at.least(290);
    });

    it('draw the same matches from the same seed', async () => {
      const strikes = async (seed: number): Promise<boolean[]> => {
        await control('DELETE', 'faults');
        const rule = {
          at: 'request',
          do: 'fail',
          probability: 0.5,
          times: null,
          seed,
          when: { path: '/services/apexrest/*' }
        };
        await control('POST', 'faults', rule);
        const struck: boolean[] = [];
        for (let i = 0; i < 12; i++) struck.push((await call('GET', '/services/apexrest/none')).status === 503);
        return struck;
      };
      const first = await strikes(7);
      expect(first).to.include(true).and.include(false);
      expect(await strikes(7)).to.deep.equal(first);
      expect(await strikes(8)).not.to.deep.equal(first);
    });

    it('fail the n-th job; its Finalizer sees the error', async () => {
      await control('POST', 'faults', { at: 'job', do: 'fail', skip: 1, when: { className: 'NoteJob' } });

      for (const name of ['a', 'b', 'c']) {
        await execute(org, `System.enqueueJob(new NoteJob('${name}', true));`);
        await org.drainJobs();
      }

      // The job that failed had not come to attaching its Finalizer.
      expect(await names()).to.deep.equal(['a', 'c', 'finalizer SUCCESS', 'finalizer SUCCESS']);
      const { debug } = await execute(
        org,
        `for (AsyncApexJob j : [SELECT Status, ExtendedStatus FROM AsyncApexJob WHERE Status = 'Failed']) System.debug(j.ExtendedStatus);`
      );
      expect(debug).to.have.lengthOf(1);
      expect(debug[0]).to.include('Apex CPU time limit exceeded');
    });
  });

  it('holds a row until it is let go', async () => {
    const { body: id } = await post('one');
    const lock = await control('POST', 'locks', { object: 'Account', id, milliseconds: 30_000 });
    expect(lock.status).to.equal(201);
    const started = performance.now();
    const update = execute(org, `update new Account(Id = '${String(id)}', Name = 'two');`).then(() =>
      performance.now()
    );
    while ((await control('GET', 'activity')).body.waitingOnLock !== 1) await setImmediate();
    const watched = control('GET', 'activity?watchMs=800');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await control('DELETE', `locks/${lock.body.id}`)).status).to.equal(204);
    expect((await update) - started).to.be.within(190, 25_000);
    // The wait was over long before the watch was.
    expect((await watched).body.waitingOnLock).to.equal(1);
    expect((await control('GET', 'activity')).body).to.include({ waitingOnLock: 0, peakWaitingOnLock: 1 });
    expect((await control('GET', 'activity?watchMs=5000')).status).to.equal(400);
    expect(await names()).to.deep.equal(['two']);
    expect((await control('POST', 'locks', { object: 'Nothing__c', id, milliseconds: 1 })).status).to.equal(404);
  });

  describe('the clock', () => {
    const apexNow = async (): Promise<number> =>
      Number((await execute(org, 'System.debug(Datetime.now().getTime());')).debug[0]);

    it('moves for Apex and for jobs', async () => {
      await execute(org, `System.schedule('Nightly', '0 0 3 * * ?', new NightlyJob());`);
      await control('POST', 'clock', { moveBy: 25 * 3600_000 });
      const { body } = await control('POST', 'queue/drain', { timeoutMs: 20_000 });

      expect(body).to.include({ idle: true, paused: false, running: 0, due: 0, later: 1 });
      expect(await names()).to.deep.equal(['nightly']);
      await execute(org, 'for (CronTrigger t : [SELECT Id FROM CronTrigger]) System.abortJob(t.Id);');
      expect((await apexNow()) - Date.now()).to.be.within(25 * 3600_000 - 5000, 25 * 3600_000 + 5000);
    });

    it('stands, and goes on from there', async () => {
      const target = '2031-05-06T07:08:09.000Z';
      expect((await control('POST', 'clock', { frozen: true, moveTo: target })).body).to.deep.equal({
        now: target,
        frozen: true
      });
      const first = await apexNow();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await apexNow())
        .to.equal(first)
        .and.to.equal(Date.parse(target));

      await control('POST', 'clock', { frozen: false });
      expect((await apexNow()) - first).to.be.within(0, 5000);
      expect((await control('POST', 'clock', { moveBy: 'soon' })).status).to.equal(400);
    });
  });

  describe('the queue', () => {
    it('keeps jobs while it is paused and runs them afterwards', async () => {
      await control('POST', 'queue/pause');
      await execute(org, `System.enqueueJob(new NoteJob('held'));`);
      const paused = (await control('GET', 'queue')).body;
      expect(paused).to.include({ paused: true, due: 1 });
      expect(paused.jobs.filter((job: { kind: string }) => job.kind === 'queueable')).to.have.lengthOf(1);
      expect(await names()).to.deep.equal([]);
      expect((await control('POST', 'queue/drain')).status).to.equal(409);

      await control('POST', 'queue/resume');
      await control('POST', 'queue/drain');
      expect(await names()).to.deep.equal(['held']);
    });

    it('runs a job before its time', async () => {
      await execute(org, `System.enqueueJob(new NoteJob('later'), 10);`);
      const [job] = (await control('GET', 'queue')).body.jobs.filter(
        (item: { kind: string }) => item.kind === 'queueable'
      );
      expect(await names()).to.deep.equal([]);

      expect((await control('POST', 'queue/run', { id: job.id })).status).to.equal(200);

      expect(await names()).to.deep.equal(['later']);
      expect((await control('POST', 'queue/run', { id: job.id })).status).to.equal(404);
    });
  });
});

interface Answer {
  readonly status: number;
  // What comes back differs by resource; the assertions say what is expected of it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}
