import type { FieldDefinition } from '../schema/definitions.js';
import type { RunningUser } from '../schema/execution.js';

/** Type of an expression. Picklists are text that only some functions take. */
export type FormulaType =
  'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'time' | 'picklist' | 'multipicklist' | 'null' | 'any';

/** How messages name it. */
export const TYPE_NAMES: Readonly<Record<FormulaType, string>> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Boolean',
  date: 'Date',
  datetime: 'DateTime',
  time: 'Time',
  picklist: 'Picklist',
  multipicklist: 'Picklist (Multi-Select)',
  null: 'Null',
  any: 'Any'
};

export function typeOfField(field: FieldDefinition): FormulaType {
  switch (field.type) {
    case 'boolean':
      return 'boolean';
    case 'int':
    case 'long':
    case 'double':
    case 'currency':
    case 'percent':
      return 'number';
    case 'date':
    case 'datetime':
    case 'time':
      return field.type;
    case 'picklist':
      return 'picklist';
    case 'multipicklist':
      return 'multipicklist';
    default:
      return 'text';
  }
}

/** The record a formula looks at. Values as in docs/architecture.md, "Values"; numbers may be Integer, Long or Decimal. */
export interface FormulaRecord {
  /** @param field in lower case. Null: empty. */
  get(field: string): unknown;
  /** @param relationship in lower case (`account`, `parent__r`). Null: there is no parent. */
  parent(relationship: string): FormulaRecord | null;
  /** The record before this save; null for a new one and outside saves. */
  readonly prior: FormulaRecord | null;
  readonly isNew: boolean;
}

export interface FormulaContext {
  now(): number;
  readonly user: RunningUser;
  /** Value of `$User.Email`, `$Permission.Approve`, `$Setup.My__c.Limit__c` …; path without spelling changes. */
  global(path: readonly string[]): unknown;
}

export type Evaluator = (record: FormulaRecord, context: FormulaContext) => unknown;
