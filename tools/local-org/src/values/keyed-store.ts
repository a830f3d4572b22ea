import { PlatformError } from './platform-error.js';
import { equalsStrict } from './equality.js';
import { hashOf, isDirectKey } from './hash.js';

/** Nothing an Apex program can hold; marks a key that is not there. */
export const ABSENT: unique symbol = Symbol('absent');

/**
 * Entries of a Map or Set in order of insertion. Keys that JavaScript compares as Apex does (text, numbers, enum values,
 * objects by identity) are used as they are. Others (Decimal, Date, sObject, collections, user classes with equals) are
 * found by hash; the key object inserted first then stands for all equal ones. A key that changes after it was inserted
 * is not found any more, as on the platform.
 */
export class KeyedStore {
  readonly entries = new Map<unknown, unknown>();
  private buckets: Map<number, unknown[]> | null = null;
  private locks = 0;

  get size(): number {
    return this.entries.size;
  }

  /** The key as stored, or ABSENT. */
  find(key: unknown): unknown {
    if (isDirectKey(key)) return this.entries.has(key) ? key : ABSENT;
    const bucket = this.buckets?.get(hashOf(key));
    if (!bucket) return ABSENT;
    for (const known of bucket) if (equalsStrict(known, key)) return known;
    return ABSENT;
  }

  has(key: unknown): boolean {
    return typeof key === 'string' ? this.entries.has(key) : this.find(key) !== ABSENT;
  }

  /** The value, or undefined when the key is absent. */
  get(key: unknown): unknown {
    if (typeof key === 'string' || typeof key === 'number') return this.entries.get(key);
    return this.entries.get(this.find(key));
  }

  /** @returns the previous value, or undefined when the key is new. */
  put(key: unknown, value: unknown): unknown {
    const stored = typeof key === 'string' && this.entries.has(key) ? key : this.find(key);
    if (stored !== ABSENT) {
      const previous = this.entries.get(stored);
      this.entries.set(stored, value);
      return previous;
    }
    this.checkUnlocked();
    if (!isDirectKey(key)) this.remember(key);
    this.entries.set(key, value);
    return undefined;
  }

  /** @returns the removed value, or undefined when the key was absent. */
  remove(key: unknown): unknown {
    const stored = this.find(key);
    if (stored === ABSENT) return undefined;
    this.checkUnlocked();
    const value = this.entries.get(stored);
    this.entries.delete(stored);
    if (this.buckets && !isDirectKey(stored)) {
      const hash = hashOf(key);
      const rest = (this.buckets.get(hash) ?? []).filter((known) => known !== stored);
      if (rest.length > 0) this.buckets.set(hash, rest);
      else this.buckets.delete(hash);
    }
    return value;
  }

  clear(): void {
    this.checkUnlocked();
    this.entries.clear();
    this.buckets = null;
  }

  copy(): KeyedStore {
    const copy = new KeyedStore();
    for (const [key, value] of this.entries) copy.put(key, value);
    return copy;
  }

  lock(): void {
    this.locks += 1;
  }

  unlock(): void {
    this.locks -= 1;
  }

  private checkUnlocked(): void {
    if (this.locks > 0) throw lockedCollection();
  }

  private remember(key: unknown): void {
    this.buckets ??= new Map();
    const hash = hashOf(key);
    const bucket = this.buckets.get(hash);
    if (bucket) bucket.push(key);
    else this.buckets.set(hash, [key]);
  }
}

export const lockedCollection = (): PlatformError =>
  new PlatformError('System.FinalException', 'Cannot modify a collection while it is being iterated.');
