import type { OrgClock } from './clock.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Allowance {
  /** Length of the window in which it is counted, in milliseconds; null: nothing is counted. */
  readonly window: number | null;
  readonly maximum: number;
}

const daily = (maximum: number): Allowance => ({ window: DAY, maximum });
const hourly = (maximum: number): Allowance => ({ window: HOUR, maximum });
const constant = (maximum: number): Allowance => ({ window: null, maximum });

/** What a large sandbox may use. Source: salesforce_app_limits_cheatsheet; names of api_rest, resources_limits. */
const ALLOWANCES = {
  ConcurrentAsyncGetReportInstances: constant(200),
  DailyApiRequests: daily(5_000_000),
  DailyAsyncApexExecutions: daily(250_000),
  DailyBulkApiBatches: daily(15_000),
  DailyBulkV2QueryJobs: daily(10_000),
  DailyDeliveredPlatformEvents: daily(50_000),
  DailyDurableGenericStreamingApiEvents: constant(10_000),
  DailyStreamingApiEvents: daily(10_000),
  DataStorageMB: constant(1024),
  FileStorageMB: constant(1024),
  HourlyPublishedPlatformEvents: hourly(250_000),
  HourlyPublishedStandardVolumePlatformEvents: constant(1000),
  MassEmail: constant(5000),
  SingleEmail: constant(5000)
} as const satisfies Readonly<Record<string, Allowance>>;

export type UsageName = keyof typeof ALLOWANCES;

const NAMES = Object.keys(ALLOWANCES) as UsageName[];
/** Cells of an allowance: number of its window since 1970, what was used in it, and the most that may be. */
const CELLS = 3;
const WINDOW = 0;
const USED = 1;
const MAXIMUM = 2;

/** What was used in which window (its number since 1970), by name; allowances of which nothing was used are left out. */
export type UsageState = Partial<Record<UsageName, { readonly window: number; readonly used: number }>>;

/**
 * What the org has used of the allowances of its edition, counted by all its threads. A day or an hour begins by the
 * org's clock in UTC, so that moving the clock gives a new allowance.
 */
export class OrgUsage {
  private readonly cells: Int32Array;
  readonly shared: SharedArrayBuffer;

  /** @param shared that of another thread's. */
  constructor(
    private readonly clock: OrgClock,
    shared?: SharedArrayBuffer
  ) {
    this.shared = shared ?? new SharedArrayBuffer(4 * CELLS * NAMES.length);
    this.cells = new Int32Array(this.shared);
    if (!shared) for (const name of NAMES) this.setMaximum(name, ALLOWANCES[name].maximum);
  }

  static isName(name: string): name is UsageName {
    return Object.hasOwn(ALLOWANCES, name);
  }

  /** Counts what is used. @returns false, and counts nothing, when it is more than what is left. */
  use(name: UsageName, amount = 1): boolean {
    const cell = this.current(name);
    if (Atomics.add(this.cells, cell + USED, amount) + amount <= this.maximum(name)) return true;
    Atomics.sub(this.cells, cell + USED, amount);
    return false;
  }

  /** Counts what cannot be refused any more, whatever is left. */
  note(name: UsageName, amount: number): void {
    Atomics.add(this.cells, this.current(name) + USED, amount);
  }

  used(name: UsageName): number {
    return Atomics.load(this.cells, this.current(name) + USED);
  }

  maximum(name: UsageName): number {
    return Atomics.load(this.cells, base(name) + MAXIMUM);
  }

  /** Never negative. */
  remaining(name: UsageName): number {
    return Math.max(0, this.maximum(name) - this.used(name));
  }

  setMaximum(name: UsageName, maximum: number): void {
    Atomics.store(this.cells, base(name) + MAXIMUM, maximum);
  }

  state(): UsageState {
    const state: UsageState = {};
    for (const name of NAMES) {
      const used = this.used(name);
      if (used > 0) state[name] = { window: Atomics.load(this.cells, base(name) + WINDOW), used };
    }
    return state;
  }

  /** Goes on from what an earlier process has counted; a window that is over counts no more. */
  restore(state: UsageState): void {
    for (const name of NAMES) {
      const { window, used } = state[name] ?? {};
      if (!Number.isInteger(window) || !Number.isInteger(used)) continue;
      Atomics.store(this.cells, base(name) + WINDOW, window as number);
      Atomics.store(this.cells, base(name) + USED, used as number);
    }
  }

  /** The answer of the limits resource. */
  report(): Record<UsageName, { readonly Max: number; readonly Remaining: number }> {
    const entries = NAMES.map((name) => [name, { Max: this.maximum(name), Remaining: this.remaining(name) }] as const);
    return Object.fromEntries(entries) as Record<UsageName, { readonly Max: number; readonly Remaining: number }>;
  }

  /** Index of the name's cells, which belong to the window of now afterwards. */
  private current(name: UsageName): number {
    const cell = base(name);
    const { window } = ALLOWANCES[name];
    if (window === null) return cell;
    const now = Math.floor(this.clock.now() / window);
    const seen = Atomics.load(this.cells, cell + WINDOW);
    // Of the threads that notice a new window, one empties it.
    if (seen !== now && Atomics.compareExchange(this.cells, cell + WINDOW, seen, now) === seen) {
      Atomics.store(this.cells, cell + USED, 0);
    }
    return cell;
  }
}

const base = (name: UsageName): number => CELLS * NAMES.indexOf(name);
