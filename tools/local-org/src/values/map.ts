import { KeyedStore } from './keyed-store.js';
import { ApexList } from './list.js';
import { ApexSet } from './set.js';
import type { ApexType } from './type.js';

/**
 * An Apex Map in order of insertion; null is a legal key.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_map.htm
 */
export class ApexMap {
  private readonly store = new KeyedStore();

  constructor(
    readonly keyType: ApexType,
    readonly valueType: ApexType,
    entries: Iterable<readonly [unknown, unknown]> | null = null
  ) {
    if (entries) for (const [key, value] of entries) this.store.put(key, value);
  }

  get size(): number {
    return this.store.size;
  }

  has(key: unknown): boolean {
    return this.store.has(key);
  }

  /** null when the key is absent. */
  get(key: unknown): unknown {
    return this.store.get(key) ?? null;
  }

  /** @returns the previous value, null when there was none. */
  put(key: unknown, value: unknown): unknown {
    return this.store.put(key, value) ?? null;
  }

  putAll(entries: Iterable<readonly [unknown, unknown]>): void {
    for (const [key, value] of entries === this ? [...this] : entries) this.put(key, value);
  }

  /** @returns the removed value, null when there was none. */
  remove(key: unknown): unknown {
    return this.store.remove(key) ?? null;
  }

  clear(): void {
    this.store.clear();
  }

  copy(): ApexMap {
    return new ApexMap(this.keyType, this.valueType, this);
  }

  /** Shows the keys of this map: removing from it removes from the map. */
  keySet(): ApexSet {
    return new ApexSet(this.keyType, null, this.store);
  }

  valueList(): ApexList {
    return new ApexList(this.valueType, [...this.store.entries.values()]);
  }

  keys(): IterableIterator<unknown> {
    return this.store.entries.keys();
  }

  [Symbol.iterator](): IterableIterator<[unknown, unknown]> {
    return this.store.entries.entries();
  }

  /** Until `unlock`, new and removed keys throw System.FinalException; new values of old keys are legal. */
  lock(): void {
    this.store.lock();
  }

  unlock(): void {
    this.store.unlock();
  }
}

/** A map whose text keys ignore case, as the maps of the describe calls do; keys show in lower case. */
export class FoldedMap extends ApexMap {
  constructor(keyType: ApexType, valueType: ApexType, entries: Iterable<readonly [unknown, unknown]> | null = null) {
    super(keyType, valueType);
    if (entries) this.putAll(entries);
  }

  override has(key: unknown): boolean {
    return super.has(fold(key));
  }

  override get(key: unknown): unknown {
    return super.get(fold(key));
  }

  override put(key: unknown, value: unknown): unknown {
    return super.put(fold(key), value);
  }

  override remove(key: unknown): unknown {
    return super.remove(fold(key));
  }

  override copy(): ApexMap {
    return new FoldedMap(this.keyType, this.valueType, this);
  }
}

const fold = (key: unknown): unknown => (typeof key === 'string' ? key.toLowerCase() : key);
