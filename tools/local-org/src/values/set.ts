import { CollectionIterator } from './collection-iterator.js';
import { KeyedStore } from './keyed-store.js';
import type { ApexType } from './type.js';

/**
 * An Apex Set in order of insertion.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_set.htm
 */
export class ApexSet {
  private store: KeyedStore;
  private locked = 0;

  /** @param view store of the map whose keys this set shows; the set then removes from the map and cannot add to it. */
  constructor(
    readonly elementType: ApexType,
    values: Iterable<unknown> | null = null,
    private view: KeyedStore | null = null
  ) {
    this.store = view ?? new KeyedStore();
    if (values) for (const value of values) this.store.put(value, true);
  }

  get size(): number {
    return this.store.size;
  }

  has(value: unknown): boolean {
    return this.store.has(value);
  }

  /** @returns whether the set changed. */
  add(value: unknown): boolean {
    if (this.store.has(value)) return false;
    this.detach();
    this.store.put(value, true);
    return true;
  }

  /** @returns whether the set changed. */
  addAll(values: Iterable<unknown>): boolean {
    let changed = false;
    for (const value of values === this ? [...this] : values) changed = this.add(value) || changed;
    return changed;
  }

  /** @returns whether the set changed. */
  remove(value: unknown): boolean {
    return this.store.remove(value) !== undefined;
  }

  clear(): void {
    this.store.clear();
  }

  copy(): ApexSet {
    return new ApexSet(this.elementType, this);
  }

  /** Iterable#iterator, for calls through the interface. */
  iterator$0(): CollectionIterator {
    return new CollectionIterator(this.elementType, this);
  }

  values(): IterableIterator<unknown> {
    return this.view ? [...this.store.entries.keys()].values() : this.store.entries.keys();
  }

  [Symbol.iterator](): IterableIterator<unknown> {
    return this.store.entries.keys();
  }

  /**
   * Until `unlock`, a change of the size throws System.FinalException. Not so the keys of a map: a loop runs over them as
   * they were when it began, and the map may change meanwhile.
   */
  lock(): void {
    if (this.view) return;
    this.locked += 1;
    this.store.lock();
  }

  unlock(): void {
    if (this.locked === 0) return;
    this.locked -= 1;
    this.store.unlock();
  }

  /** A key set that grows becomes a set of its own: a map has no value for a key that was only added. */
  private detach(): void {
    if (!this.view) return;
    this.store = new KeyedStore();
    for (const key of this.view.entries.keys()) this.store.put(key, true);
    this.view = null;
  }
}
