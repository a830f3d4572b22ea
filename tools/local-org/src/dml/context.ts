import type { AccessOptions, ExecutionContext } from '../schema/execution.js';
import type { RowError } from '../values/platform-error.js';
import type { SObjectRecord } from '../values/record.js';

export type TriggerPhase = 'before' | 'after';
export type TriggerOperation = 'insert' | 'update' | 'delete' | 'undelete';

/** Runs the org's triggers; the Apex runtime provides it, one for each transaction. */
export interface TriggerHost {
  has(objectName: string, phase: TriggerPhase, operation: TriggerOperation): boolean;
  /**
   * Runs all triggers of the event over one chunk. `newRecords` is null for delete, `oldRecords` for insert and undelete.
   * Errors of addError are left in the records. @throws TriggerFailure for an exception the trigger did not catch.
   */
  run(
    objectName: string,
    phase: TriggerPhase,
    operation: TriggerOperation,
    newRecords: readonly SObjectRecord[] | null,
    oldRecords: readonly SObjectRecord[] | null
  ): void;
}

/**
 * A trigger ended with an exception that Apex code around the DML may catch as a DmlException. Uncatchable ones
 * (limits, failed assertions) are thrown as they are.
 */
export class TriggerFailure extends Error {
  /** @param message `Name: execution of AfterInsert\n\ncaused by: System.X: …`. */
  constructor(
    message: string,
    override readonly cause: unknown = undefined
  ) {
    super(message);
    this.name = 'TriggerFailure';
  }
}

export interface DmlContext extends ExecutionContext {
  readonly triggers: TriggerHost;
}

export type DmlOperation = 'insert' | 'update' | 'upsert' | 'delete' | 'undelete';

export interface DmlOptions {
  readonly allOrNone: boolean;
  readonly access: AccessOptions;
  /** Upsert: API name of the field to match on; null is Id. */
  readonly externalIdField: string | null;
  /** Text that is too long is cut instead of refused. */
  readonly allowFieldTruncation?: boolean;
  /** The platform itself writes: read-only fields of a changed row, too. */
  readonly byPlatform?: boolean;
}

/** Result for one record, in the order of the records. */
export interface DmlRowResult {
  readonly id: string | null;
  readonly success: boolean;
  readonly created: boolean;
  readonly errors: readonly RowError[];
}
