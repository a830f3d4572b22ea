import { expect } from 'chai';
import { fieldToken, sobjectTypeToken } from '../../src/stdlib/support/tokens.js';
import * as values from '../../src/values/index.js';
import { call, inOrg, loadLibrary } from './support/library.js';

const record = (fields: Record<string, unknown> = {}, objectName = 'Account'): values.SObjectRecord => {
  const made = new values.SObjectRecord(objectName);
  for (const [name, value] of Object.entries(fields)) made.fields.set(name, value);
  return made;
};

describe('SObject', () => {
  before(loadLibrary);

  it('puts values in the form of the field', () => {
    inOrg(() => {
      const account = record();
      call('System.SObject#put(String,Object)', account, 'AMOUNT__C', 5);
      expect(String(call('System.SObject#get(String)', account, 'amount__c'))).to.equal('5');
      expect(() => call('System.SObject#put(String,Object)', account, 'Name', 5)).to.throw(
        'Illegal assignment from Integer to String'
      );
      expect(() => call('System.SObject#put(String,Object)', account, 'Nope', 5)).to.throw(
        'Invalid field Nope for Account'
      );
      expect(() => call('System.SObject#put(String,Object)', account, 'CreatedDate', null)).to.throw(
        'Field is not writeable: Account.CreatedDate'
      );
      expect(() => call('System.SObject#put(String,Object)', account, 'Id', 'x')).to.throw('Invalid id: x');
      expect(call('System.SObject#get(Schema.SObjectField)', account, fieldToken('Account', 'Active__c'))).to.equal(
        false
      );
    });
  });

  it('refuses fields that the query left out', () => {
    inOrg(() => {
      const account = record({ name: 'x' });
      account.queried = new Set(['name']);
      expect(() => call('System.SObject#get(String)', account, 'Founded__c')).to.throw(
        'SObject row was retrieved via SOQL without querying the requested field: Account.Founded__c'
      );
    });
  });

  it('refuses writes to read-only records', () => {
    inOrg(() => {
      const account = record();
      account.readOnly = true;
      expect(() => call('System.SObject#put(String,Object)', account, 'Name', 'x')).to.throw('Record is read-only');
    });
  });

  it('names populated fields as they are declared', () => {
    inOrg(() => {
      const contact = record({ lastname: 'x' }, 'Contact');
      call('System.SObject#putSObject(String,SObject)', contact, 'Account', record({ name: 'y' }));
      const map = call('System.SObject#getPopulatedFieldsAsMap()', contact) as values.ApexMap;
      expect([...map.keys()]).to.deep.equal(['LastName', 'Account']);
    });
  });

  it('clones without id, read-only times and shared lists', () => {
    inOrg(() => {
      const account = record({
        id: '001000000000001AAA',
        name: 'x',
        createddate: values.DatetimeValue.ofUtc(2024, 1, 1)
      });
      const copy = call('System.SObject#clone()', account) as values.SObjectRecord;
      expect([...copy.fields.keys()]).to.deep.equal(['name']);
      expect(call('System.SObject#getCloneSourceId()', copy)).to.equal('001000000000001AAA');
      expect((call('System.SObject#clone(Boolean)', account, true) as values.SObjectRecord).id).to.equal(
        '001000000000001AAA'
      );
    });
  });

  it('collects errors', () => {
    inOrg(() => {
      const account = record();
      call('System.SObject#addError(String,String)', account, 'name', 'bad name');
      expect(account.errors).to.deep.equal([{ field: 'Name', message: 'bad name' }]);
      expect(call('System.SObject#hasErrors()', account)).to.equal(true);
    });
  });

  it('becomes a map by id and refuses records without one', () => {
    const type = values.mapOf(values.ID, values.sobjectType('Account'));
    const list = new values.ApexList(values.sobjectType('Account'), [record({ id: '001000000000001AAA' }), record()]);
    expect(() => call('System.Map#<init>(List<SObject>)', list, type)).to.throw('Row with null Id at index: 1');
  });
});

describe('Schema', () => {
  before(loadLibrary);

  const describeAccount = (): unknown => call('Schema.SObjectType#getDescribe()', sobjectTypeToken('Account'));

  it('describes objects, by getters and by properties', () => {
    inOrg(() => {
      expect(call('Schema.DescribeSObjectResult#getKeyPrefix()', describeAccount())).to.equal('001');
      expect(call('Schema.DescribeSObjectResult#name', describeAccount())).to.equal('Account');
      const relationships = call(
        'Schema.DescribeSObjectResult#getChildRelationships()',
        describeAccount()
      ) as values.ApexList;
      expect(call('Schema.ChildRelationship#getRelationshipName()', relationships.items[0])).to.equal('Contacts');
    });
  });

  it('finds objects and fields in any case and gives the same token each time', () => {
    inOrg(() => {
      const all = call('System.Schema#getGlobalDescribe()') as values.ApexMap;
      expect(all.get('ACCOUNT')).to.equal(sobjectTypeToken('Account'));
      expect([...all.keys()]).to.deep.equal(['account', 'contact']);
      const fields = call(
        'Schema.SObjectTypeFields#getMap()',
        call('Schema.DescribeSObjectResult#fields', describeAccount())
      );
      expect((fields as values.ApexMap).get('NAME')).to.equal(fieldToken('Account', 'Name'));
    });
  });

  it('describes fields', () => {
    inOrg(() => {
      const rating = call('Schema.SObjectField#getDescribe()', fieldToken('Account', 'Rating'));
      expect(String(call('Schema.DescribeFieldResult#getType()', rating))).to.equal('PICKLIST');
      const entries = call('Schema.DescribeFieldResult#getPicklistValues()', rating) as values.ApexList;
      expect(call('Schema.PicklistEntry#getLabel()', entries.items[0])).to.equal('Hot!');
      const name = call('Schema.SObjectField#getDescribe()', fieldToken('Account', 'Name'));
      expect(call('Schema.DescribeFieldResult#isNillable()', name)).to.equal(false);
      expect(call('Schema.DescribeFieldResult#isNameField()', name)).to.equal(true);
    });
  });
});

describe('Type', () => {
  before(loadLibrary);

  it('finds platform types, objects and collections by name', () => {
    inOrg(() => {
      const named = (name: string): unknown => call('System.Type#forName(String)', name);
      expect(named('list<string>')).to.equal(values.TypeValue.for(values.listOf(values.STRING)));
      expect(named('Account')).to.equal(values.TypeValue.for(values.sobjectType('Account')));
      expect(named('NoSuchThing')).to.equal(null);
      const request = named('HttpRequest') as values.TypeValue;
      expect(call('System.Type#getName()', request)).to.equal('System.HttpRequest');
      expect(values.textOf(call('System.Type#newInstance()', request))).to.contain('HttpRequest');
      expect(call('System.Type#isAssignableFrom(Type)', named('Exception'), named('DmlException'))).to.equal(true);
    });
  });
});
