import { randomUUID } from 'node:crypto';
import type {
  ApexTransaction,
  CalloutGateway,
  DmlCallOptions,
  DmlRowResult,
  JobGateway,
  QueryOutcome,
  TestGateway
} from '../apex/runtime/transaction.js';
import type { OrgCode } from './org-code.js';
import type { BlockingConnection } from '../database/sync-connection.js';
import {
  convertLeads,
  emptyRecycleBin,
  executeDml,
  executeMerge,
  withFreshMixedDml,
  type ConvertedLead,
  type DmlContext,
  type LeadConversion,
  type TriggerHost
} from '../dml/index.js';
import type { AnswerCache } from '../schema/answer-cache.js';
import type { ObjectKind, OrgSchema } from '../schema/definitions.js';
import type { AccessOptions, AccessRights, RunningUser } from '../schema/execution.js';
import { analyzeQuery, runQuery, runSearch, type SelectedColumn } from '../soql/index.js';
import { forgetSettings } from '../stdlib/support/setting-cache.js';
import type { SObjectRecord } from '../values/record.js';
import { TransactionCallouts } from './callouts/callouts.js';
import { JobQueue, TestJobs } from './jobs/job-gateway.js';
import type { StoredJob } from './jobs/job-store.js';
import { publishEvents, type PublishedEvent } from './events/publish.js';
import { GovernorLimits, type LimitProfile } from './limits.js';
import type { Effects, QueuedJob } from './operation.js';
import { Savepoints, type PendingWork } from './savepoints.js';
import type { Slot } from './slot.js';
import { TestBlock } from './tests/test-gateway.js';
import { CodeTriggers } from './triggers.js';

export interface TransactionOptions {
  /** Default: the user of the operation. */
  readonly userId?: string;
  readonly quiddity?: string;
  readonly limits?: LimitProfile;
  readonly isTest?: boolean;
  /** Of a test: it works on the org's own rows. */
  readonly seesAllData?: boolean;
  /** Other than the image's own: the one that counts lines. */
  readonly code?: OrgCode;
  /** The job this transaction runs. */
  readonly job?: Pick<StoredJob, 'id' | 'kind' | 'depth' | 'maximumDepth' | 'failures' | 'delayMinutes'>;
  readonly requestId?: string;
  /** What runs, for the debug log of users who are traced; absent: nothing that is logged. */
  readonly operation?: string;
  /** API version of the request or unit. */
  readonly apiVersion?: number;
}

/** One transaction in a slot: everything that Apex, SOQL and DML may ask of their surroundings. */
export class SlotTransaction implements ApexTransaction, DmlContext {
  readonly db: BlockingConnection;
  readonly schema: OrgSchema;
  limits: GovernorLimits;
  readonly orgId: string;
  isAsync: boolean;
  readonly isTest: boolean;
  readonly seesAllData: boolean;
  readonly requestId: string;
  quiddity: string;
  readonly apiVersion: number;
  readonly code: OrgCode;
  readonly jobs: JobGateway;
  readonly savepoints: Savepoints;
  readonly callouts: CalloutGateway;
  readonly tests: TestGateway | null;
  readonly triggers: TriggerHost;
  rest: { request: unknown; response: unknown } = { request: null, response: null };
  readonly state = new Map<string, unknown>();
  user: RunningUser;
  rights: AccessRights;
  /** Jobs and events to be made known after the commit, in order. */
  readonly pending: ({ job: QueuedJob } | { event: PublishedEvent })[] = [];
  /** Handed over at once; no rollback brings them back. */
  readonly immediateEvents: PublishedEvent[] = [];
  setupChanged = false;
  private settingsWritten = false;
  private undoings = 0;
  private readonly testJobs: TestJobs | null;
  newVersion: number | null = null;
  /** Work that forbids a callout: DML, enqueued jobs, sent mail. */
  uncommittedWork = false;
  /** Rows were taken out of the recycle bin for good. */
  emptiedBin = false;
  readonly logLines: string[] = [];

  constructor(
    readonly slot: Slot,
    readonly options: TransactionOptions,
    operationUserId: string
  ) {
    this.db = slot.connection;
    this.schema = slot.image.schema;
    this.code = options.code ?? slot.image.code;
    this.orgId = slot.orgId;
    this.limits = new GovernorLimits(options.limits ?? 'synchronous');
    this.isAsync = options.limits === 'asynchronous';
    this.isTest = options.isTest ?? false;
    this.seesAllData = options.seesAllData ?? false;
    this.requestId = options.requestId ?? randomUUID();
    this.quiddity = options.quiddity ?? 'REST';
    this.apiVersion = options.apiVersion ?? 68;
    this.savepoints = new Savepoints(this.db, (name) => this.limits.consume(name), {
      mark: () => this.markWork(),
      restore: (work) => this.restoreWork(work)
    });
    this.triggers = new CodeTriggers(this);
    this.callouts = new TransactionCallouts(this);
    this.testJobs = this.isTest ? new TestJobs(this) : null;
    this.jobs = this.testJobs ?? new JobQueue(this);
    this.tests = this.testJobs ? new TestBlock(this, this.testJobs) : null;
    const userId = options.userId ?? operationUserId;
    this.user = slot.user(userId);
    this.rights = slot.rights(this.user, this.schema);
  }

  /** Tests see settings of their own. */
  readonly answers: AnswerCache = {
    of: (kind) => {
      if (kind === 'custom-metadata') return this.slot.image.metadataAnswers;
      const mayAsk = isSetting(kind) && !this.isTest && !this.settingsWritten;
      return mayAsk ? this.slot.settingAnswers : null;
    }
  };

  now(): number {
    return this.slot.clock.now();
  }

  newId(keyPrefix: string): string {
    return this.slot.ids.newId(keyPrefix);
  }

  log(event: string, text: string): void {
    if (this.logLines.length < MAX_LOG_LINES) this.logLines.push(`${event}|${text}`);
  }

  dml(
    operation: 'insert' | 'update' | 'upsert' | 'delete' | 'undelete',
    records: readonly SObjectRecord[],
    options: DmlCallOptions
  ): readonly DmlRowResult[] {
    this.noteWrite(records);
    return executeDml(this, operation, records, options);
  }

  emptyRecycleBin(records: readonly SObjectRecord[]): readonly DmlRowResult[] {
    this.noteWrite(records);
    this.emptiedBin = true;
    return emptyRecycleBin(this, records);
  }

  merge(master: SObjectRecord, duplicates: readonly SObjectRecord[], options: DmlCallOptions): readonly DmlRowResult[] {
    this.noteWrite([master]);
    return executeMerge(this, master, duplicates, options);
  }

  convertLeads(
    conversions: readonly LeadConversion[],
    options: Pick<DmlCallOptions, 'allOrNone' | 'access'>
  ): readonly ConvertedLead[] {
    this.noteWrite([]);
    return convertLeads(this, conversions, options);
  }

  query(text: string, binds: readonly unknown[] | ReadonlyMap<string, unknown>, access: AccessOptions): QueryOutcome {
    return runQuery(this, text, binds, access);
  }

  /** A query of the API: not counted against Apex limits. */
  apiQuery(
    text: string,
    access: AccessOptions,
    allRows: boolean,
    binds: readonly unknown[] | ReadonlyMap<string, unknown> = []
  ): QueryOutcome {
    const full = allRows && !/\ball\s+rows\s*$/i.test(text) ? `${text} ALL ROWS` : text;
    return runQuery(this, full, binds, access, { unlimited: true });
  }

  /** Columns of a query as the API describes them with `columns=true`. */
  queryColumns(text: string): unknown[] {
    return analyzeQuery(text, this.schema).selected.map((column) => columnMetadata(column));
  }

  /** In tests a search finds what Test.setFixedSearchResults named. */
  search(text: string, binds: readonly unknown[], access: AccessOptions): readonly (readonly SObjectRecord[])[] {
    const fixedIds = this.isTest ? ((this.state.get('fixedSearchResults') as string[] | undefined) ?? []) : null;
    return runSearch(this, text, binds, access, { fixedIds });
  }

  publish(
    events: readonly SObjectRecord[],
    access: AccessOptions,
    callback: object | null = null
  ): readonly DmlRowResult[] {
    return publishEvents(this, events, access, callback);
  }

  /**
   * Runs the body of a job inside this transaction, as a test does at Test.stopTest: as the user who enqueued it, with
   * limits of its own.
   */
  asJob(userId: string, quiddity: string, limits: LimitProfile, body: () => void): void {
    const { user, rights, limits: outer, isAsync, quiddity: before, uncommittedWork } = this;
    this.limits = new GovernorLimits(limits);
    // A job is a transaction of its own: what the test or an earlier job wrote does not forbid its callouts.
    this.uncommittedWork = false;
    this.isAsync = true;
    this.quiddity = quiddity;
    this.become(userId);
    try {
      withFreshMixedDml(this.triggers, body);
    } finally {
      Object.assign(this, { user, rights, limits: outer, isAsync, quiddity: before, uncommittedWork });
    }
  }

  /** Runs `body`; what it throws undoes its work, as the end of a transaction of its own would. */
  undoing(body: () => void): void {
    const work = this.markWork();
    const savepoint = `undoing_${++this.undoings}`;
    this.db.defer(`SAVEPOINT ${savepoint}`);
    try {
      body();
      this.db.defer(`RELEASE SAVEPOINT ${savepoint}`);
    } catch (error) {
      this.db.defer(`ROLLBACK TO SAVEPOINT ${savepoint}`);
      this.restoreWork(work);
      throw error;
    }
  }

  private markWork(): PendingWork {
    return {
      pending: this.pending.length,
      testJobs: this.testJobs?.count ?? 0,
      uncommittedWork: this.uncommittedWork
    };
  }

  private restoreWork({ pending, testJobs, uncommittedWork }: PendingWork): void {
    this.pending.splice(pending);
    this.testJobs?.forgetSince(testJobs);
    this.uncommittedWork = uncommittedWork;
    forgetSettings(this.state, null);
  }

  private become(userId: string): void {
    this.user = this.slot.user(userId);
    this.rights = this.slot.rights(this.user, this.schema);
  }

  runAs(userId: string, body: () => void): void {
    this.limits.consume('dmlStatements');
    const { user, rights } = this;
    this.become(userId);
    try {
      withFreshMixedDml(this.triggers, body);
    } finally {
      this.user = user;
      this.rights = rights;
    }
  }

  /** What the org must know once this has committed. */
  effects(): Effects {
    return {
      jobs: this.pending.flatMap((item) => ('job' in item ? [item.job] : [])),
      events: this.pending.flatMap((item) => ('event' in item ? [item.event.objectName] : [])),
      immediateEvents: this.immediateEvents,
      setupChanged: this.setupChanged,
      newVersion: this.newVersion
    };
  }

  private noteWrite(records: readonly SObjectRecord[]): void {
    this.uncommittedWork = true;
    for (const name of new Set(records.map((record) => record.objectName))) {
      forgetSettings(this.state, name);
      const kind = this.schema.object(name)?.kind;
      if (kind !== undefined && isSetting(kind)) this.settingsWritten = true;
      else if (kind !== 'setup') continue;
      this.setupChanged = true;
      this.slot.forgetSetup();
    }
  }
}

const MAX_LOG_LINES = 20_000;

const isSetting = (kind: ObjectKind): boolean => kind === 'list-setting' || kind === 'hierarchy-setting';

/** One column as the API describes it; a path to a parent's field is nested, one level for each relationship. */
function columnMetadata(column: SelectedColumn): unknown {
  if (column.kind === 'field') return pathMetadata(column.path);
  const isFunction = column.kind === 'value' && column.isFunction;
  const children = column.kind === 'children' ? column.selected.map((child) => columnMetadata(child)) : [];
  return plainColumn(column.name, isFunction || column.kind === 'children', children);
}

function pathMetadata([name = '', ...rest]: readonly string[]): unknown {
  return plainColumn(name, false, rest.length > 0 ? [pathMetadata(rest)] : []);
}

const plainColumn = (name: string, aggregate: boolean, joinColumns: readonly unknown[]): unknown => ({
  columnName: name,
  displayName: name,
  aggregate,
  custom: /__c$/i.test(name),
  joinColumns
});
