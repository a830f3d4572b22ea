import type { RowError } from '../values/platform-error.js';
import { SObjectRecord } from '../values/record.js';

/** One record on its way through the save order. */
export class DmlRow {
  readonly errors: RowError[] = [];
  /** Id of the row: of an insert once it has one. */
  id: string | null;
  created = false;
  /** The row as it was; loaded when something needs it. */
  old: SObjectRecord | null = null;
  /** What triggers see as Trigger.new: the caller's record laid over defaults or over the old row. */
  work: SObjectRecord;
  /** Column values to write, by field name in lower case, in the form PostgreSQL reads. */
  columns = new Map<string, string | null>();

  /**
   * @param index position among the records of the statement.
   * @param record the caller's own record: gets its id at the end, nothing else.
   */
  constructor(
    readonly index: number,
    readonly record: SObjectRecord
  ) {
    this.id = record.id;
    this.work = record;
  }

  get failed(): boolean {
    return this.errors.length > 0;
  }

  fail(statusCode: string, message: string, fields: readonly string[] = []): void {
    this.errors.push({ statusCode, message, fields });
  }

  /** Back to where the row was before an attempt, for the next one. */
  reset(): void {
    this.id = this.record.id;
    this.created = false;
    this.old = null;
    this.work = this.record;
    this.columns = new Map();
  }
}

/** A shallow copy: values are immutable, collections of children stay with the original. */
export function copyRecord(record: SObjectRecord): SObjectRecord {
  const copy = new SObjectRecord(record.objectName);
  for (const [name, value] of record.fields) copy.fields.set(name, value);
  copy.parents = record.parents;
  return copy;
}
