import { expect } from 'chai';
import fc from 'fast-check';
import { escapePart, eventKeyOf, KEY_LENGTH, type KeyParts } from '../../src/normalize/eventKey.js';

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((value) => !/\p{Surrogate}/u.test(value));
/** Pieces that make parts run together where escaping is wrong. */
const tricky = fc
  .array(fc.oneof(text, fc.constantFrom(':', '%', '%3A', '~', '~a', 'v1', 't', '', ' ', 'é', 'e\u0301')), {
    maxLength: 4
  })
  .map((pieces) => pieces.join(''));

const parts: fc.Arbitrary<KeyParts> = fc.record({
  source: fc.constantFrom('Shop', 'Shop_2', 'Payments'),
  id: fc.option(fc.tuple(tricky), { nil: undefined }),
  entityType: tricky,
  entityId: tricky,
  eventType: tricky,
  version: fc.option(fc.nat().map(String), { nil: undefined }),
  timestamp: fc.option(
    tricky.filter((value) => value !== ''),
    { nil: undefined }
  ),
  content: tricky
});

/** What tells two events apart, as the key should. */
function identityOf({ source, id, version, ...rest }: KeyParts): string {
  if (id !== undefined) return JSON.stringify([source, 'id', id]);
  const { entityType, entityId } = rest;
  if (version !== undefined) return JSON.stringify([source, 'version', entityType, entityId, version]);
  return JSON.stringify([
    source,
    'content',
    entityType,
    entityId,
    rest.eventType,
    rest.timestamp ?? null,
    rest.content
  ]);
}

describe('event keys', () => {
  it('are equal exactly if what they are made of is equal', () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        expect(eventKeyOf(one) === eventKeyOf(other)).to.equal(identityOf(one) === identityOf(other));
        expect(eventKeyOf(one)).to.equal(eventKeyOf({ ...one }));
      }),
      { numRuns: 3000 }
    );
  });

  it('do not run together when pieces move from one part to its neighbour', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', ':', '%', '3A', 'v1'), { minLength: 2, maxLength: 8 }), (pieces) => {
        const keys = pieces.map((_, cut) =>
          eventKeyOf({
            source: 'Shop',
            entityType: pieces.slice(0, cut).join(''),
            entityId: pieces.slice(cut).join(''),
            eventType: 'x',
            version: '4',
            content: ''
          })
        );
        expect(new Set(keys)).to.have.property('size', keys.length);
      })
    );
  });

  it('read well', () => {
    const shop = { source: 'Shop', entityType: 'order', entityId: '98765', eventType: 'order.updated', content: '{}' };
    expect(eventKeyOf({ ...shop, id: ['evt_1'] })).to.equal('Shop:evt_1');
    expect(eventKeyOf({ ...shop, version: '4' })).to.equal('Shop:order:98765:v4');
    expect(eventKeyOf({ ...shop, timestamp: '1772366400' })).to.equal(
      'Shop:order:98765:order.updated:t1772366400:44136fa355b3678a1146ad16f7e8649e'
    );
  });

  it('have only characters that the platform neither trims nor changes, and fit', () => {
    fc.assert(
      fc.property(parts, fc.nat(3), (given, repeat) => {
        const key = eventKeyOf({ ...given, entityId: given.entityId.repeat(1 + 40 * repeat) });
        expect(key).to.match(/^[A-Za-z0-9\-_.@%:~]+$/);
        expect(key.length).to.be.at.most(KEY_LENGTH);
      })
    );
  });

  it('stay apart when they are too long to be written out', () => {
    const long = (ending: string): string =>
      eventKeyOf({ source: 'Shop', id: ['x'.repeat(300) + ending], entityId: '1', eventType: 'x', content: '' });
    expect(long('a'))
      .to.match(/^Shop:~[0-9a-f]{64}$/)
      .and.equal(long('a'))
      .and.not.equal(long('b'));
    expect(escapePart('~')).to.equal('%7E');
  });
});
