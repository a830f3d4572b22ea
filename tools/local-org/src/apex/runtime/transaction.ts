import type { ExecutionContext, AccessOptions } from '../../schema/execution.js';
import type { ConvertedLead, LeadConversion } from '../../dml/convert-leads.js';
import type { ApexType } from '../../values/type.js';
import type { SObjectRecord } from '../../values/record.js';

/** Everything Apex code can reach of the transaction it runs in; the platform layer makes one for each transaction. */
export interface ApexTransaction extends ExecutionContext {
  readonly isAsync: boolean;
  readonly isTest: boolean;
  /** Of a test: it works on the org's own rows, not on a copy without data. */
  readonly seesAllData?: boolean;
  readonly requestId: string;
  /** 'REST', 'QUEUEABLE', 'FUTURE', 'BATCH_APEX', 'SCHEDULED', 'ANONYMOUS', 'APEX_TEST' …: System.Quiddity names. */
  readonly quiddity: string;
  readonly code: CodeBase;
  readonly jobs: JobGateway;
  readonly savepoints: SavepointGateway;
  readonly callouts: CalloutGateway;
  readonly tests: TestGateway | null;
  /** System.RestContext of an Apex REST call or of a test that assigned it: instances of System.RestRequest/RestResponse. */
  rest: { request: unknown; response: unknown };
  /** Free slots for standard-library state that lives one transaction (RestContext, Test.setMock, cookies …), by owner. */
  readonly state: Map<string, unknown>;
  dml(
    operation: 'insert' | 'update' | 'upsert' | 'delete' | 'undelete',
    records: readonly SObjectRecord[],
    options: DmlCallOptions
  ): readonly DmlRowResult[];
  /** Database.emptyRecycleBin: removes deleted rows for good; one DML statement. */
  emptyRecycleBin(records: readonly SObjectRecord[]): readonly DmlRowResult[];
  merge(master: SObjectRecord, duplicates: readonly SObjectRecord[], options: DmlCallOptions): readonly DmlRowResult[];
  /** Database.convertLead. */
  convertLeads(
    conversions: readonly LeadConversion[],
    options: Pick<DmlCallOptions, 'allOrNone' | 'access'>
  ): readonly ConvertedLead[];
  query(text: string, binds: readonly unknown[] | ReadonlyMap<string, unknown>, access: AccessOptions): QueryOutcome;
  search(text: string, binds: readonly unknown[], access: AccessOptions): readonly (readonly SObjectRecord[])[];
  /** @param callback implements an interface of EventBus; tests tell it themselves. */
  publish(events: readonly SObjectRecord[], access: AccessOptions, callback: object | null): readonly DmlRowResult[];
  runAs(userId: string, body: () => void): void;
}

export interface DmlCallOptions {
  readonly allOrNone: boolean;
  readonly access: AccessOptions;
  /** Upsert: API name of the external id field; null is Id. */
  readonly externalIdField: string | null;
  /** Database.DMLOptions.allowFieldTruncation: text that is too long is cut instead of refused. */
  readonly allowFieldTruncation?: boolean;
}

export interface DmlRowResult {
  readonly id: string | null;
  readonly success: boolean;
  readonly created: boolean;
  readonly errors: readonly {
    readonly statusCode: string;
    readonly message: string;
    readonly fields: readonly string[];
  }[];
}

export interface QueryOutcome {
  readonly records: readonly SObjectRecord[];
  /** SELECT COUNT() without fields: the number; else null. */
  readonly count: number | null;
  /** Object of the FROM clause in its declared spelling; 'AggregateResult' for grouped queries. */
  readonly objectName: string;
}

export interface SavepointGateway {
  set(): unknown;
  rollback(savepoint: unknown): void;
  release(savepoint: unknown): void;
}

export interface QueueableOptions {
  readonly delayMinutes: number | null;
  readonly signature: string | null;
  readonly maximumDepth: number | null;
}

/** What code may ask of the job that it runs in. */
export interface RunningJob {
  readonly id: string;
  readonly kind: string;
  readonly depth: number;
  readonly maximumDepth: number | null;
  readonly delayMinutes: number;
}

export interface JobGateway {
  /** All return the 18-character id of the AsyncApexJob (or CronTrigger). Arguments are copied when enqueued. */
  enqueueQueueable(job: object, options: QueueableOptions): string;
  /**
   * Enqueues the call of a future method, unless it is the running job's own.
   * @param text of the method, for messages: `Class.method(String)`.
   * @returns false when the body is to run now.
   */
  deferFuture(className: string, methodSlot: string, text: string, args: readonly unknown[]): boolean;
  executeBatch(batchable: object, scope: number): string;
  schedule(name: string, cron: string, schedulable: object): string;
  scheduleBatch(batchable: object, name: string, minutes: number, scope: number): string;
  abort(jobId: string): void;
  attachFinalizer(finalizer: object): string;
  /** Of the running job; null outside one. */
  current(): RunningJob | null;
}

export interface CalloutGateway {
  /** @param request and result: see stdlib/System/HttpRequest. Blocks until the answer is there. */
  send(request: HttpCall): HttpAnswer;
  /** Before a mock answers in a test: counts the callout and refuses it like a real one (pending work, savepoints). */
  prepareMock(): void;
}

export interface HttpCall {
  readonly method: string;
  readonly endpoint: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly statusCode: number;
  readonly status: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

export interface TestGateway {
  startTest(): void;
  stopTest(): void;
  /** Delivers queued platform events now. */
  deliverEvents(): void;
}

/** The classes of one org version, linked on first use. */
export interface CodeBase {
  /** @param name `Outer` or `Outer.Inner` in any case; null when the org has no such type. */
  type(name: string): RuntimeClass | null;
  /** Text of a custom label by its name in any case; null when the org has none. */
  label(name: string): string | null;
}

/** What the runtime knows of a user type; made by the emitter's output, read by JSON, Type, jobs, tests and Apex REST. */
export interface RuntimeClass {
  readonly type: ApexType;
  readonly kind: 'class' | 'interface' | 'enum';
  readonly isAbstract: boolean;
  readonly isGlobal: boolean;
  readonly sharing: 'with' | 'without' | 'inherited' | 'none';
  readonly apiVersion: number;
  readonly superclass: ApexType | null;
  readonly interfaces: readonly ApexType[];
  /** Instance fields in declaration order, inherited ones first (automatic properties included). */
  readonly fields: readonly {
    readonly name: string;
    readonly jsName: string;
    readonly type: ApexType;
    readonly isTransient: boolean;
    readonly isAuraEnabled: boolean;
    readonly hasAccessors: boolean;
  }[];
  readonly enumValues: readonly unknown[];
  readonly methods: readonly {
    readonly name: string;
    readonly slot: string;
    readonly isStatic: boolean;
    readonly isTest: boolean;
    readonly parameters: readonly { readonly name: string; readonly type: ApexType }[];
    readonly returnType: ApexType;
    readonly annotations: readonly {
      readonly name: string;
      readonly values: Readonly<Record<string, string | boolean | number>>;
    }[];
  }[];
  readonly annotations: RuntimeClass['methods'][number]['annotations'];
  /** Runs static initialisers when they have not run in this transaction. */
  initialize(): void;
  /** Calls the no-argument constructor. @throws PlatformError System.TypeException when there is none. */
  newInstance(): object;
  /** An instance whose constructor has not run (JSON.deserialize): fields null. */
  allocate(): object;
  /** Calls a static method by slot. */
  call(slot: string, args: readonly unknown[]): unknown;
}

let current: ApexTransaction | null = null;

/** The transaction of this worker thread. @throws Error outside one: a bug of the local org. */
export function currentTransaction(): ApexTransaction {
  if (!current) throw new Error('no Apex transaction is running in this thread');
  return current;
}

/** As currentTransaction, for code that also runs outside one (text of values, look-ups). */
export const transactionOrNull = (): ApexTransaction | null => current;

export function enterTransaction(transaction: ApexTransaction | null): void {
  current = transaction;
}
