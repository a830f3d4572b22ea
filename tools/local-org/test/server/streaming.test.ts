import { expect } from 'chai';
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalOrg } from '../../src/index.js';
import { execute, orgWith, type ProjectFiles } from './support.js';

/** The client that the Salesforce CLI brings along: nothing of it knows a local org. */
const jsforceFolder = (createRequire(import.meta.url).resolve.paths('@jsforce/jsforce-node') ?? [])
  .map((folder) => join(folder, '@jsforce/jsforce-node'))
  .find((folder) => existsSync(folder)) as string;

interface FayeSubscription extends PromiseLike<void> {
  cancel(): void;
}

interface FayeClient {
  subscribe(channel: string, listener: (data: EventMessage) => void): FayeSubscription;
  disconnect(): void;
}

interface EventMessage {
  readonly schema: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly event: { readonly replayId: number; readonly EventUuid: string };
}

interface Jsforce {
  Connection: new (options: object) => { streaming: { createClient(extensions: readonly object[]): FayeClient } };
}

const EVENT = `<?xml version="1.0" encoding="UTF-8"?>
<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">
  <deploymentStatus>Deployed</deploymentStatus>
  <eventType>HighVolume</eventType>
  <label>News</label>
  <pluralLabel>News</pluralLabel>
  <publishBehavior>PublishAfterCommit</publishBehavior>
  <fields><fullName>Text__c</fullName><label>Text</label><type>Text</type><length>80</length></fields>
  <fields><fullName>Amount__c</fullName><label>Amount</label><type>Number</type><precision>8</precision><scale>2</scale></fields>
  <fields><fullName>When__c</fullName><label>When</label><type>DateTime</type></fields>
</CustomObject>`;

const PROJECT: ProjectFiles = { 'objects/News__e/News__e.object-meta.xml': EVENT };

describe('platform events by CometD', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  let jsforce: Jsforce;
  let Replay: new (channel: string, replayId: number) => object;
  let AuthFailure: new (onFailure: (message: { error: string }) => void) => object;
  const clients: FayeClient[] = [];

  before(async () => {
    const require = createRequire(import.meta.url);
    jsforce = require(jsforceFolder) as Jsforce;
    ({ Replay, AuthFailure } = require(join(jsforceFolder, 'lib/api/streaming/extension.js')));
    org = await orgWith(PROJECT);
  });
  afterEach(() => clients.splice(0).forEach((client) => client.disconnect()));
  after(() => org?.stop());

  function client(extensions: readonly object[] = [], accessToken = org.accessToken): FayeClient {
    const connection = new jsforce.Connection({ instanceUrl: org.url, accessToken, version: '68.0' });
    const made = connection.streaming.createClient(extensions);
    clients.push(made);
    return made;
  }

  /** @returns the events, as they come. */
  async function subscribe(replayId: number | null, channel = '/event/News__e'): Promise<EventMessage[]> {
    const events: EventMessage[] = [];
    await client(replayId === null ? [] : [new Replay(channel, replayId)]).subscribe(channel, (data) =>
      events.push(data)
    );
    return events;
  }

  const publish = (...texts: string[]): Promise<unknown> =>
    execute(
      org,
      `EventBus.publish(new List<News__e>{ ${texts.map((text) => `new News__e(Text__c = '${text}')`).join(', ')} });`
    );

  async function eventually(events: readonly EventMessage[], count: number): Promise<unknown[]> {
    for (let i = 0; i < 800 && events.length < count; i++) await new Promise((resolve) => setTimeout(resolve, 50));
    return events.map(({ payload }) => payload.Text__c);
  }

  it('reach subscribers with all their fields, once each and in order', async () => {
    const [one, two] = await Promise.all([subscribe(null), subscribe(-1)]);
    await execute(
      org,
      `EventBus.publish(new News__e(Text__c = 'full', Amount__c = 1.5, When__c = Datetime.newInstanceGmt(2026, 1, 2, 3, 4, 5)));`
    );
    await publish('b', 'c');
    expect(await eventually(one, 3)).to.deep.equal(['full', 'b', 'c']);
    expect(await eventually(two, 3)).to.deep.equal(['full', 'b', 'c']);
    expect(one[0]?.payload).to.include({
      Amount__c: 1.5,
      When__c: '2026-01-02T03:04:05.000Z',
      CreatedById: org.userId
    });
    expect(Date.parse(String(one[0]?.payload.CreatedDate))).to.be.closeTo(Date.now(), 60_000);
    expect(one[0]?.event.EventUuid).to.match(/^[0-9a-f-]{36}$/);
    expect(one[1]?.payload).to.include({ Amount__c: null });
    expect(new Set(one.map(({ schema }) => schema)).size).to.equal(1);
  });

  it('can be had again: all that are kept, or those behind a replay id', async () => {
    const first = await subscribe(-1);
    await publish('d', 'e', 'f');
    await eventually(first, 3);
    const again = await subscribe(first[0]!.event.replayId);
    expect(await eventually(again, 2)).to.deep.equal(['e', 'f']);
    const all = await subscribe(-2);
    expect((await eventually(all, 6)).slice(-3)).to.deep.equal(['d', 'e', 'f']);
    await publish('g');
    expect((await eventually(again, 3)).at(-1)).to.equal('g');
    expect((await eventually(all, 7)).at(-1)).to.equal('g');
  });

  it('are gone after the three days for which they are kept', async () => {
    const headers = { authorization: `Bearer ${org.accessToken}` };
    const move = { method: 'POST', headers, body: JSON.stringify({ moveBy: 73 * 3_600_000 }) };
    await fetch(`${org.url}/local-org/v1/clock`, move);
    await publish('young');
    const all = await subscribe(-2);
    expect(await eventually(all, 1)).to.deep.equal(['young']);
  });

  it('are not sent to clients that have left', async () => {
    const events: EventMessage[] = [];
    const subscription = client().subscribe('/event/News__e', (data) => events.push(data));
    await subscription;
    subscription.cancel();
    const other = await subscribe(-1);
    await publish('h');
    expect(await eventually(other, 1)).to.deep.equal(['h']);
    expect(events).to.deep.equal([]);
  });

  it('refuses what there is not, and says why', async () => {
    const refusal = async (channel: string, replayId: number | null = null): Promise<string> =>
      subscribe(replayId, channel).then(
        () => 'subscribed',
        (error: Error) => error.message
      );
    expect(await refusal('/event/Nothing__e')).to.equal(
      '400::The channel you requested to subscribe to does not exist {/event/Nothing__e}'
    );
    expect(await refusal('/event/News__e', 999_999)).to.match(
      /^400::The replayId \{999999\} you provided was invalid\./
    );
    expect(await refusal('/topic/Accounts')).to.match(/^400::not supported by the local org: PushTopics/);
    expect(await refusal('/data/AccountChangeEvent')).to.match(/not supported by the local org: change data capture/);
    expect(await refusal('/u/channel')).to.match(/not supported by the local org: generic streaming/);

    const failure = await new Promise<{ error: string }>((resolve) => {
      void client([new AuthFailure(resolve)], `${org.orgId.slice(0, 15)}!wrong`).subscribe(
        '/event/News__e',
        () => undefined
      );
    });
    expect(failure.error).to.equal('403::Handshake denied');
  });

  it('needs the right to read the event', async () => {
    const { debug } = await execute(
      org,
      `Profile p = [SELECT Id FROM Profile WHERE Name = 'Minimum Access - Salesforce'];
      insert new User(Username = 'nobody@streaming.example', LastName = 'N', Email = 'n@streaming.example', Alias = 'nob', CommunityNickname = 'nob',
        TimeZoneSidKey = 'GMT', LocaleSidKey = 'en_US', EmailEncodingKey = 'UTF-8', LanguageLocaleKey = 'en_US', ProfileId = p.Id);
      System.debug('made');`
    );
    expect(debug).to.deep.equal(['made']);
    const answer = await fetch(`${org.url}/local-org/v1/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'nobody@streaming.example' })
    });
    const { accessToken } = (await answer.json()) as { accessToken: string };
    const error = await client([], accessToken)
      .subscribe('/event/News__e', () => undefined)
      .then(
        () => null,
        (thrown: Error) => thrown
      );
    expect(error?.message).to.match(/^403::.* needs read permission on News__e/);
  });
});
