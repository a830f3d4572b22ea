import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import type { Cursor, CursorPage } from '../support/cursor.js';
import { apexReference } from '../support/reference.js';

export default [
  definePlatformType({
    name: 'Database.Cursor',
    source: apexReference('apex_class_Database_Cursor'),
    methods: {
      'List<SObject> fetch(Integer, Integer)': (self: Cursor, position: number | null, count: number | null) =>
        self.fetch(required(position), required(count, 2)),
      'Integer getNumRecords()': (self: Cursor) => self.records.length
    }
  }),
  definePlatformType({
    name: 'Database.PaginationCursor',
    source: apexReference('apex_class_Database_PaginationCursor'),
    methods: {
      'Database.CursorFetchResult fetchPage(Integer, Integer)': (
        self: Cursor,
        position: number | null,
        size: number | null
      ) => self.page(required(position), required(size, 2)),
      'Integer getNumRecords()': (self: Cursor) => self.records.length
    }
  }),
  definePlatformType({
    name: 'Database.CursorFetchResult',
    source: apexReference('apex_class_Database_CursorFetchResult'),
    methods: {
      'Integer getNextIndex()': (self: CursorPage) => self.nextIndex,
      'Integer getNumDeletedRecords()': () => 0,
      'List<SObject> getRecords()': (self: CursorPage) => self.records,
      'Boolean isDone()': (self: CursorPage) => self.isDone
    }
  })
];
