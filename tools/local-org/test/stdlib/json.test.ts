import { expect } from 'chai';
import type { RuntimeClass } from '../../src/apex/runtime/transaction.js';
import * as values from '../../src/values/index.js';
import { call, inOrg, loadLibrary } from './support/library.js';

const { ApexList, ApexMap, Decimal, TypeValue } = values;

const serialize = (value: unknown, suppress = false): string =>
  call('System.JSON#serialize(Object,Boolean)', value, suppress) as string;
const pretty = (value: unknown): string => call('System.JSON#serializePretty(Object)', value) as string;
const untyped = (text: string): unknown => call('System.JSON#deserializeUntyped(String)', text);
const typed = (text: string, type: values.ApexType): unknown =>
  call('System.JSON#deserialize(String,Type)', text, TypeValue.for(type));

/** A class with the fields of the test. */
function orderClass(): RuntimeClass {
  const fieldOf = (name: string, type: values.ApexType, isTransient = false) => ({
    name,
    jsName: `_${name}`,
    type,
    isTransient,
    hasAccessors: false
  });
  const runtime = {
    type: values.userType('Order'),
    kind: 'class',
    isAbstract: false,
    isGlobal: false,
    fields: [
      fieldOf('total', values.DECIMAL),
      fieldOf('ratio', values.DOUBLE),
      fieldOf('secret', values.STRING, true),
      fieldOf('lines', values.listOf(values.userType('Order')))
    ],
    allocate: () => ({ $class: runtime, _total: null, _ratio: null, _secret: null, _lines: null })
  } as unknown as RuntimeClass;
  return runtime;
}

describe('JSON', () => {
  before(loadLibrary);

  it('writes every kind of value', () => {
    const map = new ApexMap(values.STRING, values.OBJECT, [
      ['decimal', Decimal.parse('10.00')],
      ['double', new values.DoubleValue(1)],
      ['long', 5n],
      ['date', values.DateValue.of(2024, 1, 2)],
      ['datetime', values.DatetimeValue.ofUtc(2024, 1, 2, 3, 4, 5, 6)],
      ['blob', values.BlobValue.ofText('hi')],
      ['text', 'a"\\\n\u2028é/'],
      ['none', null]
    ]);
    expect(serialize(map)).to.equal(
      '{"decimal":10.00,"double":1.0,"long":5,"date":"2024-01-02","datetime":"2024-01-02T03:04:05.006Z","blob":"aGk=","text":"a\\"\\\\\\n\u2028é/","none":null}'
    );
  });

  it('writes instances with nulls, without transient fields', () => {
    const order = orderClass().allocate() as Record<string, unknown>;
    order['_ratio'] = 2;
    order['_secret'] = 'x';
    expect(serialize(order)).to.equal('{"total":null,"ratio":2.0,"lines":null}');
    expect(serialize(order, true)).to.equal('{"ratio":2.0}');
    order['_lines'] = new ApexList(values.userType('Order'), [order]);
    expect(() => serialize(order)).to.throw('contains itself');
  });

  it('writes records with their attributes first and leaves out queried nulls', () => {
    inOrg(() => {
      const record = new values.SObjectRecord('Account');
      record.fields.set('name', 'Acme');
      record.fields.set('amount__c', null);
      expect(serialize(record)).to.equal('{"attributes":{"type":"Account"},"Name":"Acme","Amount__c":null}');
      record.fields.set('id', '001000000000001AAA');
      record.queried = new Set(['id', 'name', 'amount__c']);
      expect(serialize(record)).to.equal(
        '{"attributes":{"type":"Account","url":"/services/data/v68.0/sobjects/Account/001000000000001AAA"},"Name":"Acme","Id":"001000000000001AAA"}'
      );
    });
  });

  it('prints prettily as Jackson does', () => {
    const map = new ApexMap(values.STRING, values.OBJECT, [
      ['a', 1],
      ['list', new ApexList(values.INTEGER, [1, 2])],
      ['empty', new ApexList(values.INTEGER)],
      ['objects', new ApexList(values.OBJECT, [new ApexMap(values.STRING, values.OBJECT, [['b', true]])])]
    ]);
    expect(pretty(map)).to.equal(
      '{\n  "a" : 1,\n  "list" : [ 1, 2 ],\n  "empty" : [ ],\n  "objects" : [ {\n    "b" : true\n  } ]\n}'
    );
  });

  it('reads untyped values with the size and scale of their numbers', () => {
    const map = untyped('{"i":1,"l":3000000000,"d":1.50,"s":"\\u00e9\\n","n":null,"b":true,"a":[1]}') as values.ApexMap;
    expect(map.get('i')).to.equal(1);
    expect(map.get('l')).to.equal(3000000000n);
    expect(String(map.get('d'))).to.equal('1.50');
    expect(map.get('s')).to.equal('é\n');
    expect((map.get('a') as values.ApexList).items).to.deep.equal([1]);
  });

  it('reads classes and ignores unknown names unless it is strict', () => {
    inOrg(
      () => {
        const order = typed(
          '{"TOTAL":"1.20","unknown":{"x":[1]},"lines":[{"ratio":2}]}',
          values.userType('Order')
        ) as Record<string, unknown>;
        expect(String(order['_total'])).to.equal('1.20');
        expect(((order['_lines'] as values.ApexList).items[0] as Record<string, unknown>)['_ratio']).to.equal(2);
        expect(() =>
          call('System.JSON#deserializeStrict(String,Type)', '{"unknown":1}', TypeValue.for(values.userType('Order')))
        ).to.throw('unknown');
      },
      { classes: [orderClass()] }
    );
  });

  it('reads records with parents and children', () => {
    inOrg(() => {
      const text = '{"attributes":{"type":"Contact"},"LastName":"x","Account":{"Name":"y","Amount__c":1}}';
      const contact = typed(text, values.SOBJECT) as values.SObjectRecord;
      expect(contact.objectName).to.equal('Contact');
      expect(contact.parents?.get('account')?.fields.get('name')).to.equal('y');
      const account = typed(
        '{"Contacts":{"totalSize":1,"done":true,"records":[{"LastName":"x"}]}}',
        values.sobjectType('Account')
      );
      expect((account as values.SObjectRecord).children?.get('contacts')?.size).to.equal(1);
      const read = (text: string) => () => typed(text, values.sobjectType('Account'));
      expect(read('{"Nothing__c":1}')).to.throw("No such column 'Nothing__c' on sobject of type Account");
      expect(read('{"Nothing":{}}')).to.throw('No field name specified on column for sobject of type Account');
    });
  });

  it('makes results of DML calls, as tests like to', () => {
    inOrg(() => {
      const type = values.platformType('Database', 'SaveResult');
      const result = typed('{"success":false,"errors":[{"message":"no","statusCode":"DUPLICATE_VALUE"}]}', type);
      expect(call('Database.SaveResult#isSuccess()', result)).to.equal(false);
      const errors = call('Database.SaveResult#getErrors()', result) as values.ApexList;
      expect(call('Database.Error#getMessage()', errors.items[0])).to.equal('no');
      expect(String(call('Database.Error#getStatusCode()', errors.items[0]))).to.equal('DUPLICATE_VALUE');
    });
  });

  it('says where a text is wrong', () => {
    expect(() => untyped('{a:1}')).to.throw(
      "Unexpected character ('a' (code 97)): was expecting double-quote to start field name at input location [1,2]"
    );
    expect(() => untyped('')).to.throw('No content to map to Object due to end of input');
    expect(() => untyped('[1,')).to.throw('Unexpected end-of-input');
    expect(() => untyped('1 2')).to.throw('Unexpected character');
    expect(() => untyped('nul')).to.throw("Unrecognized token 'nul'");
    expect(() => untyped('['.repeat(100_000))).to.throw(
      'Document nesting depth (1001) exceeds the maximum allowed (1000)'
    );
    expect(() => untyped('{"a":'.repeat(1000) + '1' + '}'.repeat(1000))).not.to.throw();
    expect(() => typed('{}', values.OBJECT)).to.throw('Apex Type unsupported in JSON: Object');
  });

  it('is walked by the parser token by token', () => {
    const parser = call('System.JSON#createParser(String)', '{"a":[1,{"b":"x"}],"c":2.5}');
    const step = (): string => String(call('System.JSONParser#nextToken()', parser));
    expect([step(), step(), step(), step(), step()]).to.deep.equal([
      'START_OBJECT',
      'FIELD_NAME',
      'START_ARRAY',
      'VALUE_NUMBER_INT',
      'START_OBJECT'
    ]);
    call('System.JSONParser#skipChildren()', parser);
    expect([step(), step(), step()]).to.deep.equal(['END_ARRAY', 'FIELD_NAME', 'VALUE_NUMBER_FLOAT']);
    expect(call('System.JSONParser#getCurrentName()', parser)).to.equal('c');
    expect(String(call('System.JSONParser#getDecimalValue()', parser))).to.equal('2.5');
    expect([step(), call('System.JSONParser#nextToken()', parser)]).to.deep.equal(['END_OBJECT', null]);
  });

  it('is written by the generator', () => {
    const generator = call('System.JSON#createGenerator(Boolean)', false);
    call('System.JSONGenerator#writeStartObject()', generator);
    call('System.JSONGenerator#writeNumberField(String,Double)', generator, 'd', 1);
    call('System.JSONGenerator#writeFieldName(String)', generator, 'list');
    call('System.JSONGenerator#writeObject(Object)', generator, new ApexList(values.STRING, ['x']));
    call('System.JSONGenerator#writeEndObject()', generator);
    expect(call('System.JSONGenerator#getAsString()', generator)).to.equal('{"d":1.0,"list":["x"]}');
  });
});
