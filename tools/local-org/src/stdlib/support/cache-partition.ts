import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexMap, ApexSet } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { BOOLEAN, OBJECT, platformType, STRING } from '../../values/type.js';
import { required } from './arguments.js';

interface CacheBuilder {
  doload$1(key: string): unknown;
}

/**
 * A partition of the platform cache. What it holds lives as long as the transaction: a cache may forget at any time, and
 * this one forgets at the end.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_class_cache_Partition.htm
 */
export class CachePartition extends PlatformObject {
  constructor(
    private readonly kind: 'Org' | 'Session',
    readonly name: string
  ) {
    super();
  }

  override get apexType() {
    return platformType('Cache', `${this.kind}Partition`);
  }

  private get entries(): Map<string, unknown> {
    const { state } = currentTransaction();
    const slot = `cache:${this.kind}:${this.name.toLowerCase()}`;
    let entries = state.get(slot) as Map<string, unknown> | undefined;
    if (!entries) state.set(slot, (entries = new Map()));
    return entries;
  }

  contains(key: string | null): boolean {
    return this.entries.has(required(key));
  }

  containsAll(keys: ApexSet | null): ApexMap {
    return new ApexMap(
      STRING,
      BOOLEAN,
      [...required(keys)].map((key) => [key, this.contains(key as string)])
    );
  }

  get(key: string | null): unknown {
    return this.entries.get(required(key)) ?? null;
  }

  getAll(keys: ApexSet | null): ApexMap {
    return new ApexMap(
      STRING,
      OBJECT,
      [...required(keys)].map((key) => [key, this.get(key as string)])
    );
  }

  /** Asks the builder class for what is not there and keeps it. */
  load(builder: unknown, key: string): unknown {
    if (this.contains(key)) return this.get(key);
    const value = (builder as CacheBuilder).doload$1(key);
    this.put(key, value);
    return value;
  }

  put(key: string | null, value: unknown): void {
    if (!/^[A-Za-z0-9]{1,50}$/.test(required(key).replace(/^\w+\.\w+\./, ''))) {
      throw new PlatformError(
        'Cache.InvalidParamException',
        `Key must be alphanumeric with at most 50 characters: ${key}`
      );
    }
    if (value === null) throw new PlatformError('Cache.InvalidParamException', 'Value must not be null');
    this.entries.set(key!, value);
  }

  remove(key: string | null): boolean {
    return this.entries.delete(required(key));
  }

  keys(): ApexSet {
    return new ApexSet(STRING, this.entries.keys());
  }

  get count(): bigint {
    return BigInt(this.entries.size);
  }
}
