import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { createHash, randomInt } from 'node:crypto';

/** A stream of choices that a seed decides. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** A shuffled copy. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** Largest seed; seeds are whole numbers from 0. */
export const MAX_SEED = 2 ** 31 - 1;

/** A seed for a run that was given none. */
export function newSeed(): number {
  return randomInt(0, MAX_SEED);
}

/**
 * The stream for one purpose in a run. Each scenario has its own, so that leaving one out does not change the others.
 *
 * @param purpose such as the name of a scenario
 */
export function randomFor(seed: number, purpose: string): Random {
  const mixed = createHash('sha256').update(`${seed}:${purpose}`).digest().readInt32BE(0);
  const generator = xoroshiro128plus(mixed);
  const integer = (from: number, to: number): number => uniformInt(generator, from, to);
  return {
    integer,
    pick: (items) => {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
    shuffle: (items) => {
      const result = [...items];
      for (let last = result.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        [result[last], result[other]] = [result[other]!, result[last]!];
      }
      return result;
    }
  };
}
