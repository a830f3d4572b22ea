import type { LimitCounter, LimitName } from '../schema/execution.js';
import { waitingTime } from '../threads/waiting.js';
import { heapTooLarge, PlatformError } from '../values/platform-error.js';
import { HeapGauge } from './heap.js';

type Counts = Record<LimitName, number>;

/**
 * Governor limits of one transaction. Figures: Apex Developer Guide, "Execution Governors and Limits"
 * (apex_gov_limits). CPU time in milliseconds, heap in bytes.
 */
const SYNCHRONOUS: Readonly<Counts> = {
  queries: 100,
  queryRows: 50_000,
  aggregateQueries: 300,
  soslQueries: 20,
  queryLocatorRows: 10_000,
  dmlStatements: 150,
  dmlRows: 10_000,
  callouts: 100,
  futureCalls: 50,
  queueableJobs: 50,
  emailInvocations: 10,
  publishImmediate: 150,
  mobilePushApexCalls: 10,
  apexCursors: 50,
  apexCursorRows: 50_000_000,
  fetchCallsOnApexCursor: 100,
  cpuTime: 10_000,
  heapSize: 6_000_000
};

const ASYNCHRONOUS: Readonly<Counts> = {
  ...SYNCHRONOUS,
  queries: 200,
  queueableJobs: 1,
  cpuTime: 60_000,
  heapSize: 12_000_000
};

/**
 * Limits of a Finalizer: synchronous, but for heap, enqueue and future counts; it may start one job of any kind
 * (apex_transaction_finalizers).
 */
const FINALIZER: Readonly<Counts> = { ...SYNCHRONOUS, queueableJobs: 1, futureCalls: 1, heapSize: 12_000_000 };

/** A method of a Lightning component that is cacheable may not change data: its first DML statement is one too many. */
const READ_ONLY: Readonly<Counts> = { ...SYNCHRONOUS, dmlStatements: 0 };

export type LimitProfile = 'synchronous' | 'asynchronous' | 'finalizer' | 'read-only';

const PROFILES: Readonly<Record<LimitProfile, Readonly<Counts>>> = {
  synchronous: SYNCHRONOUS,
  asynchronous: ASYNCHRONOUS,
  finalizer: FINALIZER,
  'read-only': READ_ONLY
};

/** What the platform calls each limit in `Too many X: n`. */
const MESSAGES: Readonly<Partial<Record<LimitName, string>>> = {
  queries: 'Too many SOQL queries',
  queryRows: 'Too many query rows',
  aggregateQueries: 'Too many Aggregate queries',
  soslQueries: 'Too many SOSL queries',
  queryLocatorRows: 'Too many query locator rows',
  dmlStatements: 'Too many DML statements',
  dmlRows: 'Too many DML rows',
  callouts: 'Too many callouts',
  futureCalls: 'Too many future calls',
  queueableJobs: 'Too many queueable jobs added to the queue',
  emailInvocations: 'Too many Email Invocations',
  publishImmediate: 'Too many immediate publish calls',
  apexCursors: 'Too many Apex cursors',
  apexCursorRows: 'Too many Apex cursor rows',
  fetchCallsOnApexCursor: 'Too many fetch calls on Apex cursors'
};

const zero = (): Counts => Object.fromEntries(Object.keys(SYNCHRONOUS).map((name) => [name, 0])) as unknown as Counts;

export class GovernorLimits implements LimitCounter {
  private counts = zero();
  /** Counts outside Test.startTest/stopTest, while those inside are in use. */
  private outer: Counts | null = null;
  private readonly maximum: Readonly<Counts>;
  private cpuStart = threadCpu();
  private readonly heap = new HeapGauge();

  constructor(profile: LimitProfile) {
    this.maximum = PROFILES[profile];
  }

  consume(name: LimitName, amount = 1): void {
    const used = this.counts[name] + amount;
    this.counts[name] = used;
    const maximum = this.maximum[name];
    if (used > maximum) {
      const text = MESSAGES[name] ?? name;
      const shown = name === 'queueableJobs' || name === 'futureCalls' ? used : maximum + 1;
      throw new PlatformError('System.LimitException', `${text}: ${shown}`);
    }
  }

  used(name: LimitName): number {
    if (name === 'cpuTime') return Math.max(0, Math.round(threadCpu() - this.cpuStart));
    return name === 'heapSize' ? this.heap.used() : this.counts[name];
  }

  limit(name: LimitName): number {
    return this.maximum[name];
  }

  /** @throws PlatformError System.LimitException once CPU time or heap are used up. Called from loops now and then. */
  checkCpu(): void {
    if (threadCpu() - this.cpuStart > this.maximum.cpuTime) {
      throw new PlatformError('System.LimitException', 'Apex CPU time limit exceeded');
    }
    const excess = this.heap.excess(this.maximum.heapSize);
    if (excess !== null) throw heapTooLarge(excess);
  }

  snapshot(): Readonly<Counts> {
    return { ...this.counts };
  }

  restore(snapshot: Readonly<Counts>): void {
    this.counts = { ...snapshot };
  }

  /** Test.startTest: a second, full set of limits from here on (apex_testing_tools_start_stop_test). */
  startTest(): void {
    this.outer = this.counts;
    this.counts = zero();
    this.cpuStart = threadCpu();
  }

  /** Test.stopTest: the first set goes on where it stood. */
  stopTest(): void {
    if (this.outer) this.counts = this.outer;
    this.outer = null;
  }
}

/**
 * Milliseconds that this thread has computed. Time spent waiting for the database or a callout does not count
 * (apex_gov_limits); process-wide CPU time would count the other slots.
 */
const threadCpu = (): number => performance.now() - waitingTime();
