import { expect } from 'chai';
import { platformEnumValue } from '../../src/values/enum.js';
import * as values from '../../src/values/index.js';
import { call, inOrg, loadLibrary } from './support/library.js';

const ACCOUNT = values.sobjectType('Account');

function account(fields: Record<string, unknown>): values.SObjectRecord {
  const record = new values.SObjectRecord('Account');
  for (const [name, value] of Object.entries(fields)) record.fields.set(name, value);
  return record;
}

const rights = (options: { contacts?: boolean; amount?: boolean }) =>
  ({
    object: (name: string) => {
      const read = name.toLowerCase() !== 'contact' || options.contacts !== false;
      return { read, create: read, edit: read, delete: read, viewAll: false, modifyAll: false };
    },
    field: (_object: string, field: string) => {
      const allowed = field.toLowerCase() !== 'amount__c' || options.amount !== false;
      return { read: allowed, edit: allowed };
    }
  }) as never;

const strip = (access: string, records: values.ApexList): unknown =>
  call(
    'System.Security#stripInaccessible(AccessType,List<SObject>)',
    platformEnumValue('system.accesstype', access),
    records
  );

describe('Security.stripInaccessible', () => {
  before(loadLibrary);

  it('removes fields and says which, from copies', () => {
    const original = account({ name: 'x', amount__c: values.Decimal.parse('1') });
    inOrg(
      () => {
        const decision = strip('UPDATABLE', new values.ApexList(ACCOUNT, [account({ name: 'y' }), original]));
        const records = call('System.SObjectAccessDecision#getRecords()', decision) as values.ApexList;
        expect([...(records.items[1] as values.SObjectRecord).fields.keys()]).to.deep.equal(['name']);
        expect(original.fields.has('amount__c')).to.equal(true);
        expect(values.textOf(call('System.SObjectAccessDecision#getRemovedFields()', decision))).to.equal(
          '{Account={Amount__c}}'
        );
        expect(values.textOf(call('System.SObjectAccessDecision#getModifiedIndexes()', decision))).to.equal('{1}');
      },
      { more: { rights: rights({ amount: false }) } }
    );
  });

  it('refuses objects, and hides related records of objects, that the user may not read', () => {
    inOrg(
      () => {
        const contacts = new values.ApexList(values.sobjectType('Contact'), [new values.SObjectRecord('Contact')]);
        expect(() => strip('READABLE', contacts)).to.throw('No access to entity: Contact');
        const parent = account({ name: 'x' });
        parent.queried = new Set(['name', 'contacts']);
        parent.children = new Map([['contacts', contacts]]);
        const decision = strip('READABLE', new values.ApexList(ACCOUNT, [parent]));
        const [copy] = (call('System.SObjectAccessDecision#getRecords()', decision) as values.ApexList).items;
        expect((copy as values.SObjectRecord).children).to.equal(null);
        expect((copy as values.SObjectRecord).queried?.has('contacts')).to.equal(false);
      },
      { more: { rights: rights({ contacts: false }) } }
    );
  });
});

describe('EventBus.publish with a callback', () => {
  before(loadLibrary);

  it('is told by the broker of the test what became of the events', () => {
    const told: string[] = [];
    const callback = {
      onsuccess$1: (result: { uuids: values.ApexList }) => told.push(`ok ${result.uuids.size}`),
      onfailure$1: (result: { uuids: values.ApexList }) => told.push(`failed ${result.uuids.size}`)
    };
    const publish = (records: readonly values.SObjectRecord[]) =>
      records.map(() => ({ id: null, success: true, created: true, errors: [] }));
    inOrg(
      () => {
        const access = { mode: 'system', sharing: true };
        const events = new values.ApexList(values.SOBJECT, [account({}), account({})]);
        const results = call('System.EventBus#publish(List<SObject>,Object)', events, callback, access);
        expect((results as values.ApexList).size).to.equal(2);
        expect(told).to.deep.equal([]);
        const broker = call('System.Test#getEventBus()');
        call('EventBus.TestBroker#deliver()', broker);
        call('System.EventBus#publish(SObject,Object)', account({}), callback, access);
        call('EventBus.TestBroker#fail()', broker);
        call('EventBus.TestBroker#deliver()', broker);
        expect(told).to.deep.equal(['ok 2', 'failed 1']);
      },
      { more: { publish, tests: { deliverEvents: () => undefined } as never } }
    );
  });
});

describe('Messaging.sendEmail', () => {
  before(loadLibrary);

  const message = (recipient: string | null): unknown => {
    const email = call('Messaging.SingleEmailMessage#<init>()');
    if (recipient) {
      const addresses = new values.ApexList(values.STRING, [recipient]);
      call('Messaging.SingleEmailMessage#setToAddresses(List<String>)', email, addresses);
    }
    call('Messaging.SingleEmailMessage#setPlainTextBody(String)', email, 'text');
    return email;
  };

  it('keeps the messages, counts the call and refuses mail without a recipient', () => {
    const state = new Map<string, unknown>();
    const consumed: string[] = [];
    const limits = { consume: (name: string) => consumed.push(name) } as never;
    inOrg(
      () => {
        const send = (...messages: unknown[]): unknown =>
          call('System.Messaging#sendEmail(List<Messaging.Email>)', new values.ApexList(values.OBJECT, messages));
        send(message('a@example.com'));
        expect(state.get('emails')).to.have.length(1);
        expect(consumed).to.deep.equal(['emailInvocations']);
        expect(() => send(message(null))).to.throw('SendEmail failed. First exception on row 0');
      },
      { more: { state, limits } }
    );
  });
});
