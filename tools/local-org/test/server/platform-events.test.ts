import { expect } from 'chai';
import type { LocalOrg } from '../../src/index.js';
import { execute, orgWith, type ProjectFiles } from './support.js';

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
});
