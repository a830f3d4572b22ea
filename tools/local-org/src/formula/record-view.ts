import type { SObjectRecord } from '../values/record.js';
import type { FormulaRecord } from './types.js';

export interface ViewOptions {
  /** The record before this save. */
  readonly prior?: SObjectRecord | null;
  /** The record is being inserted. */
  readonly isNew?: boolean;
  /**
   * Finds a parent that the record does not carry (validation rules look across lookups that nobody queried).
   * `relationship` in lower case.
   */
  readonly loadParent?: (record: SObjectRecord, relationship: string) => SObjectRecord | null;
}

/** An sObject as formulas see it. */
export function recordView(record: SObjectRecord, options: ViewOptions = {}): FormulaRecord {
  const { loadParent } = options;
  return {
    isNew: options.isNew ?? false,
    prior: options.prior ? recordView(options.prior, loadParent ? { loadParent } : {}) : null,
    get: (field) => record.fields.get(field) ?? null,
    parent: (relationship) => {
      const parent = record.parents?.get(relationship) ?? loadParent?.(record, relationship) ?? null;
      return parent ? recordView(parent, loadParent ? { loadParent } : {}) : null;
    }
  };
}
