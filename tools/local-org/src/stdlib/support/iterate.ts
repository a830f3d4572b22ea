import { ApexList, ApexSet } from '../../values/collections.js';
import { typeError } from './arguments.js';

/** What Iterator and Iterable look like at run time, for classes of the platform and of the org alike. */
export interface IteratorSlots {
  hasnext$0(): boolean | null;
  next$0(): unknown;
}

export interface IterableSlots {
  iterator$0(): IteratorSlots;
}

/** Elements of a List, a Set or an Iterable. @throws PlatformError System.TypeException for anything else. */
export function* iterate(value: unknown): Generator<unknown> {
  if (value instanceof ApexList || value instanceof ApexSet) {
    yield* value;
    return;
  }
  const iterable = value as Partial<IterableSlots & IteratorSlots>;
  if (typeof iterable?.iterator$0 !== 'function') throw typeError('Value is not iterable');
  const iterator = iterable.iterator$0();
  while (iterator.hasnext$0() === true) yield iterator.next$0();
}
