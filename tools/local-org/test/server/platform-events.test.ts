import { expect } from 'chai';
import type { LocalOrg } from '../../src/index.js';
import { deployFiles, execute, orgWith, type ProjectFiles } from './support.js';

const EVENT = (behavior: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">
  <deploymentStatus>Deployed</deploymentStatus>
  <eventType>HighVolume</eventType>
  <label>Note</label>
  <pluralLabel>Notes</pluralLabel>
  <publishBehavior>${behavior}</publishBehavior>
  <fields><fullName>Text__c</fullName><label>Text</label><type>Text</type><length>80</length></fields>
</CustomObject>`;

const TRIGGER = (
  object: string
): string => `trigger ${object.replace('__e', '')}Subscriber on ${object} (after insert) {
  List<Account> accounts = new List<Account>();
  Integer counted = 0;
  for (${object} event : Trigger.new) {
    if (event.Text__c == 'count') {
      counted++;
      continue;
    }
    if (event.Text__c == 'never') throw new EventBus.RetryableException('no ' + EventBus.TriggerContext.currentContext().retries);
    if (event.Text__c == 'foreign') {
      try { EventBus.TriggerContext.currentContext().setResumeCheckpoint('999999999'); }
      catch (EventBus.InvalidReplayIdException e) { insert new Account(Name = 'refused'); }
      continue;
    }
    if (event.Text__c == 'last') EventBus.TriggerContext.currentContext().setResumeCheckpoint(event.ReplayId);
    if (event.Text__c == 'broken') throw new MathException('broken');
    if (event.Text__c == 'again' && EventBus.TriggerContext.currentContext().retries < 2) {
      throw new EventBus.RetryableException('not yet');
    }
    accounts.add(new Account(Name = event.Text__c + ' ' + EventBus.TriggerContext.currentContext().retries));
  }
  insert accounts;
  if (counted > 0) {
    try {
      Contact counter = [SELECT Title FROM Contact WHERE LastName = 'counter' FOR UPDATE];
      counter.Title = String.valueOf(Integer.valueOf(counter.Title) + counted);
      update counter;
    } catch (Exception e) {
      throw new EventBus.RetryableException('locked');
    }
  }
}`;

const TRIGGER_META =
  '<?xml version="1.0" encoding="UTF-8"?><ApexTrigger xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>66.0</apiVersion><status>Active</status></ApexTrigger>';

const PROJECT: ProjectFiles = {
  'objects/Later__e/Later__e.object-meta.xml': EVENT('PublishAfterCommit'),
  'objects/Now__e/Now__e.object-meta.xml': EVENT('PublishImmediately'),
  'classes/Told.cls': `public class Told implements EventBus.EventPublishSuccessCallback {
  private String name;
  public Told(String name) { this.name = name; }
  public void onSuccess(EventBus.SuccessResult result) {
    insert new Account(Name = name + ' ' + result.getEventUuids().size() + ' ' + UserInfo.getName());
  }
}`,
  'triggers/LaterSubscriber.trigger': TRIGGER('Later__e'),
  'triggers/LaterSubscriber.trigger-meta.xml': TRIGGER_META,
  'triggers/NowSubscriber.trigger': TRIGGER('Now__e'),
  'triggers/NowSubscriber.trigger-meta.xml': TRIGGER_META
};

describe('platform events', function () {
  this.timeout(120_000);
  let org: LocalOrg;

  before(async () => {
    org = await orgWith(PROJECT);
  });

  after(() => org?.stop());

  async function accountsAfter(source: string): Promise<string[]> {
    await execute(org, 'delete [SELECT Id FROM Account];');
    await execute(org, source);
    // Events are delivered behind the commit: a moment later, and a retry after a second or two.
    for (;;) {
      await org.drainJobs();
      const { debug } = await execute(
        org,
        'for (Account a : [SELECT Name FROM Account ORDER BY Name]) System.debug(a.Name);'
      );
      if (debug.length > 0) return debug;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it('reach their trigger after the commit, in order and together', async () => {
    const names = await accountsAfter(
      `EventBus.publish(new List<Later__e>{ new Later__e(Text__c = 'a'), new Later__e(Text__c = 'b') });`
    );

    expect(names).to.deep.equal(['a 0', 'b 0']);
  });

  it('come again when the trigger asks for it, with the number of retries', async () => {
    const names = await accountsAfter(`EventBus.publish(new Later__e(Text__c = 'again'));`);

    expect(names).to.deep.equal(['again 2']);
  });

  it('are each delivered once, though their subscriber must wait and try again', async () => {
    await execute(org, "insert new Contact(LastName = 'counter', Title = '0');");
    const [id] = (await execute(org, "System.debug([SELECT Id FROM Contact WHERE LastName = 'counter'].Id);")).debug;
    const call = (method: string, path: string, body?: unknown): Promise<{ id: string }> =>
      fetch(`${org.url}/local-org/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      }).then((response) => (response.status === 204 ? { id: '' } : response.json()) as Promise<{ id: string }>);
    const lock = await call('POST', 'locks', { object: 'Contact', id, milliseconds: 60_000 });

    await Promise.all(
      Array.from({ length: 120 }, () => execute(org, "EventBus.publish(new Now__e(Text__c = 'count'));"))
    );
    // Longer than a subscriber waits for a lock.
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    await call('DELETE', `locks/${lock.id}`);

    const counted = async (): Promise<number> =>
      Number((await execute(org, `System.debug([SELECT Title FROM Contact WHERE Id = '${id}'].Title);`)).debug[0]);
    while ((await counted()) < 120) await new Promise((resolve) => setTimeout(resolve, 100));
    // One that is delivered twice comes after the others: when nothing is being delivered any more, it would be there.
    await org.drainJobs();
    expect(await counted()).to.equal(120);
  });

  it('vanish with a rollback when they are published after commit, and survive it when immediately', async () => {
    const names = await accountsAfter(
      `EventBus.publish(new Later__e(Text__c = 'later')); EventBus.publish(new Now__e(Text__c = 'now')); Integer x = 1 / 0;`
    );

    expect(names).to.deep.equal(['now 0']);
  });

  it('may be checkpointed by a subscriber, at what it was given', async () => {
    expect(await accountsAfter(`EventBus.publish(new Later__e(Text__c = 'foreign'));`)).to.deep.equal(['refused']);
    // The event behind the checkpoint comes again; what fails without one is given up.
    const names = await accountsAfter(
      `EventBus.publish(new List<Later__e>{ new Later__e(Text__c = 'last'), new Later__e(Text__c = 'behind') });`
    );
    expect(names).to.include('behind 0');
  });

  it('tell who published them with a callback, as Automated Process', async () => {
    const later = await accountsAfter(
      `EventBus.publish(new List<Later__e>{ new Later__e(Text__c = 'broken'), new Later__e(Text__c = 'broken') }, new Told('later'));`
    );
    expect(later).to.deep.equal(['later 2 Automated Process']);
    const undone = await accountsAfter(
      `EventBus.publish(new Later__e(Text__c = 'broken'), new Told('later'));
       EventBus.publish(new Now__e(Text__c = 'broken'), new Told('now')); Integer x = 1 / 0;`
    );
    expect(undone).to.deep.equal(['now 1 Automated Process']);
  });

  it('have a UUID, by which their result names them', async () => {
    const { debug } = await execute(
      org,
      `Database.SaveResult result = EventBus.publish(new Later__e(Text__c = 'named'));
       System.debug(EventBus.getOperationId(result) == result.getErrors()[0].getMessage());
       System.debug(result.getErrors()[0].getStatusCode());
       try { EventBus.publish(new Account(Name = 'none')); } catch (System.UnexpectedException e) { System.debug('refused'); }`
    );
    expect(debug).to.deep.equal(['true', 'OPERATION_ENQUEUED', 'refused']);
  });

  it('are published by clients, too', async () => {
    await execute(org, 'delete [SELECT Id FROM Account];');
    const post = async (path: string, body: unknown): Promise<{ status: number; body: unknown }> => {
      const response = await fetch(`${org.url}/services/data/v66.0/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body)
      });
      return { status: response.status, body: await response.json() };
    };
    const one = await post('sobjects/Later__e', { Text__c: 'row' });
    expect(one.status).to.equal(201);
    expect(one.body).to.have.nested.property('errors[0].statusCode', 'OPERATION_ENQUEUED');
    const several = await post('composite/sobjects', {
      records: [
        { attributes: { type: 'Later__e' }, Text__c: 'collection' },
        { attributes: { type: 'Account' }, Name: 'beside' },
        { attributes: { type: 'Later__e' }, Text__c: 'x'.repeat(81) }
      ]
    });
    expect((several.body as { success: boolean }[]).map(({ success }) => success)).to.deep.equal([true, true, false]);
    let names: string[] = [];
    const expected = ['row 0', 'collection 0', 'beside'];
    for (let round = 0; round < 100 && !expected.every((name) => names.includes(name)); round++) {
      await org.drainJobs();
      await new Promise((resolve) => setTimeout(resolve, 100));
      names = (await execute(org, 'for (Account a : [SELECT Name FROM Account]) System.debug(a.Name);')).debug;
    }
    expect(names).to.include.members(expected);
  });

  it('stop reaching a subscriber that asked too often, until it is saved again', async () => {
    const subscriber = async (): Promise<string[]> =>
      (
        await execute(
          org,
          `EventBusSubscriber s = [SELECT Status, Retries, LastError, Type, Name FROM EventBusSubscriber WHERE Topic = 'Later__e'];
           System.debug(s.Status + '|' + s.Retries + '|' + s.LastError + '|' + s.Type + '|' + s.Name);`
        )
      ).debug;
    expect((await subscriber())[0]).to.match(/^Running\|0\|.*\|ApexTrigger\|LaterSubscriber$/);

    // Its tenth run over the same event: nine earlier ones would take most of a minute.
    const queue = (verb: string): Promise<Response> =>
      fetch(`${org.url}/local-org/v1/queue/${verb}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.accessToken}` }
      });
    await queue('pause');
    await execute(org, `EventBus.publish(new Later__e(Text__c = 'never'));`);
    const { userId } = await org.run<{ userId: string }>('waiting-events', {});
    await org.run('deliver-events', { objectName: 'Later__e', retries: 9, lastError: 'no 8', userId });
    await queue('resume');
    expect(await subscriber()).to.deep.equal(['Error|9|no 9|ApexTrigger|LaterSubscriber']);

    await execute(org, `delete [SELECT Id FROM Account]; EventBus.publish(new Later__e(Text__c = 'unheard'));`);
    await org.drainJobs();
    await deployFiles(org, {
      'triggers/LaterSubscriber.trigger': `${TRIGGER('Later__e')}\n// Mended.`,
      'triggers/LaterSubscriber.trigger-meta.xml': TRIGGER_META
    });
    expect((await subscriber())[0]).to.match(/^Running\|0\|null/);
    expect(await accountsAfter(`EventBus.publish(new Later__e(Text__c = 'heard'));`)).to.deep.equal(['heard 0']);
  });

  it('do not reach a trigger that is inactive', async () => {
    await deployFiles(org, {
      'triggers/LaterSubscriber.trigger': TRIGGER('Later__e'),
      'triggers/LaterSubscriber.trigger-meta.xml': TRIGGER_META.replace('Active', 'Inactive')
    });
    await execute(org, `delete [SELECT Id FROM Account]; EventBus.publish(new Later__e(Text__c = 'unheard'));`);
    await org.drainJobs();
    const { debug } = await execute(
      org,
      `System.debug([SELECT Status FROM ApexTrigger WHERE Name = 'LaterSubscriber'].Status);
       System.debug([SELECT COUNT() FROM EventBusSubscriber WHERE Topic = 'Later__e']);
       System.debug([SELECT COUNT() FROM Account]);`
    );
    expect(debug).to.deep.equal(['Inactive', '0', '0']);
  });
});
