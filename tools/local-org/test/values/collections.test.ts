import { expect } from 'chai';
import * as values from '../../src/values/index.js';

const { ApexList, ApexMap, ApexSet, Decimal, DateValue, DatetimeValue, SObjectRecord } = values;

function account(fields: Record<string, unknown>): values.SObjectRecord {
  const record = new SObjectRecord('Account');
  for (const [name, value] of Object.entries(fields)) record.fields.set(name, value);
  return record;
}

describe('collections', () => {
  it('tell Decimals of different scale apart as keys, although they are equal', () => {
    const set = new ApexSet(values.DECIMAL, [Decimal.parse('1.1'), Decimal.parse('1.10'), Decimal.parse('1.1')]);
    expect(set.size).to.equal(2);
    expect(values.equalsDeep(Decimal.parse('1.1'), Decimal.parse('1.10'))).to.equal(true);
  });

  it('find dates, lists and records by value', () => {
    const map = new ApexMap(values.OBJECT, values.STRING);
    map.put(DateValue.of(2024, 2, 29), 'date');
    map.put(new ApexList(values.INTEGER, [1, 2]), 'list');
    map.put(account({ name: 'x' }), 'record');
    expect(map.get(DateValue.of(2024, 2, 29))).to.equal('date');
    expect(map.get(new ApexList(values.INTEGER, [1, 2]))).to.equal('list');
    expect(map.get(account({ name: 'x' }))).to.equal('record');
    expect(map.get(account({ name: 'y' }))).to.equal(null);
  });

  it('lose a record whose fields changed after it became a key', () => {
    const key = account({ name: 'x' });
    const set = new ApexSet(values.SOBJECT, [key]);
    key.fields.set('id', '001000000000001AAA');
    expect(set.has(key)).to.equal(false);
    expect([...set]).to.deep.equal([key]);
  });

  it('use equals and hashCode of a class that has both, identity otherwise', () => {
    const info = { type: values.userType('Key'), fields: [] };
    const key = (id: number): values.UserInstance => ({
      $class: info,
      equals$1: (other) => (other as { hashcode$0(): number }).hashcode$0() === id,
      hashcode$0: () => id
    });
    const plain = (): values.UserInstance => ({ $class: info });
    expect(new ApexSet(values.userType('Key'), [key(1), key(1), key(2)]).size).to.equal(2);
    expect(new ApexSet(values.userType('Key'), [plain(), plain()]).size).to.equal(2);
  });

  it('keep the order of insertion and allow null as a key', () => {
    const map = new ApexMap(values.STRING, values.INTEGER, [
      ['b', 1],
      [null, 2],
      ['a', 3]
    ]);
    expect([...map.keys()]).to.deep.equal(['b', null, 'a']);
    expect(map.remove('b')).to.equal(1);
    map.put('b', 4);
    expect([...map.keys()]).to.deep.equal([null, 'a', 'b']);
  });

  it('refuse changes while they are iterated', () => {
    const list = new ApexList(values.INTEGER, [1]);
    list.lock();
    expect(() => list.add(2)).to.throw('Cannot modify a collection while it is being iterated.');
    list.unlock();
    list.add(2);
    const set = new ApexSet(values.INTEGER, [1]);
    set.lock();
    expect(() => set.add(2)).to.throw('Cannot modify a collection while it is being iterated.');
    set.unlock();
    expect(set.add(2)).to.equal(true);
  });

  it('run over the keys of a map as they were, whatever becomes of the map', () => {
    const map = new ApexMap(values.STRING, values.INTEGER, [
      ['a', 1],
      ['b', 2]
    ]);
    const keys = map.keySet();
    const seen: unknown[] = [];
    keys.lock();
    for (const key of keys.values()) {
      seen.push(key);
      map.remove(key);
      map.put(`${String(key)}2`, 3);
    }
    keys.unlock();
    expect(seen).to.deep.equal(['a', 'b']);
    expect([...map.keys()]).to.deep.equal(['a2', 'b2']);
  });

  it('remove from the map what is removed from its key set', () => {
    const map = new ApexMap(values.STRING, values.INTEGER, [
      ['a', 1],
      ['b', 2]
    ]);
    map.keySet().remove('a');
    expect([...map.keys()]).to.deep.equal(['b']);
  });

  it('report the index that is out of bounds', () => {
    expect(() => new ApexList(values.INTEGER, [1]).get(1)).to.throw('List index out of bounds: 1');
    expect(() => new ApexList(values.INTEGER).remove(-1)).to.throw('List index out of bounds: -1');
  });
});

describe('equality', () => {
  it('compares numbers of all types by value, but never in collections', () => {
    expect(values.equalsDeep(1, 1n)).to.equal(true);
    expect(values.equalsDeep(1, Decimal.parse('1.0'))).to.equal(true);
    expect(values.equalsDeep(new values.DoubleValue(1.5), Decimal.parse('1.5'))).to.equal(true);
    expect(new ApexSet(values.OBJECT, [1, 1n]).size).to.equal(2);
  });

  it('is deep for collections and records', () => {
    const list = (...items: unknown[]): values.ApexList => new ApexList(values.OBJECT, items);
    expect(values.equalsDeep(list(1, list('a')), list(1, list('a')))).to.equal(true);
    expect(values.equalsDeep(list('a'), list('A'))).to.equal(false);
    expect(values.equalsDeep(account({ name: 'x', phone: null }), account({ name: 'x' }))).to.equal(false);
    // An Id that was taken away is as one that was never there.
    expect(values.equalsDeep(account({ name: 'x', id: null }), account({ name: 'x' }))).to.equal(true);
  });
});

describe('text', () => {
  it('prints every kind of value as the platform does', () => {
    const text = values.textOf;
    expect(text(null)).to.equal('null');
    expect(text(Decimal.parse('1.50'))).to.equal('1.50');
    expect(text(DateValue.of(2024, 1, 2))).to.equal('2024-01-02 00:00:00');
    expect(text(DatetimeValue.ofUtc(2024, 1, 2, 3, 4, 5))).to.equal('2024-01-02 03:04:05');
    expect(text(new ApexList(values.INTEGER, [1, 2]))).to.equal('(1, 2)');
    expect(text(new ApexSet(values.STRING, ['a', 'b']))).to.equal('{a, b}');
    expect(text(new ApexMap(values.STRING, values.INTEGER, [['a', 1]]))).to.equal('{a=1}');
    expect(text(new ApexList(values.DOUBLE, [1, 2.5]))).to.equal('(1.0, 2.5)');
    expect(text(new ApexList(values.INTEGER, [...Array(12).keys()]))).to.equal('(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...)');
    expect(text(account({ name: 'x' }))).to.equal('Account:{name=x}');
  });

  it('prints instances with their fields and ends at cycles', () => {
    const instance: Record<string, unknown> = {
      $class: {
        type: values.userType('Outer.Foo'),
        fields: [
          { name: 'a', jsName: '_a', type: values.INTEGER, isTransient: false, hasAccessors: false },
          { name: 'self', jsName: '_self', type: values.OBJECT, isTransient: false, hasAccessors: false }
        ]
      },
      _a: 1
    };
    instance['_self'] = instance;
    expect(values.textOf(instance)).to.equal('Foo:[a=1, self=(already output)]');
  });
});

describe('ids', () => {
  it('gain their suffix', () => {
    expect(values.toId18('0015000000Gv7qJ')).to.equal('0015000000Gv7qJAAR');
    expect(values.toId18('0015000000Gv7qJAAR')).to.equal('0015000000Gv7qJAAR');
    expect(values.toId18('0015000000Gv7qJAAA'), 'a suffix that does not fit').to.equal('0015000000Gv7qJAAA');
    expect(values.toId18('0015000000Gv7qJ-AR')).to.equal(null);
    expect(values.toId18('short')).to.equal(null);
    expect(values.restoreIdCase('0015000000gv7qjaar')).to.equal('0015000000Gv7qJAAR');
  });
});

describe('zones', () => {
  const la = 'America/Los_Angeles';
  it('know summer time', () => {
    expect(values.zoneOffset(la, Date.UTC(2024, 0, 15))).to.equal(-8 * 3_600_000);
    expect(values.zoneOffset(la, Date.UTC(2024, 6, 15))).to.equal(-7 * 3_600_000);
    expect(values.zoneOffset('Asia/Kolkata', Date.UTC(2024, 0, 1))).to.equal(5.5 * 3_600_000);
    expect(values.zoneOffset('GMT+05:30', 0)).to.equal(5.5 * 3_600_000);
  });

  it('move a local time that does not exist forward, and take the earlier of two', () => {
    const gap = values.zoneToUtc(la, Date.UTC(2024, 2, 10, 2, 30));
    expect(new Date(gap).toISOString()).to.equal('2024-03-10T10:30:00.000Z');
    const overlap = values.zoneToUtc(la, Date.UTC(2024, 10, 3, 1, 30));
    expect(new Date(overlap).toISOString()).to.equal('2024-11-03T08:30:00.000Z');
  });
});
