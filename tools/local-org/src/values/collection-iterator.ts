import { PlatformObject } from './object.js';
import { PlatformError } from './platform-error.js';
import { platformType, type ApexType } from './type.js';

/** The iterator of a List, a Set or a Map's keys. */
export class CollectionIterator extends PlatformObject {
  private readonly values: readonly unknown[];
  private at = 0;

  constructor(
    private readonly elementType: ApexType,
    values: Iterable<unknown>
  ) {
    super();
    this.values = [...values];
  }

  override get apexType() {
    return platformType('System', 'Iterator', [this.elementType]);
  }

  hasnext$0(): boolean {
    return this.at < this.values.length;
  }

  next$0(): unknown {
    if (this.at >= this.values.length) {
      throw new PlatformError('System.NoSuchElementException', 'Iterator has no more elements.');
    }
    return this.values[this.at++];
  }
}
