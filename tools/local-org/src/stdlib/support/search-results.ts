import { ApexList } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import type { SObjectRecord } from '../../values/record.js';
import { platformType } from '../../values/type.js';

const RESULT = platformType('Search', 'SearchResult');

/** A Search.SearchResult. */
export class SearchResult extends PlatformObject {
  constructor(readonly record: SObjectRecord) {
    super();
  }

  override get apexType() {
    return RESULT;
  }
}

/** A Search.SearchResults: what Search.find found, by object. */
export class SearchResults extends PlatformObject {
  private readonly byObject = new Map<string, SearchResult[]>();

  constructor(lists: readonly (readonly SObjectRecord[])[]) {
    super();
    for (const record of lists.flat()) {
      const key = record.objectName.toLowerCase();
      const known = this.byObject.get(key);
      if (known) known.push(new SearchResult(record));
      else this.byObject.set(key, [new SearchResult(record)]);
    }
  }

  override get apexType() {
    return platformType('Search', 'SearchResults');
  }

  /** @param objectName in any case. */
  of(objectName: string): ApexList {
    return new ApexList(RESULT, this.byObject.get(objectName.toLowerCase()) ?? []);
  }
}
