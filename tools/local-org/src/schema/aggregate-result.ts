import type { ObjectDefinition } from './definitions.js';
import { fieldMap, systemFields } from './field.js';

/** What describes say of the rows of grouped queries; such rows are of no table. */
export const AGGREGATE_RESULT: ObjectDefinition = {
  name: 'AggregateResult',
  label: 'Aggregate Result',
  pluralLabel: 'Aggregate Result',
  kind: 'standard',
  keyPrefix: '',
  custom: false,
  sharingModel: 'Read',
  publishBehavior: null,
  fields: fieldMap(systemFields({ deletable: false, audited: false })),
  nameField: null,
  validationRules: [],
  recordTypes: [],
  fieldSets: [],
  queryable: false,
  createable: false,
  updateable: false,
  deletable: false
};
