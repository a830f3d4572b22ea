import { Buffer } from 'node:buffer';
import { expect } from 'chai';
import fc from 'fast-check';
import { formToJson, readForm } from '../../src/body/form.js';

describe('forms', () => {
  it('reads what the platform writes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))), (pairs) => {
        const wellFormed = pairs.filter((pair) => pair.every((text) => !/\p{Surrogate}/u.test(text)));
        const body = Buffer.from(new URLSearchParams(wellFormed as [string, string][]).toString());
        expect(readForm(body)).to.deep.equal(wellFormed);
      })
    );
  });

  it('refuses what the standard would repair', () => {
    for (const body of ['a=%', 'a=%zz', 'a=%ff', 'a=b c', 'a=\u0000', 'ä=1']) {
      expect(readForm(Buffer.from(body)), body).to.equal(undefined);
    }
  });

  it('becomes a JSON object, with lists for names that come again', () => {
    expect(formToJson(readForm(Buffer.from('a=1&b=2&a=%22&__proto__=x'))!)).to.equal(
      '{"a":["1","\\""],"b":"2","__proto__":"x"}'
    );
  });
});
