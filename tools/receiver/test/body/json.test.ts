import { expect } from 'chai';
import fc from 'fast-check';
import {
  elementsOf,
  MAXIMUM_DEPTH,
  memberOf,
  readJson,
  scalarOf,
  sourceOf,
  type JsonValue
} from '../../src/body/json.js';

function read(text: string): JsonValue {
  const reading = readJson(text);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.value;
}

function at(text: string, ...names: string[]): JsonValue | undefined {
  let value: JsonValue | undefined = read(text);
  for (const name of names) value = value && memberOf(value, name);
  return value;
}

describe('JSON by place', () => {
  it('finds in any JSON what the engine’s parser finds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.json()), fc.boolean(), (members, spaced) => {
        const space = spaced ? ' \n\t' : '';
        const text = `${space}{${Object.entries(members)
          .map(([name, json]) => `${space}${JSON.stringify(name)}${space}:${space}${json}${space}`)
          .join(',')}}${space}`;
        for (const [name, json] of Object.entries(members)) {
          expect(sourceOf(at(text, name)!)).to.equal(json.trim());
          const parsed: unknown = JSON.parse(json);
          if (Array.isArray(parsed)) expect(elementsOf(at(text, name)!)).to.have.length(parsed.length);
          else if (typeof parsed === 'string') expect(scalarOf(at(text, name)!)).to.equal(parsed);
        }
      })
    );
  });

  it('keeps the digits of numbers and the characters of a part', () => {
    const text = '{"id": 12345678901234567890, "price": 1.50, "data" : { "a" :1e400 }}';
    expect(scalarOf(at(text, 'id')!)).to.equal('12345678901234567890');
    expect(scalarOf(at(text, 'price')!)).to.equal('1.50');
    expect(sourceOf(at(text, 'data')!)).to.equal('{ "a" :1e400 }');
  });

  it('takes the last of several members of one name, however its name is spelled', () => {
    expect(scalarOf(at('{"id":"first","\\u0069d":"last"}', 'id')!)).to.equal('last');
    expect((JSON.parse('{"id":"first","\\u0069d":"last"}') as { id: string }).id).to.equal('last');
  });

  it('reads lists by position', () => {
    expect(scalarOf(at('{"lines":[{"sku":"a"},{"sku":"b\\\\"}]}', 'lines', '1', 'sku')!)).to.equal('b\\');
    expect(at('{"lines":[]}', 'lines', '0')).to.equal(undefined);
    expect(at('{"lines":{"x":1}}', 'lines', 'toString')).to.equal(undefined);
  });

  it('says why a text is no use', () => {
    expect(readJson('')).to.deep.equal({ problem: 'is not JSON' });
    expect(readJson('{"a":1,}')).to.deep.equal({ problem: 'is not JSON' });
    expect(readJson('{"a":NaN}')).to.deep.equal({ problem: 'is not JSON' });
    expect(readJson('\ufeff{}')).to.deep.equal({ problem: 'is not JSON' });
  });

  it('refuses deep nesting without using up the stack', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(readJson(nested(MAXIMUM_DEPTH))).to.have.property('value');
    for (const depth of [MAXIMUM_DEPTH + 1, 10_000, 1_000_000]) {
      expect(readJson(nested(depth))).to.deep.equal({ problem: `is nested more than ${MAXIMUM_DEPTH} levels deep` });
    }
    expect(readJson(`{"text":"${'['.repeat(10_000)}"}`)).to.have.property('value');
  });
});
