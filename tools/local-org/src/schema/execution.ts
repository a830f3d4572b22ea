import type { SyncConnection } from '../database/connection.js';
import type { AnswerCache } from './answer-cache.js';
import type { OrgSchema } from './definitions.js';

/** Who runs, for security decisions. Ids have 18 characters. */
export interface RunningUser {
  readonly id: string;
  readonly username: string;
  readonly profileId: string;
  readonly timeZone: string;
  readonly locale: string;
}

export type AccessMode = 'user' | 'system';

/** `with sharing` is true: rows are filtered by sharing even in system mode. */
export interface AccessOptions {
  readonly mode: AccessMode;
  readonly sharing: boolean;
}

export type LimitName =
  | 'queries'
  | 'queryRows'
  | 'aggregateQueries'
  | 'soslQueries'
  | 'queryLocatorRows'
  | 'dmlStatements'
  | 'dmlRows'
  | 'callouts'
  | 'futureCalls'
  | 'queueableJobs'
  | 'emailInvocations'
  | 'publishImmediate'
  | 'mobilePushApexCalls'
  | 'apexCursors'
  | 'apexCursorRows'
  | 'fetchCallsOnApexCursor'
  | 'cpuTime'
  | 'heapSize';

export interface LimitCounter {
  /** Adds `amount`; beyond the limit it throws the uncatchable System.LimitException (PlatformError). */
  consume(name: LimitName, amount?: number): void;
  used(name: LimitName): number;
  limit(name: LimitName): number;
  /** Counter values, to be put back by partial-success retries. */
  snapshot(): Readonly<Record<LimitName, number>>;
  restore(snapshot: Readonly<Record<LimitName, number>>): void;
}

/** Effective rights of the running user, from profile and permission sets. Names in any case. */
export interface AccessRights {
  object(name: string): {
    readonly read: boolean;
    readonly create: boolean;
    readonly edit: boolean;
    readonly delete: boolean;
    readonly viewAll: boolean;
    readonly modifyAll: boolean;
  };
  field(object: string, field: string): { readonly read: boolean; readonly edit: boolean };
  apexClass(name: string): boolean;
  customPermission(name: string): boolean;
  systemPermission(name: string): boolean;
}

/** What SOQL, DML, formulas and security need of the transaction they run in. The platform layer provides it. */
export interface ExecutionContext {
  readonly db: SyncConnection;
  readonly schema: OrgSchema;
  /** Absent: every query is asked. */
  readonly answers?: AnswerCache;
  readonly limits: LimitCounter;
  /** Changes inside System.runAs. */
  readonly user: RunningUser;
  readonly rights: AccessRights;
  readonly orgId: string;
  /** Milliseconds since 1970 by the org's clock, which tests can move. */
  now(): number;
  /** A fresh 18-character id of the object. */
  newId(keyPrefix: string): string;
  /** Line for the Apex debug log, e.g. ('SOQL_EXECUTE_BEGIN', 'Aggregations:0|SELECT Id FROM Account'). */
  log(event: string, text: string): void;
}
