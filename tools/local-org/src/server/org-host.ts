import type { FastifyInstance } from 'fastify';
import { availableParallelism } from 'node:os';
import type {
  Activity,
  LoggedError,
  MemoryReport,
  OrgControl,
  OrgGateway,
  RunningTransaction,
  Session
} from '../api/host.js';
import type { HubLimits } from '../api/hub/operations.js';
import { Authorization } from '../api/oauth/authorization.js';
import type { ConnectedApps } from '../api/oauth/connected-apps.js';
import type { DatabaseAddress } from '../database/cluster.js';
import { Database } from '../database/database.js';
import { CalloutService } from '../platform/callouts/callout-service.js';
import type { CalloutConfiguration } from '../platform/callouts/protocol.js';
import type { DeliveryReply } from '../platform/events/deliver.js';
import { OrgClock, type ClockState } from '../platform/clock.js';
import { FaultRegistry } from '../platform/faults/registry.js';
import type { Effects, QueuedJob } from '../platform/operation.js';
import { OrgUsage } from '../platform/usage.js';
import { KeptUsage } from './kept-usage.js';
import type { OrgStart } from '../platform/org-operations.js';
import type { OrgSeed } from '../schema/org/initialise.js';
import { settledMemory, type ThreadMemory } from '../platform/memory.js';
import { ActivityMonitor } from './activity-monitor.js';
import { ErrorLog } from './error-log.js';
import { EventDelivery } from './event-delivery.js';
import { EventJournal } from './event-journal.js';
import { createHttpServer } from './http.js';
import { HostControl } from './host-control.js';
import { routeModules } from './route-modules.js';
import { RowLocks } from './row-locks.js';
import { Scheduler } from './scheduler.js';
import { Sessions } from './sessions.js';
import { VERSION } from './version.js';
import { SlotPool, StoppedError } from './slot-pool.js';

/** Two transactions run at once, whatever the machine. */
const MIN_COMPUTING = 2;
/** Slot numbers of jobs start here; those of requests at 1. */
const FIRST_JOB_SLOT = 1000;

export interface HostOptions {
  readonly address: DatabaseAddress;
  readonly seed: OrgSeed;
  /** Transactions of requests that may run at once. */
  readonly slots: number;
  /** Jobs that may run at once. */
  readonly jobSlots: number;
  readonly callouts: CalloutConfiguration;
  readonly connectedApps: ConnectedApps;
  /** Of a Dev Hub; null: the org is none. */
  readonly hubLimits: HubLimits | null;
  readonly onError: (error: Error) => void;
  /** The process may be ended by a fault. */
  readonly mayCrash: boolean;
  /** Of an earlier run of a kept org. */
  readonly clock: ClockState | null;
  /** File for what was used of the org's allowances; null: it ends with the process. */
  readonly usageFile: string | null;
  /** Keeps the state of the clock, where there is a place for it. */
  readonly keepClock: (state: ClockState) => Promise<void>;
}

/** One running org: its database thread, slots, jobs, sessions and HTTP server. */
export class OrgHost implements OrgGateway {
  private version = 0;
  private setupEpoch = 0;
  /** null until the org has been made or found. */
  private start: OrgStart | null = null;
  private readonly requestSlots: SlotPool;
  private readonly jobSlots: SlotPool;
  private readonly scheduler: Scheduler;
  private readonly events: EventDelivery;
  private readonly journal: EventJournal;
  /** Id of the user Automated Process, as whom event triggers run. */
  private automatedUserId = '';
  private app: FastifyInstance | null = null;
  private sessions!: Sessions;
  private readonly monitor: ActivityMonitor;
  private readonly errorLog = new ErrorLog();
  readonly productVersion = VERSION;
  readonly startedAt = Date.now();
  private address = '';
  private dead = false;
  private setupListener: () => void = () => undefined;
  private readonly rowLocks: RowLocks;
  private readonly eventListeners: ((objectName: string) => void)[] = [];
  readonly clock = new OrgClock();
  readonly usage = new OrgUsage(this.clock);
  private keptUsage: KeptUsage | null = null;
  readonly faults: FaultRegistry;
  readonly control: OrgControl;
  readonly authorization: Authorization;

  private constructor(
    private readonly options: HostOptions,
    private readonly database: Database,
    private readonly callouts: CalloutService
  ) {
    if (options.clock) this.clock.restore(options.clock);
    this.faults = new FaultRegistry(options.mayCrash);
    this.rowLocks = new RowLocks(options.address);
    this.authorization = new Authorization(options.connectedApps);
    this.monitor = new ActivityMonitor(options.address);
    const common = {
      database,
      callouts,
      computing: Math.max(MIN_COMPUTING, availableParallelism()),
      slotData: { clock: this.clock.shared, usage: this.usage.shared },
      state: () => ({
        orgId: this.start?.orgId ?? '',
        version: this.start ? this.version : 0,
        setupEpoch: this.setupEpoch,
        faults: this.faults.state
      }),
      onEffects: (effects: Effects) => this.apply(effects)
    };
    this.requestSlots = new SlotPool({ ...common, size: options.slots, firstSlot: 1 });
    this.jobSlots = new SlotPool({ ...common, size: options.jobSlots, firstSlot: FIRST_JOB_SLOT });
    this.scheduler = new Scheduler(this.clock, (id) => this.runJob(id));
    this.events = new EventDelivery(
      (objectName, retries, lastError) => this.deliver(objectName, retries, lastError),
      () => this.requestSlots.isBusy,
      (error) => this.report(error)
    );
    this.journal = new EventJournal(
      options.address,
      (objectNames) => this.events.notify(objectNames),
      (error) => this.report(error)
    );
    this.control = new HostControl({
      faults: this.faults,
      clock: this.clock,
      keepClock: options.keepClock,
      scheduler: this.scheduler,
      events: this.events,
      storing: () => this.journal.storing,
      rowLocks: this.rowLocks
    });
  }

  /** Makes what `open` needs ready; may run while the database server starts. */
  static async prepare(): Promise<void> {
    await Promise.all([SlotPool, Database, CalloutService].map((part) => part.prepare()));
  }

  static async open(options: HostOptions): Promise<OrgHost> {
    const host = new OrgHost(
      options,
      await Database.start(options.address),
      await CalloutService.start(options.callouts)
    );
    try {
      await host.openOrg();
      return host;
    } catch (error) {
      await host.stop();
      throw error;
    }
  }

  private async openOrg(): Promise<void> {
    const start = await this.requestSlots.run<OrgStart>({ kind: 'start-org', payload: this.options.seed, userId: '' });
    this.version = start.version;
    this.start = start;
    const { usageFile } = this.options;
    if (usageFile) this.keptUsage = await KeptUsage.start(usageFile, this.usage, (error) => this.report(error));
    this.sessions = new Sessions(start.orgId);
    this.app = createHttpServer(this, (error) => this.report(error), routeModules);
    const waiting = await this.run<QueuedJob[]>('recover-jobs', {}, start.adminUserId);
    this.scheduler.add(waiting);
    const events = await this.run<{ objectNames: string[]; userId: string }>('waiting-events', {}, start.adminUserId);
    this.automatedUserId = events.userId;
    this.events.notify(events.objectNames);
  }

  async listen(port: number): Promise<number> {
    const app = this.app;
    if (!app) throw new Error('the org is not open yet');
    await app.listen({ port, host: '127.0.0.1' });
    const bound = app.server.address();
    if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
    this.address = `http://127.0.0.1:${bound.port}`;
    // Ready to answer; the next slots start while nobody waits for them.
    void Promise.all([this.requestSlots.warm(3), this.jobSlots.warm(1)]).catch((error: Error) => this.report(error));
    return bound.port;
  }

  private get opened(): OrgStart {
    if (!this.start) throw new Error('the org is not open yet');
    return this.start;
  }

  get orgId(): string {
    return this.opened.orgId;
  }

  get adminUserId(): string {
    return this.opened.adminUserId;
  }

  get hubLimits(): HubLimits | null {
    return this.options.hubLimits;
  }

  get adminUsername(): string {
    return this.opened.adminUsername;
  }

  /** Calls when rows of users, permissions and other setup objects may have changed. One listener. */
  onSetupChanged(listener: () => void): void {
    this.setupListener = listener;
  }

  mapCredentials(credentials: CalloutConfiguration['credentials']): void {
    this.callouts.mapCredentials(credentials);
  }

  url = (): string => this.address;

  run<T>(kind: string, payload: unknown, userId: string): Promise<T> {
    return this.requestSlots.run<T>({ kind, payload, userId });
  }

  runInBackground<T>(kind: string, payload: unknown, userId: string): Promise<T> {
    return this.jobSlots.run<T>({ kind, payload, userId });
  }

  findSession(token: string): Session | null {
    return this.sessions.find(token);
  }

  createSession(userId: string, clientId?: string): Session {
    return this.sessions.create(userId, clientId);
  }

  revokeSession(token: string): boolean {
    return this.sessions.revoke(token);
  }

  adoptSession(token: string, userId: string): void {
    this.sessions.adopt(token, userId);
  }

  async drainJobs(): Promise<void> {
    await this.control.drainQueue(Number.POSITIVE_INFINITY);
  }

  onEventsDelivered(listener: (objectName: string) => void): void {
    this.eventListeners.push(listener);
  }

  async memory(): Promise<MemoryReport> {
    const request = { kind: 'thread-memory', payload: {}, userId: this.adminUserId };
    const pools = [this.requestSlots, this.jobSlots];
    const slots = await Promise.all(pools.map((pool) => pool.runInEach<ThreadMemory>(request)));
    return { rssBytes: process.memoryUsage.rss(), threads: [settledMemory('main'), ...slots.flat()] };
  }

  activity(periodMs: number): Promise<Activity> {
    return this.monitor.watch(periodMs);
  }

  async transactions(): Promise<readonly RunningTransaction[]> {
    const sightings = await this.monitor.transactions();
    return sightings.map((sighting) => {
      const operation = this.requestSlots.operationIn(sighting.slot) ?? this.jobSlots.operationIn(sighting.slot);
      return { ...sighting, operation: operation?.kind ?? null, userId: operation?.userId ?? null };
    });
  }

  recentErrors(): readonly LoggedError[] {
    return this.errorLog.latest;
  }

  /** Refuses connections from now on: what the org needs is gone. `stop` cleans up. */
  die(reason: Error): void {
    this.report(reason);
    this.dead = true;
    this.app?.server.close();
    this.app?.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    // What was published is kept by a kept org.
    await this.journal.stop();
    this.events.stop();
    await this.rowLocks.releaseAll();
    await this.app?.close();
    await this.keptUsage?.stop();
    await Promise.race([this.scheduler.stop(), new Promise((resolve) => setTimeout(resolve, 2000))]);
    await Promise.all([this.requestSlots.stop(), this.jobSlots.stop()]);
    await this.monitor.stop();
    await Promise.all([this.database.stop(), this.callouts.stop()]);
  }

  private apply(effects: Effects): void {
    if (effects.newVersion !== null) this.version = effects.newVersion;
    if (effects.setupChanged) {
      this.setupEpoch++;
      this.setupListener();
    }
    this.usage.note('DailyAsyncApexExecutions', effects.jobs.filter(({ counted }) => !counted).length);
    this.scheduler.add(effects.jobs);
    this.events.notify(effects.events);
    this.journal.add(effects.immediateEvents);
  }

  private async deliver(objectName: string, retries: number, lastError: string | null): Promise<DeliveryReply> {
    const userId = this.automatedUserId;
    const payload = { objectName, retries, lastError, userId };
    const reply = await this.jobSlots.run<DeliveryReply>({ kind: 'deliver-events', payload, userId });
    if (reply.delivered > 0) for (const listener of this.eventListeners) listener(objectName);
    return reply;
  }

  private async runJob(id: string): Promise<void> {
    try {
      await this.jobSlots.run({ kind: 'run-job', payload: { id }, userId: this.adminUserId });
    } catch (error) {
      this.report(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Errors of the org itself; what ends because the org ends is none. */
  private report(error: Error): void {
    if (this.dead || error instanceof StoppedError) return;
    this.errorLog.add(error);
    this.options.onError(error);
  }
}
