import type { ObjectDefinition } from './definitions.js';

/** What an object must say for itself; everything else has the default of `defineObject`. */
export type ObjectSketch = Partial<ObjectDefinition> &
  Pick<ObjectDefinition, 'name' | 'label' | 'keyPrefix' | 'fields'>;

/** Fills in what a sketch leaves open: a standard object that anybody may read and write, without parts beside its fields. */
export function defineObject(sketch: ObjectSketch): ObjectDefinition {
  return {
    pluralLabel: sketch.label,
    kind: 'standard',
    custom: false,
    sharingModel: 'ReadWrite',
    publishBehavior: null,
    nameField: null,
    validationRules: [],
    recordTypes: [],
    fieldSets: [],
    queryable: true,
    createable: true,
    updateable: true,
    deletable: true,
    ...sketch
  };
}

/** What has fields and is no table: nobody reads or writes its rows by DML or a query. */
export const NO_TABLE = { queryable: false, createable: false, updateable: false, deletable: false } as const;
