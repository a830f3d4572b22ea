import { PlatformObject } from '../../values/object.js';
import type { SObjectRecord } from '../../values/record.js';
import { platformType, SOBJECT } from '../../values/type.js';
import { CollectionIterator } from '../../values/collection-iterator.js';

const TYPE = platformType('Database', 'QueryLocator');
const ITERATOR = platformType('Database', 'QueryLocatorIterator');

/** A Database.QueryLocator: the rows as they were when it was made. The job runner reads `records`. */
export class QueryLocator extends PlatformObject {
  constructor(
    readonly queryText: string | null,
    readonly records: readonly SObjectRecord[]
  ) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  iterator$0(): QueryLocatorIterator {
    return new QueryLocatorIterator(SOBJECT, this.records);
  }
}

class QueryLocatorIterator extends CollectionIterator {
  override get apexType() {
    return ITERATOR;
  }
}
