import { definePlatformType, type PlatformTypeDefinition } from '../define.js';
import type { DatabaseError, RowResult } from '../support/dml-results.js';
import { listOfStrings } from '../support/lists.js';
import { apexReference } from '../support/reference.js';

/** The result classes of DML calls: all have errors, id and success. */
const result = (
  name: string,
  more: PlatformTypeDefinition['methods'] = {},
  moreProperties: PlatformTypeDefinition['properties'] = {}
): PlatformTypeDefinition => ({
  name: `Database.${name}`,
  source: apexReference('apex_namespace_Database'),
  methods: {
    'List<Database.Error> getErrors()': (self: RowResult) => self.errors,
    'Id getId()': (self: RowResult) => self.id,
    'Boolean isSuccess()': (self: RowResult) => self.row.success,
    'String toString()': (self: RowResult) => self.apexText(),
    ...more
  },
  properties: {
    'List<Database.Error> errors': { get: (self: RowResult) => self.errors },
    'Id id': { get: (self: RowResult) => self.id },
    'Boolean success': { get: (self: RowResult) => self.row.success },
    ...moreProperties
  }
});

export default [
  result('SaveResult'),
  result(
    'UpsertResult',
    { 'Boolean isCreated()': (self: RowResult) => self.row.created },
    { 'Boolean created': { get: (self: RowResult) => self.row.created } }
  ),
  result('DeleteResult'),
  result('UndeleteResult'),
  result('EmptyRecycleBinResult'),
  result('MergeResult', {
    'List<String> getMergedRecordIds()': (self: RowResult) => listOfStrings(self.mergedIds),
    'List<String> getUpdatedRelatedIds()': () => listOfStrings([])
  }),
  definePlatformType({
    name: 'Database.Error',
    source: apexReference('apex_class_Database_Error'),
    methods: {
      'List<String> getFields()': (self: DatabaseError) => self.fields,
      'String getMessage()': (self: DatabaseError) => self.error.message,
      'System.StatusCode getStatusCode()': (self: DatabaseError) => self.status
    },
    properties: {
      'List<String> fields': { get: (self: DatabaseError) => self.fields },
      'String message': { get: (self: DatabaseError) => self.error.message },
      'System.StatusCode statusCode': { get: (self: DatabaseError) => self.status }
    }
  })
];
