import type { ObjectDefinition } from './definitions.js';
import { fieldMap, systemFields } from './field.js';
import { defineObject, NO_TABLE } from './object.js';

/** What describes say of the rows of grouped queries; such rows are of no table. */
export const AGGREGATE_RESULT: ObjectDefinition = defineObject({
  name: 'AggregateResult',
  label: 'Aggregate Result',
  keyPrefix: '',
  sharingModel: 'Read',
  fields: fieldMap(systemFields({ deletable: false, audited: false })),
  ...NO_TABLE
});
