import { definePlatformType } from '../define.js';
import type { IteratorSlots } from '../support/iterate.js';
import type { QueryLocator } from '../support/query-locator.js';
import { apexReference } from '../support/reference.js';

export default [
  definePlatformType({
    name: 'Database.QueryLocator',
    source: apexReference('apex_class_database_QueryLocator'),
    implements: ['Iterable<SObject>'],
    methods: {
      'String getQuery()': (self: QueryLocator) => self.queryText,
      'Database.QueryLocatorIterator iterator()': (self: QueryLocator) => self.iterator$0()
    }
  }),
  definePlatformType({
    name: 'Database.QueryLocatorIterator',
    source: apexReference('apex_class_database_QueryLocatorIterator'),
    implements: ['Iterator<SObject>'],
    methods: {
      'Boolean hasNext()': (self: IteratorSlots) => self.hasnext$0(),
      'SObject next()': (self: IteratorSlots) => self.next$0()
    }
  })
];
