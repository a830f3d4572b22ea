import { expect } from 'chai';
import type { ApexTransaction } from '../../src/apex/runtime/transaction.js';
import type { ObjectKind } from '../../src/schema/definitions.js';
import { objectStatics } from '../../src/stdlib/object-statics.js';
import * as values from '../../src/values/index.js';
import { field, inOrg, loadLibrary, object } from './support/library.js';

const USER = '005000000000001AAA';
const ORG = '00D000000000001AAA';

function row(name: string, fields: Record<string, unknown>): values.SObjectRecord {
  const record = new values.SObjectRecord(name);
  for (const [key, value] of Object.entries(fields)) record.fields.set(key, value);
  record.queried = new Set(record.fields.keys());
  return record;
}

/** The statics of an object of that kind, by signature, over fixed rows. */
function statics(kind: ObjectKind, name: string, rows: readonly values.SObjectRecord[]) {
  const fields = [field('Name', 'string'), field('On__c', 'boolean'), field('Limit__c', 'double')];
  const setting = object(name, 'a00', fields, { kind });
  const implementations = objectStatics(setting)?.statics ?? {};
  let queries = 0;
  const more: Partial<ApexTransaction> = {
    orgId: ORG,
    limits: { snapshot: () => ({}), restore: () => undefined } as never,
    query: () => {
      queries += 1;
      return { records: rows, count: null, objectName: name };
    }
  };
  const schema = {
    object: (wanted: string) => (wanted === name ? setting : null),
    field: (wanted: string, key: string) => (wanted === name ? (setting.fields[key.toLowerCase()] ?? null) : null),
    objectByKeyPrefix: (prefix: string) => (prefix === '005' ? object('User', '005', []) : null)
  };
  return {
    run: <T>(body: () => T): T => inOrg(body, { more: { ...more, schema: schema as never } }),
    call: (signature: string, ...args: unknown[]): unknown => implementations[signature]!(...args),
    queries: () => queries
  };
}

describe('custom settings and metadata', () => {
  before(loadLibrary);

  it('merges the levels of a hierarchy, the nearest first', () => {
    const { run, call } = statics('hierarchy-setting', 'S__c', [
      row('S__c', { setupownerid: ORG, limit__c: 5, on__c: true }),
      row('S__c', { setupownerid: USER, limit__c: null, on__c: false })
    ]);
    run(() => {
      const merged = call('S__c getInstance()') as values.SObjectRecord;
      expect([merged.fields.get('limit__c'), merged.fields.get('on__c')]).to.deep.equal([5, false]);
      expect((call('S__c getOrgDefaults()') as values.SObjectRecord).fields.get('limit__c')).to.equal(5);
      expect(call('S__c getValues(Id)', '005000000000009AAA')).to.equal(null);
    });
  });

  it('answers an empty record with its defaults when no level has one', () => {
    const { run, call } = statics('hierarchy-setting', 'S__c', []);
    run(() => {
      const record = call('S__c getInstance()') as values.SObjectRecord;
      expect([record.id, record.fields.get('on__c'), record.fields.get('limit__c')]).to.deep.equal([
        null,
        false,
        undefined
      ]);
    });
  });

  it('finds rows of a list setting by name in any case', () => {
    const { run, call } = statics('list-setting', 'L__c', [row('L__c', { name: 'One' })]);
    run(() => {
      expect((call('L__c getInstance(String)', 'ONE') as values.SObjectRecord).fields.get('name')).to.equal('One');
      expect([...(call('Map<String, L__c> getAll()') as values.ApexMap).keys()]).to.deep.equal(['One']);
    });
  });

  it('reads custom metadata once and hands out copies', () => {
    const { run, call, queries } = statics('custom-metadata', 'M__mdt', [
      row('M__mdt', { id: 'm00000000000001AAA', developername: 'First' })
    ]);
    run(() => {
      const first = call('M__mdt getInstance(String)', 'first') as values.SObjectRecord;
      first.fields.set('developername', 'changed');
      const all = call('Map<String, M__mdt> getAll()') as values.ApexMap;
      expect((all.get('First') as values.SObjectRecord).fields.get('developername')).to.equal('First');
      expect(call('M__mdt getInstance(String)', 'none')).to.equal(null);
      expect(queries()).to.equal(1);
    });
  });
});
