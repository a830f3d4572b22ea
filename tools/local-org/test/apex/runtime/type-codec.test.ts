import { expect } from 'chai';
import { typeFromJson, typeToJson } from '../../../src/apex/runtime/type-codec.js';
import * as types from '../../../src/values/type.js';

describe('the JSON form of types', () => {
  const all = [
    types.VOID,
    types.OBJECT,
    types.STRING,
    types.DECIMAL,
    types.SOBJECT,
    types.sobjectType('Account'),
    types.userType('Outer.Inner'),
    types.listOf(types.mapOf(types.ID, types.setOf(types.sobjectType('My__c')))),
    types.platformType('System', 'HttpRequest'),
    types.platformType('Database', 'SaveResult'),
    types.platformType('System', 'Iterator', [types.listOf(types.platformType('Schema', 'SObjectField'))]),
    types.platformType('Messaging', 'InboundEmail.Header')
  ];
  for (const type of all) {
    it(`gives ${type.name} back as the same object`, () => {
      expect(typeFromJson(JSON.parse(JSON.stringify(typeToJson(type))))).to.equal(type);
    });
  }

  it('refuses what it did not write', () => {
    expect(() => typeFromJson(['nonsense', 'x'])).to.throw('unknown type');
  });
});
