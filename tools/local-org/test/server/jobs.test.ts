import { expect } from 'chai';
import type { LocalOrg } from '../../src/index.js';
import { execute, orgWith, type ProjectFiles } from './support.js';

const META = (type: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><${type} xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>66.0</apiVersion><status>Active</status></${type}>`;

const PROJECT: ProjectFiles = {
  'classes/Note.cls': 'public class Note { public static void down(String text) { insert new Account(Name = text); } }',
  // What it does in which method is in its mode; it works on contacts.
  'classes/Work.cls': `public class Work implements Database.Batchable<SObject>, Database.RaisesPlatformEvents, Database.Stateful {
  private String mode;
  private Integer scopes = 0;
  public Work(String mode) { this.mode = mode; }
  public Database.QueryLocator start(Database.BatchableContext context) {
    if (mode == 'bad start') throw new QueryException('no start');
    return Database.getQueryLocator('SELECT Id FROM Contact ORDER BY LastName');
  }
  public void execute(Database.BatchableContext context, List<Contact> contacts) {
    scopes++;
    if (mode == 'bad scopes') throw new MathException('no scope ' + contacts.size());
    if (mode == 'child') Note.down([SELECT JobType FROM AsyncApexJob WHERE Id = :context.getChildJobId()].JobType);
    if (mode == 'abort') System.abortJob(context.getJobId());
    // Each try ends after ten seconds.
    for (Integer tries = 0; mode == 'wait' && tries < 6; tries++) {
      try { List<Contact> locked = [SELECT Id FROM Contact WHERE LastName = 'a' FOR UPDATE]; break; } catch (QueryException e) {}
    }
    if (mode == 'nest') {
      try { Database.executeBatch(new Work('')); } catch (AsyncException e) { Note.down(e.getMessage()); }
      try { System.scheduleBatch(new Work(''), 'x', 1); } catch (AsyncException e) { Note.down(e.getMessage()); }
      try { System.attachFinalizer(new Again()); } catch (Exception e) { Note.down(e.getMessage()); }
    }
  }
  public void finish(Database.BatchableContext context) {
    if (mode == 'bad finish') throw new MathException('no finish');
    if (mode == 'nest') Database.executeBatch(new Work('child'));
    Note.down('finished ' + mode + ' ' + scopes);
  }
}`,
  'classes/Again.cls': `public class Again implements Queueable, Finalizer {
  public void execute(QueueableContext context) {
    System.attachFinalizer(this);
    throw new MathException('never');
  }
  public void execute(FinalizerContext context) {
    try { System.enqueueJob(new Again()); Note.down('again'); } catch (AsyncException e) { Note.down(e.getMessage()); }
  }
}`,
  'classes/Once.cls': `public class Once implements Schedulable, Queueable {
  public void execute(SchedulableContext context) {
    Note.down([SELECT State FROM CronTrigger WHERE Id = :context.getTriggerId()].State);
  }
  public void execute(QueueableContext context) {
    Note.down('delay ' + AsyncInfo.getMinimumQueueableDelayInMinutes());
  }
}`,
  'triggers/Failures.trigger': `trigger Failures on BatchApexErrorEvent (after insert) {
  for (BatchApexErrorEvent event : Trigger.new) {
    String job = [SELECT JobType FROM AsyncApexJob WHERE Id = :event.AsyncApexJobId].JobType;
    Integer rows = event.JobScope == null ? 0 : event.JobScope.split(',').size();
    Note.down(String.join(new List<Object>{ job, event.Phase, event.ExceptionType, event.Message, rows }, ' '));
  }
}`,
  'triggers/Failures.trigger-meta.xml': META('ApexTrigger')
};

describe('jobs', function () {
  this.timeout(120_000);
  let org: LocalOrg;

  before(async () => {
    org = await orgWith(PROJECT, { slots: 2, jobSlots: 6 });
    await execute(org, "for (String name : 'a,b,c'.split(',')) insert new Contact(LastName = name);");
  });

  after(() => org?.stop());

  /** Names of the accounts that come to be there, until there are so many. */
  async function notes(count: number): Promise<string[]> {
    for (let round = 0; ; round++) {
      await org.drainJobs();
      const { debug } = await execute(
        org,
        'for (Account a : [SELECT Name FROM Account ORDER BY Id]) System.debug(a.Name);'
      );
      if (debug.length >= count || round === 300) return debug;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async function notesAfter(count: number, source: string): Promise<string[]> {
    await execute(org, 'delete [SELECT Id FROM Account];');
    const { exceptionMessage } = await execute(org, source);
    expect(exceptionMessage).to.equal(null);
    return notes(count);
  }

  const lastBatch = async (): Promise<string[]> =>
    (
      await execute(
        org,
        `AsyncApexJob job = [SELECT Status, NumberOfErrors, ExtendedStatus, JobItemsProcessed, CompletedDate FROM AsyncApexJob WHERE JobType = 'BatchApex' ORDER BY Id DESC LIMIT 1];
         System.debug(job.Status); System.debug(job.NumberOfErrors); System.debug(job.ExtendedStatus); System.debug(job.JobItemsProcessed); System.debug(job.CompletedDate != null);`
      )
    ).debug;

  describe('of a batch', () => {
    it('tell of scopes that failed: in the job, and by an event each with the records', async () => {
      const texts = await notesAfter(3, "Database.executeBatch(new Work('bad scopes'), 2);");

      expect(texts).to.have.members([
        'finished bad scopes 0',
        'BatchApex EXECUTE System.MathException no scope 2 2',
        'BatchApex EXECUTE System.MathException no scope 1 1'
      ]);
      expect(await lastBatch()).to.deep.equal(['Completed', '2', 'First error: no scope 2', '2', 'true']);
    });

    it('tell of the other methods, too', async () => {
      expect(await notesAfter(1, "Database.executeBatch(new Work('bad start'));")).to.deep.equal([
        'BatchApex START System.QueryException no start 0'
      ]);
      expect(await notesAfter(1, "Database.executeBatch(new Work('bad finish'));")).to.deep.equal([
        'BatchApex FINISH System.MathException no finish 0'
      ]);
      expect((await lastBatch())[0]).to.equal('Failed');
    });

    it('start no batch from a scope, but from finish; have no Finalizer', async () => {
      const place = 'cannot be called from a batch start, batch execute, or future method.';
      expect(await notesAfter(6, "Database.executeBatch(new Work('nest'));")).to.have.members([
        `Database.executeBatch ${place}`,
        `System.scheduleBatch ${place}`,
        'System.attachFinalizer(Finalizer) is not allowed in this context',
        'finished nest 1',
        'BatchApexWorker',
        'finished child 1'
      ]);
    });

    it('end with the scope in which they are aborted', async () => {
      expect(await notesAfter(0, "Database.executeBatch(new Work('abort'), 1);")).to.deep.equal([]);
      const [status, , , , completed] = await lastBatch();
      expect([status, completed]).to.deep.equal(['Aborted', 'true']);
      const { debug } = await execute(
        org,
        `Id job = [SELECT Id FROM AsyncApexJob WHERE Status = 'Aborted' AND JobType = 'BatchApex' LIMIT 1].Id;
         System.debug([SELECT COUNT() FROM AsyncApexJob WHERE ParentJobId = :job AND Status = 'Aborted']);
         try { System.abortJob(job); } catch (AsyncException e) { System.debug(e.getMessage()); }
         try { System.abortJob('nonsense'); } catch (StringException e) { System.debug(e.getMessage()); }`
      );
      expect(debug).to.deep.equal(['1', 'Job does not exist or is already aborted.', 'Invalid id: nonsense']);
    });

    it('run five at a time; others hold, and run when one of those has ended', async () => {
      const call = (method: string, path: string, body?: unknown): Promise<Response> =>
        fetch(`${org.url}/local-org/v1/${path}`, {
          method,
          headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
          body: body === undefined ? null : JSON.stringify(body)
        });
      const [id] = (await execute(org, "System.debug([SELECT Id FROM Contact WHERE LastName = 'a'].Id);")).debug;
      const locked = await call('POST', 'locks', { object: 'Contact', id, milliseconds: 60_000 });
      const { id: lock } = (await locked.json()) as { id: string };
      await execute(org, 'delete [SELECT Id FROM Account];');
      await execute(org, "for (Integer i = 0; i < 7; i++) Database.executeBatch(new Work('wait'));");

      const holding = async (): Promise<string> =>
        (await execute(org, "System.debug([SELECT COUNT() FROM AsyncApexJob WHERE Status = 'Holding']);")).debug[0] ??
        '';
      for (let round = 0; round < 800 && (await holding()) !== '2'; round++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(await holding()).to.equal('2');

      await call('DELETE', `locks/${lock}`);
      expect(await notes(7)).to.have.length(7);
      expect(await holding()).to.equal('0');
    });
  });

  it('of a Finalizer come five times in a row, then its enqueueing fails', async () => {
    expect(await notesAfter(6, 'System.enqueueJob(new Again());')).to.deep.equal([
      ...Array.from({ length: 5 }, () => 'again'),
      'Maximum stack depth has been reached.'
    ]);
  });

  it('know the delay that they were enqueued with', async () => {
    await execute(org, 'delete [SELECT Id FROM Account];');
    await execute(org, 'System.enqueueJob(new Once(), 3);');
    await fetch(`${org.url}/local-org/v1/clock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ moveBy: 180_000 })
    });
    expect(await notes(1)).to.deep.equal(['delay 3']);
  });

  it('with the same signature are enqueued once, however many ask at the same time', async () => {
    const source = `AsyncOptions options = new AsyncOptions();
      options.MinimumQueueableDelayInMinutes = 10;
      options.DuplicateSignature = new QueueableDuplicateSignature.Builder().addString('one').build();
      System.enqueueJob(new Once(), options);`;
    const replies = await Promise.all(Array.from({ length: 6 }, () => execute(org, source)));
    const refused = replies.filter(({ exceptionMessage }) =>
      /duplicate queueable signature/.test(exceptionMessage ?? '')
    );
    expect(refused).to.have.length(5);
  });

  it('of the scheduler are a hundred at most, and an ended one leaves its name', async () => {
    const moment = `Datetime at = Datetime.now().addSeconds(2); System.schedule('once', at.format('s m H d M \\'?\\' yyyy'), new Once());`;
    expect(await notesAfter(1, moment)).to.deep.equal(['EXECUTING']);
    const { debug } = await execute(
      org,
      `System.debug([SELECT State FROM CronTrigger WHERE CronJobDetail.Name = 'once'].State);
       System.schedule('once', '0 0 5 * * ?', new Once());
       try { System.schedule('once', '0 0 5 * * ?', new Once()); } catch (AsyncException e) { System.debug(e.getMessage()); }
       try { for (Integer i = 0; i < 100; i++) System.schedule('n' + i, '0 0 5 * * ?', new Once()); }
       catch (AsyncException e) { System.debug(e.getMessage()); }`
    );
    expect(debug).to.deep.equal([
      'DELETED',
      'The Apex job named "once" is already scheduled for execution.',
      'You have exceeded the maximum number (100) of Apex scheduled jobs.'
    ]);
  });
});
