import { removePurged } from '../dml/index.js';
import { enterTransaction } from '../apex/runtime/transaction.js';
import type { ConnectionTicket } from '../database/database.js';
import { openConnection } from '../database/database.js';
import type { SqlResult } from '../database/connection.js';
import type { BlockingConnection } from '../database/sync-connection.js';
import type { OrgSchema } from '../schema/definitions.js';
import type { AccessRights, RunningUser } from '../schema/execution.js';
import { IdAllocator } from '../schema/org/id-allocator.js';
import { loadRights, loadUser } from '../security/index.js';
import type { PlatformRegistry } from '../stdlib/registry.js';
import { SyncChannel } from '../threads/sync-channel.js';
import type { CalloutTicket } from './callouts/callout-service.js';
import type { CalloutRequest, CalloutResponse } from './callouts/protocol.js';
import { ApiError } from './api-error.js';
import { OrgClock } from './clock.js';
import type { GovernorLimits } from './limits.js';
import { FaultPlan, type FaultState } from './faults/plan.js';
import { SlotFaults } from './faults/slot-faults.js';
import { writeLog } from './logs/log-writer.js';
import { loadTraceFlags, type TraceFlag } from './logs/trace-flags.js';
import { OrgImage } from './org-image.js';
import type { PublishedEvent } from './events/publish.js';
import { OrgUsage } from './usage.js';
import { NO_EFFECTS, type Effects, type OperationRequest, type OrgState } from './operation.js';
import { SlotTransaction, type TransactionOptions } from './transaction.js';

export interface SlotSetup {
  /** Unique in the org; names the slot's test copy of the tables. */
  readonly slot: number;
  readonly ticket: ConnectionTicket;
  readonly calloutTicket: CalloutTicket;
  readonly clock: SharedArrayBuffer;
  readonly usage: SharedArrayBuffer;
}

/** What a slot thread keeps between operations: its connection, its picture of the org, rights of users it has seen. */
export class Slot {
  readonly connection: BlockingConnection;
  readonly callouts: SyncChannel<CalloutRequest, CalloutResponse>;
  readonly ids: IdAllocator;
  readonly clock: OrgClock;
  readonly usage: OrgUsage;
  readonly number: number;
  private loaded: OrgImage | null = null;
  private organization = '';
  private setupEpoch = -1;
  private plan: FaultPlan | null = null;
  /** Faults that the running operation may meet; null: none is armed. */
  faults: SlotFaults | null = null;
  /** Answers of queries on custom settings. */
  readonly settingAnswers = new Map<string, SqlResult>();
  private readonly traceFlags = new Map<string, readonly TraceFlag[]>();
  private readonly users = new Map<string, RunningUser>();
  private readonly rightsByUser = new Map<string, AccessRights>();

  constructor(
    setup: SlotSetup,
    readonly registry: PlatformRegistry
  ) {
    this.connection = openConnection(setup.ticket);
    this.callouts = new SyncChannel(setup.calloutTicket.port, new Int32Array(setup.calloutTicket.signal));
    this.ids = new IdAllocator(this.connection);
    this.clock = new OrgClock(setup.clock);
    this.usage = new OrgUsage(this.clock, setup.usage);
    this.number = setup.slot;
  }

  /** @throws Error before the first refresh. */
  get image(): OrgImage {
    if (!this.loaded) throw new Error('the slot has not loaded its org yet');
    return this.loaded;
  }

  get orgId(): string {
    return this.organization;
  }

  /** Loads what changed since the last operation. */
  refresh(state: OrgState): void {
    this.organization = state.orgId;
    if (this.loaded?.schema.version !== state.version) {
      this.loaded = OrgImage.load(this.connection, this.registry);
      this.forgetSetup();
    }
    if (this.setupEpoch !== state.setupEpoch) this.forgetSetup();
    this.setupEpoch = state.setupEpoch;
  }

  /** Arms the org's faults for an operation that is about to run. */
  arm(state: FaultState | null, request: OperationRequest): void {
    if (state === null && this.faults === null) return;
    this.plan = this.plan?.state.version === state?.version ? this.plan : state && new FaultPlan(state);
    const faults = this.plan && new SlotFaults(this.plan, request, (ms) => this.callouts.pause(ms));
    this.faults = faults;
    this.connection.beforeStatement = faults?.watchesStatements ? (sql) => faults.statement(sql) : null;
  }

  /** Runs `body` with another picture of the org: the one that an open deploy has made. */
  withImage<T>(image: OrgImage, body: () => T): T {
    const before = this.loaded;
    this.loaded = image;
    this.forgetSetup();
    try {
      return body();
    } finally {
      this.loaded = before;
      this.forgetSetup();
    }
  }

  /** Grows when users, permissions or settings may have changed. */
  get epoch(): number {
    return this.setupEpoch;
  }

  /** The flag that has this user's transactions logged now; null for most. */
  traceFlag(userId: string): TraceFlag | null {
    let flags = this.traceFlags.get(userId);
    if (!flags) {
      this.connection.discard();
      this.traceFlags.set(userId, (flags = loadTraceFlags(this.connection, userId)));
    }
    if (flags.length === 0) return null;
    const now = this.clock.now();
    return flags.find(({ start, end }) => start <= now && now < end) ?? null;
  }

  /** Users, rights, settings and trace flags. */
  forgetSetup(): void {
    this.traceFlags.clear();
    this.settingAnswers.clear();
    this.users.clear();
    this.rightsByUser.clear();
  }

  user(id: string): RunningUser {
    let user = this.users.get(id);
    if (!user) {
      const loaded = loadUser(this.connection, id);
      if (!loaded) throw new ApiError(401, 'INVALID_SESSION_ID', `there is no active user ${id}`);
      this.users.set(id, (user = loaded));
    }
    return user;
  }

  rights(user: RunningUser, schema: OrgSchema): AccessRights {
    let rights = this.rightsByUser.get(user.id);
    if (!rights) this.rightsByUser.set(user.id, (rights = loadRights(this.connection, schema, user)));
    return rights;
  }
}

/** One operation in a slot: may run several transactions, whose effects are added up. */
export class SlotContext {
  private collected: Effects[] = [];

  constructor(
    readonly slot: Slot,
    readonly userId: string
  ) {}

  /**
   * Runs `body` as one database transaction: committed when it returns, rolled back when it throws.
   * A transaction that sent no statement costs no round trip.
   */
  transaction<T>(options: TransactionOptions, body: (tx: SlotTransaction) => T): T {
    const { operation } = options;
    const flag = operation === undefined ? null : this.slot.traceFlag(options.userId ?? this.userId);
    return flag ? this.traced(operation as string, flag, options, body) : this.perform(options, body);
  }

  /** The same, with a debug log at the end, however it ends. */
  private traced<T>(
    operation: string,
    flag: TraceFlag,
    options: TransactionOptions,
    body: (tx: SlotTransaction) => T
  ): T {
    const startedAt = this.slot.clock.now();
    const started = performance.now();
    let lines: readonly string[] = [];
    let limits: GovernorLimits | null = null;
    const write = (error: unknown): void =>
      writeLog(this.slot, {
        flag,
        userId: options.userId ?? this.userId,
        operation,
        startedAt,
        durationMs: performance.now() - started,
        lines,
        limits,
        error
      });
    let value: T;
    try {
      value = this.perform(options, (tx) => {
        ({ logLines: lines, limits } = tx);
        return body(tx);
      });
    } catch (error) {
      write(error);
      throw error;
    }
    write(null);
    return value;
  }

  private perform<T>(options: TransactionOptions, body: (tx: SlotTransaction) => T): T {
    const { connection } = this.slot;
    connection.discard();
    connection.defer('BEGIN');
    let immediate: readonly PublishedEvent[] = [];
    try {
      const tx = new SlotTransaction(this.slot, options, this.userId);
      immediate = tx.immediateEvents;
      enterTransaction(tx);
      tx.code.beginTransaction(() => tx.limits.checkCpu());
      const value = body(tx);
      if (tx.emptiedBin) removePurged(connection);
      this.commit(connection);
      this.collected.push(tx.effects());
      return value;
    } catch (error) {
      if (immediate.length > 0) this.collected.push({ ...NO_EFFECTS, immediateEvents: immediate });
      this.rollback(connection);
      throw error;
    } finally {
      enterTransaction(null);
    }
  }

  get effects(): Effects {
    return {
      jobs: this.collected.flatMap((effects) => effects.jobs),
      events: this.collected.flatMap((effects) => effects.events),
      immediateEvents: this.collected.flatMap((effects) => effects.immediateEvents),
      setupChanged: this.collected.some((effects) => effects.setupChanged),
      newVersion: this.collected.findLast((effects) => effects.newVersion !== null)?.newVersion ?? null
    };
  }

  private commit(connection: BlockingConnection): void {
    if (connection.pending[0] === 'BEGIN') return connection.discard();
    const { faults } = this.slot;
    faults?.commit('before-commit');
    connection.defer('COMMIT');
    connection.flush();
    faults?.commit('after-commit');
  }

  private rollback(connection: BlockingConnection): void {
    const untouched = connection.pending[0] === 'BEGIN';
    connection.discard();
    if (untouched) return;
    connection.defer('ROLLBACK');
    connection.flush();
  }
}
