import type { ApexList } from './collections.js';

/**
 * An sObject in memory. Field names are keys in lower case; values as in docs/architecture.md, "Values".
 * Knows nothing of the schema: callers resolve and check names first.
 */
export class SObjectRecord {
  /** Fields that were assigned or queried, null values included, in order of assignment. */
  readonly fields = new Map<string, unknown>();
  /** Parent records by relationship name in lower case (`account`, `parent__r`); null: queried, no parent. */
  parents: Map<string, SObjectRecord | null> | null = null;
  /** Child lists by relationship name in lower case. */
  children: Map<string, ApexList> | null = null;
  /** Fields a query selected, in lower case; null for a record built in memory, whose missing fields read as null. */
  queried: Set<string> | null = null;
  /** Trigger.new in an after trigger, Trigger.old: writes throw System.FinalException `Record is read-only`. */
  readOnly = false;
  /** Set by setOptions: text that is too long is cut when the record is saved. */
  cutsText = false;
  /** Errors of addError, collected while a trigger runs; fields null for the record as a whole. */
  errors: { field: string | null; message: string }[] | null = null;
  /** Of a row of an aggregate query, which has its aliases as fields: their spelling, by alias in lower case. */
  aliases: ReadonlyMap<string, string> | null = null;

  /** @param objectName API name in its declared spelling. */
  constructor(readonly objectName: string) {}

  get id(): string | null {
    return (this.fields.get('id') as string | null | undefined) ?? null;
  }
}
