import { expect } from 'chai';
import { randomFor } from '../../src/run/random.js';

describe('seeded choices', () => {
  const draw = (seed: number, purpose: string): number[] => {
    const random = randomFor(seed, purpose);
    return Array.from({ length: 20 }, () => random.integer(0, 1_000_000));
  };

  it('are the same for the same seed and purpose', () => {
    expect(draw(7, 'a')).to.deep.equal(draw(7, 'a'));
  });

  it('differ for another seed and for another purpose', () => {
    expect(draw(7, 'a')).to.not.deep.equal(draw(8, 'a'));
    expect(draw(7, 'a')).to.not.deep.equal(draw(7, 'b'));
  });

  it('shuffle without losing anything', () => {
    const items = Array.from({ length: 100 }, (_, index) => index);
    const shuffled = randomFor(1, 'shuffle').shuffle(items);

    expect(shuffled).to.not.deep.equal(items);
    expect([...shuffled].sort((left, right) => left - right)).to.deep.equal(items);
  });

  it('have both ends of a range', () => {
    const random = randomFor(1, 'range');

    expect(new Set(Array.from({ length: 200 }, () => random.integer(1, 3)))).to.deep.equal(new Set([1, 2, 3]));
  });
});
