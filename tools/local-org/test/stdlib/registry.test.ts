import { expect } from 'chai';
import { definePlatformType } from '../../src/stdlib/define.js';
import { loadStandardLibrary } from '../../src/stdlib/index.js';
import { buildRegistry, substitute } from '../../src/stdlib/registry-impl/index.js';
import { readMethod, readParameters, readProperty } from '../../src/stdlib/registry-impl/signature.js';
import { standardObjects } from '../../src/schema/standard/index.js';
import type { ObjectDefinition } from '../../src/schema/definitions.js';
import { INTEGER, listOf, mapOf, STRING, type ApexType } from '../../src/values/type.js';

const nothing = (): null => null;
const source = 'https://developer.salesforce.com';

describe('signatures of the standard library', () => {
  it('are read with generics, arrays and parameter names', () => {
    const signature = readMethod('Map<String, List<Account>> group(SObject[], String field)');
    expect(signature.name).to.equal('group');
    expect(signature.returnType.args[1]).to.deep.equal({ name: 'List', args: [{ name: 'Account', args: [] }] });
    expect(signature.parameters.map((type) => type.name)).to.deep.equal(['List', 'String']);
    expect(readParameters('()')).to.deep.equal([]);
    expect(readProperty('Database.Error[] errors').type.args[0]?.name).to.equal('Database.Error');
  });

  for (const text of ['Integer', 'Integer f', 'Integer f(', 'Integer f(String', 'Integer f() x', 'List<String f()']) {
    it(`refuses '${text}'`, () => expect(() => readMethod(text)).to.throw(`signature '${text}'`));
  }
});

describe('the registry of platform types', () => {
  const pair = definePlatformType({
    name: 'System.Pair<A, B>',
    source,
    constructors: { '(A, B)': nothing },
    methods: { 'A first()': nothing, 'Map<A, List<B>> both()': nothing },
    properties: { 'B second': { get: nothing } }
  });
  const registry = buildRegistry({ definitions: [pair] });

  it('finds types and members in any case', () => {
    const info = registry.type('PAIR');
    expect(info).to.equal(registry.type('system.pair'));
    expect(info?.members.get('both')?.[0]?.id).to.equal('System.Pair#both()');
    expect(registry.member('System.Pair#<init>(A,B)')).to.equal(info?.constructors[0]);
  });

  it('fills in type arguments', () => {
    const both = registry.type('Pair')?.members.get('both')?.[0];
    expect(substitute(both?.returnType ?? INTEGER, ['A', 'B'], [STRING, INTEGER])).to.equal(
      mapOf(STRING, listOf(INTEGER))
    );
  });

  it('lists every definition that cannot be read', () => {
    const broken = { name: 'System.Broken', source, methods: { 'Missing.Type f()': nothing, 'Integer g(': nothing } };
    expect(() => buildRegistry({ definitions: [pair, broken, broken] })).to.throw(
      /System\.Broken is defined twice[^]*unknown type Missing\.Type[^]*signature 'Integer g\('/
    );
  });

  it('reads the statics of an object once, and finds them by id', () => {
    const object = { name: 'Rate__c' } as ObjectDefinition;
    const withObjects = buildRegistry({
      definitions: [],
      objectStatics: ({ name }) => ({ name, source, statics: { 'Rate__c getInstance()': nothing } }),
      findObject: (name) => (name === object.name ? object : null)
    });
    expect(withObjects.member('Rate__c#getInstance()')?.isStatic).to.equal(true);
    expect(withObjects.ofObject(object)).to.equal(withObjects.ofObject(object));
    expect(withObjects.member('Other__c#getInstance()')).to.equal(null);
  });

  it('knows what the platform has besides', () => {
    expect(registry.knownElsewhere('String', 'ABBREVIATE')).to.equal(true);
    expect(registry.knownElsewhere('String', 'missing')).to.equal(false);
    expect(registry.knownElsewhere('ConnectApi.Anything', 'f')).to.equal(true);
    expect(registry.namespace('database')).to.equal(true);
  });
});

describe('the standard library', () => {
  it('mentions only types that exist', async () => {
    const registry = await loadStandardLibrary();
    const objects = new Set(
      standardObjects()
        .map((object) => object.name.toLowerCase())
        .concat('sobject', 'aggregateresult')
    );
    const unknown = new Set<string>();
    const visit = (type: ApexType, where: string): void => {
      type.args.forEach((arg) => visit(arg, where));
      const isKnown =
        type.kind === 'sobject' ? objects.has(type.key) : type.kind !== 'platform' || registry.of(type) !== null;
      // A type that the platform has and nobody defined here may be mentioned; it has no members.
      if (!isKnown && !(type.kind === 'platform' && registry.knownElsewhere(type.key.replace(/<.*/, '')))) {
        unknown.add(`${where}: ${type.name}`);
      }
    };
    for (const info of registry.all()) {
      for (const base of [...info.interfaces, ...(info.superclass ? [info.superclass] : [])]) visit(base, info.name);
      for (const member of [...info.constructors, ...[...info.members.values()].flat()]) {
        [...member.parameters, member.returnType].forEach((type) => visit(type, member.id));
      }
    }
    expect([...unknown]).to.deep.equal([]);
  });
});
