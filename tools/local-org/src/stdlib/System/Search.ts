import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { AccessOptions } from '../../schema/execution.js';
import { ApexList } from '../../values/collections.js';
import { listOf, SOBJECT, sobjectType } from '../../values/type.js';
import type { SObjectRecord } from '../../values/record.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';
import { SearchResults } from '../support/search-results.js';
import { accessOf, type AccessLevel } from './AccessLevel.js';

/** A SOSL query: one list an object of RETURNING. */
function query(text: string | null, access: AccessOptions): ApexList {
  const lists = currentTransaction().search(required(text), [], access);
  return new ApexList(
    listOf(SOBJECT),
    lists.map((records) => new ApexList(elementType(records), [...records]))
  );
}

const find = (text: string | null, access: AccessOptions): SearchResults =>
  new SearchResults(currentTransaction().search(required(text), [], access));

const elementType = (records: readonly SObjectRecord[]) => (records[0] ? sobjectType(records[0].objectName) : SOBJECT);

export default definePlatformType({
  name: 'System.Search',
  source: apexReference('apex_methods_system_search'),
  statics: {
    'Search.SearchResults find(String)': find,
    'Search.SearchResults find(String, System.AccessLevel)': (
      text: string | null,
      level: AccessLevel | null,
      calling: AccessOptions
    ) => find(text, accessOf(required(level, 2), calling)),
    'List<List<SObject>> query(String)': query,
    'List<List<SObject>> query(String, System.AccessLevel)': (
      text: string | null,
      level: AccessLevel | null,
      calling: AccessOptions
    ) => query(text, accessOf(required(level, 2), calling))
  }
});
