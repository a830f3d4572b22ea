import { CollectionIterator } from './collection-iterator.js';
import { PlatformError } from './platform-error.js';
import { lockedCollection } from './keyed-store.js';
import { equalsStrict } from './equality.js';
import type { ApexType } from './type.js';

/**
 * An Apex List. `items` may be read directly (emitted loops do); writes go through the methods, which guard bounds and
 * running iterations. https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_list.htm
 */
export class ApexList {
  private locks = 0;

  constructor(
    readonly elementType: ApexType,
    readonly items: unknown[] = []
  ) {}

  get size(): number {
    return this.items.length;
  }

  get(index: number | null): unknown {
    if (index === null) throw nullIndex();
    const items = this.items;
    if (index < 0 || index >= items.length) throw outOfBounds(index);
    return items[index];
  }

  set(index: number | null, value: unknown): void {
    if (index === null) throw nullIndex();
    if (index < 0 || index >= this.items.length) throw outOfBounds(index);
    this.items[index] = value;
  }

  add(value: unknown): void {
    if (this.locks > 0) throw lockedCollection();
    this.items.push(value);
  }

  insert(index: number | null, value: unknown): void {
    if (index === null) throw nullIndex();
    if (index < 0 || index > this.items.length) throw outOfBounds(index);
    this.checkUnlocked();
    this.items.splice(index, 0, value);
  }

  addAll(values: Iterable<unknown>): void {
    this.checkUnlocked();
    for (const value of values === this ? [...this.items] : values) this.items.push(value);
  }

  remove(index: number | null): unknown {
    if (index === null) throw nullIndex();
    if (index < 0 || index >= this.items.length) throw outOfBounds(index);
    this.checkUnlocked();
    return this.items.splice(index, 1)[0];
  }

  clear(): void {
    this.checkUnlocked();
    this.items.length = 0;
  }

  /** Position of the first equal element (text: with case), or -1. */
  indexOf(value: unknown): number {
    if (typeof value !== 'object' || value === null) return this.items.indexOf(value);
    return this.items.findIndex((item) => equalsStrict(item, value));
  }

  /** Replaces the elements by the same ones in another order. */
  reorder(sorted: readonly unknown[]): void {
    this.checkUnlocked();
    for (let index = 0; index < sorted.length; index++) this.items[index] = sorted[index];
  }

  copy(): ApexList {
    return new ApexList(this.elementType, [...this.items]);
  }

  /** Iterable#iterator, for calls through the interface. */
  iterator$0(): CollectionIterator {
    return new CollectionIterator(this.elementType, this.items);
  }

  [Symbol.iterator](): IterableIterator<unknown> {
    return this.items[Symbol.iterator]();
  }

  /** Until `unlock`, a change of the size throws System.FinalException. */
  lock(): void {
    this.locks += 1;
  }

  unlock(): void {
    this.locks -= 1;
  }

  private checkUnlocked(): void {
    if (this.locks > 0) throw lockedCollection();
  }
}

const outOfBounds = (index: number): PlatformError =>
  new PlatformError('System.ListException', `List index out of bounds: ${index}`);

const nullIndex = (): PlatformError => new PlatformError('System.NullPointerException', 'Argument cannot be null.');
